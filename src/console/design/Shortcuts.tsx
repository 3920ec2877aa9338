// The keys of the console, shown by `?`. What they do: assets/console.js.

const keys = [
  ['Ctrl + K', 'Buscar em tudo'],
  ['/', 'Ir para a busca'],
  ['j', 'Próxima linha da lista'],
  ['k', 'Linha anterior da lista'],
  ['x', 'Selecionar a linha'],
  ['Enter', 'Abrir a linha'],
  ['n', 'Próxima da fila'],
  ['e', 'Enviar'],
  ['p', 'Encaminhar para aprovação'],
  ['a', 'Aprovar'],
  ['Ctrl + Enter', 'Enviar o formulário'],
  ['?', 'Mostrar os atalhos'],
] as const;

/** Opened by the script only, as is the switch of the single-letter keys, which a cookie keeps. */
export function Shortcuts() {
  return (
    <dialog id="atalhos" class="shortcuts" aria-labelledby="atalhos-titulo">
      <form method="dialog">
        <h2 id="atalhos-titulo">Atalhos do teclado</h2>
        <dl>
          {keys.map(([key, does]) => (
            <div>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label class="check">
          <input type="checkbox" data-single-keys />
          <span>Usar teclas de uma só letra</span>
        </label>
        <button>OK</button>
      </form>
    </dialog>
  );
}
