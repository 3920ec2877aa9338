// GET and POST /console/entrar, without a session, and /console/convite/{token}: who holds the link chooses the person's password, once.
import { LinkButton, Field } from '../../design/Form.js';
import { Errors } from '../../design/values.js';
import { showPage } from '../../design/Page.js';
import { type PageCall, ConsoleRefused } from '../../route.js';
import type { ComponentChildren } from 'preact';
import type { CallContext, OpenRoute } from '../../../api/call.js';
import type { Invitation, Person } from '../../../commands/people/peopleStore.js';
import { invitationIdOf, recordSignIn } from '../../../commands/people/access.js';
import { passwordFaults } from '../../../messages/console.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readFields } from '../../session/readForm.js';
import { passwordFault } from '../../../domain/clients/passwordRules.js';
import { beginSession } from '../../session/sessions.js';
import { accountOf, tooMany } from '../../session/signIn.js';

type SignInPage = Readonly<{
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
  const { back, draft, ended = false, email = '', error, status = 200 } = page;
  const { withPassword = true, withProvider = false } = call.state.signInBy ?? {};
  showPage(call, {
    ...{ title: 'Entrar', status },
    body: (
      <div class="narrow">
        {ended && (
          <div class="note warn" role="status">
            A sessão terminou. Entre de novo para continuar
            {draft === null ? '.' : '; o que você preencheu foi guardado.'}
          </div>
        )}
        <Errors sentences={error === undefined ? [] : [error]} />
        {withPassword && (
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
        {withProvider && <ProviderLink attempt={{ voltar: back }}>Entrar com a conta da organização</ProviderLink>}
      </div>
    ),
  });
}

type PasswordFieldProps = Readonly<{ autocomplete: 'current-password' | 'new-password'; hint?: string }>;

function PasswordField({ autocomplete, hint }: PasswordFieldProps) {
  return <Field label="Senha" name="senha" id="senha" type="password" required {...{ autocomplete, hint }} />;
}

/** @param attempt what comes back from the provider with the person: `voltar` or `convite` */
function ProviderLink({
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

const PATH = '/console/convite/{token}';

export function invitationRoutes(deps: ConsoleDependencies): readonly OpenRoute[] {
  return [
    {
      method: 'GET',
      path: PATH,
      async handle(context) {
        const { invitation, person } = await invited(context, deps);
        showInvitation(context, invitation, person, null);
      },
    },
    { method: 'POST', path: PATH, handle: (context) => accepted(context, deps) },
  ];
}

async function accepted(context: CallContext, deps: ConsoleDependencies): Promise<void> {
  const { credentials, passwords, clock } = deps;
  if (deps.oidc?.only === true) throw new ConsoleRefused('InvitationInvalid');
  const { invitation, person } = await invited(context, deps);
  context.state.clientId = invitation.clientId;
  const password = (await readFields(context, deps.bodies)).raw('senha');
  const fault = passwordFault(password, person.email);
  if (fault !== null) return showInvitation(context, invitation, person, passwordFaults[fault]);
  const passwordHash = await passwords.hash(password);
  const used = await credentials.accept(invitation.id, clock.now().getTime(), { passwordHash });
  if (used === null) throw new ConsoleRefused('InvitationInvalid');
  await enter(context, deps, person);
  notice(context, 'Senha gravada. Você já está na sua conta.');
  redirectTo(context, '/console');
}

/** Begins the session of a person who used an invitation, ends all others, and lets the account wait no longer. */
export async function enter(context: CallContext, deps: ConsoleDependencies, person: Person): Promise<void> {
  await deps.sessions.endAllOf(person.personId);
  await deps.sessions.succeeded(accountOf(person.email));
  await recordSignIn(deps, person, 'ACCEPTED', context.state.address);
  await beginSession(context, deps, person);
}

type Invited = Readonly<{ invitation: Invitation; person: Person }>;

async function invited(context: CallContext, deps: ConsoleDependencies): Promise<Invited> {
  if (await tooMany(deps, context.state.address)) throw new ConsoleRefused('InvitationInvalid');
  return invitedBy(deps, invitationIdOf(tokenOf(context)));
}

/** @throws ConsoleRefused InvitationInvalid for an unknown, used or expired one, and for a person who is no user any more */
export async function invitedBy(deps: ConsoleDependencies, id: string): Promise<Invited> {
  const { credentials, people, registers, clock } = deps;
  const invitation = await credentials.invitation(id);
  if (invitation === null || invitation.expiresAtMs <= clock.now().getTime())
    throw new ConsoleRefused('InvitationInvalid');
  const [person] = await people.byId([invitation.personId]);
  if (person === undefined || !registers.workflowOf(person.clientId).users.has(person.personId))
    throw new ConsoleRefused('InvitationInvalid');
  return { invitation, person };
}

function tokenOf({ params }: CallContext): string {
  return (params as Readonly<Record<string, string | undefined>>)['token'] ?? '';
}

function showInvitation(context: CallContext, { kind }: Invitation, person: Person, error: string | null): void {
  const isNew = kind === 'INVITE';
  const by = context.state.signInBy;
  showPage(context, {
    title: isNew ? 'Bem-vindo' : 'Nova senha',
    status: error === null ? 200 : 422,
    body: (
      <div class="narrow">
        <p>
          {person.name}, {isNew ? 'escolha' : 'troque'} a senha da conta <strong>{person.email}</strong>.
        </p>
        <Errors sentences={error === null ? [] : [error]} />
        {by?.withPassword !== false && (
          <form method="post">
            <input type="hidden" name="email" value={person.email} autocomplete="username" />
            <PasswordField
              autocomplete="new-password"
              hint="Pelo menos 15 caracteres. Uma frase que só você diria é fácil de lembrar e difícil de adivinhar."
            />
            <button class="primary">{isNew ? 'Criar senha' : 'Trocar senha'}</button>
          </form>
        )}
        {by?.withProvider === true && (
          <ProviderLink attempt={{ convite: tokenOf(context) }}>Usar a conta da organização</ProviderLink>
        )}
      </div>
    ),
  });
}
