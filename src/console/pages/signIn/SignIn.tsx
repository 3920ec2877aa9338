// The sign-in page.
import { LinkButton } from '../../design/ActBar.js';
import { Field } from '../../design/Form.js';
import { Errors } from '../../design/values.js';
import { showPage } from '../../design/Page.js';
import type { PageCall } from '../../route.js';
import type { ComponentChildren } from 'preact';

export type SignInPage = Readonly<{
  /** Where the browser goes on; an address of the console. */
  back: string;
  /** A form that waits for the sign-in, as JSON. */
  draft: string | null;
  /** The session ended meanwhile. */
  ended?: boolean;
  email?: string;
  error?: string;
  status?: number;
}>;

export function showSignIn(call: PageCall, page: SignInPage): void {
  showPage(call, {
    title: 'Entrar',
    status: page.status ?? 200,
    body: <SignInForm {...page} by={call.state.signInBy ?? PASSWORD_ALONE} />,
  });
}

const PASSWORD_ALONE = { withPassword: true, withProvider: false };

type SignInFormProps = SignInPage & Readonly<{ by: typeof PASSWORD_ALONE }>;

function SignInForm({ back, draft, ended = false, email = '', error, by }: SignInFormProps) {
  return (
    <div class="narrow">
      {ended && (
        <div class="note warn" role="status">
          A sessão terminou. Entre de novo para continuar
          {draft === null ? '.' : '; o que você preencheu foi guardado.'}
        </div>
      )}
      <Errors sentences={error === undefined ? [] : [error]} />
      {by.withPassword && (
        <form method="post" action="/console/entrar">
          <input type="hidden" name="voltar" value={back} />
          {draft !== null && <input type="hidden" name="rascunho" value={draft} />}
          <Field
            label="E-mail"
            name="email"
            id="email"
            type="email"
            autocomplete="username"
            required
            value={email}
          />
          <PasswordField autocomplete="current-password" />
          <button class="primary">Entrar</button>
        </form>
      )}
      {by.withProvider && (
        <ProviderLink attempt={{ voltar: back }}>Entrar com a conta da organização</ProviderLink>
      )}
    </div>
  );
}

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
      <LinkButton href={`/console/oidc/entrar?${query.join('&')}`}>{children}</LinkButton>
    </p>
  );
}
