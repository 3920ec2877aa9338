// What the pages of signing in and of choosing a password share.
import type { ComponentChildren } from 'preact';
import { Field } from '../../design/Form.js';

type PasswordFieldProps = Readonly<{ autocomplete: 'current-password' | 'new-password'; hint?: string }>;

export function PasswordField({ autocomplete, hint }: PasswordFieldProps) {
  return <Field label="Senha" name="senha" id="senha" type="password" required {...{ autocomplete, hint }} />;
}

/** @param attempt what comes back from the provider with the person: `voltar` or `convite` */
export function ProviderLink({
  attempt,
  children,
}: Readonly<{ attempt: Record<string, string>; children: ComponentChildren }>) {
  const query = Object.entries(attempt).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return (
    <p>
      <a class="button" href={`/console/oidc/entrar?${query.join('&')}`}>
        {children}
      </a>
    </p>
  );
}
