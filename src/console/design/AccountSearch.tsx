// The search of accounts by the beginning of their code or of words of their description, in the address as `texto`.
export function AccountSearch({ path, texto }: Readonly<{ path: string; texto: string }>) {
  return (
    <form method="get" action={path} role="search">
      <label>
        Buscar conta
        <input
          type="search"
          name="texto"
          class="form-control form-control-sm"
          value={texto}
          maxlength={200}
          placeholder="início do código ou da descrição"
        />
      </label>
      <button class="btn btn-sm btn-outline-secondary">Buscar</button>
    </form>
  );
}
