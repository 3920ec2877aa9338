// What the pages of signing in and of choosing a password share.
import type { ComponentChildren } from 'preact';

type PasswordFieldProps = Readonly<{ autocomplete: 'current-password' | 'new-password'; hint?: string }>;

export function PasswordField({ autocomplete, hint }: PasswordFieldProps) {
  return (
    <div class="mb-3">
      <label class="form-label" for="senha">
        Senha
      </label>
      <input
        class="form-control"
        id="senha"
        name="senha"
        type="password"
        autocomplete={autocomplete}
        required
        aria-describedby={hint === undefined ? undefined : 'dica-senha'}
      />
      {hint !== undefined && (
        <div class="form-text" id="dica-senha">
          {hint}
        </div>
      )}
    </div>
  );
}

/** @param attempt what comes back from the provider with the person: `voltar` or `convite` */
export function ProviderLink({
  attempt,
  children,
}: Readonly<{ attempt: Record<string, string>; children: ComponentChildren }>) {
  const query = Object.entries(attempt).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return (
    <p class="mt-3">
      <a class="btn btn-outline-primary w-100" href={`/console/oidc/entrar?${query.join('&')}`}>
        {children}
      </a>
    </p>
  );
}
