// Sign-in by password and at a provider; /console/convite/{token}: who holds the link chooses the person's
// password, once. An account of a provider is bound to the person of an invitation once whoever brought both has
// read who that is and confirmed it: a link alone, which anybody may send, binds nothing. Source:
// docs/spec/console.md#single-sign-on.
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { invitationIdOf, recordSignIn } from '../../../commands/people/access.js';
import type { Person, Invitation } from '../../../commands/people/peopleStore.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo, notice } from '../../session/answers.js';
import { showPage } from '../../design/Page.js';
import { CSRF_FIELD, readOpenForm } from '../../session/readForm.js';
import { addressWith, ConsoleRefused, parameter, type PageCall } from '../../route.js';
import { type NamedAccount, OIDC_RETURN, type Oidc } from '../../session/oidc.js';
import { beginSession } from '../../session/sessions.js';
import {
  keepAccount,
  takeAccount,
  type WaitingAccount,
  takeDraft,
  draftIn,
  returnPath,
} from '../../session/draft.js';
import {
  SIGN_IN_BUSY,
  SIGN_IN_REFUSED,
  OIDC_REFUSED,
  passwordFaults,
  UNKEPT_SESSION,
  WITHOUT_PASSWORD,
} from '../../../messages/console.js';
import { accountOf, isUser, signIn, tooMany } from '../../session/signIn.js';
import { LinkButton, Field } from '../../design/Form.js';
import { Errors } from '../../design/values.js';
import type { ComponentChildren } from 'preact';
import { passwordFault } from '../../../domain/clients/passwordRules.js';
import { paths } from '../../paths.js';

const INVITATION = '/console/convite/{token}';
const OIDC_BEGIN = '/console/oidc/entrar';
const BIND = '/console/oidc/vincular';

/** Shows who it would be bound to. @throws ConsoleRefused InvitationInvalid, also for the account of another */
async function askToBind(
  context: CallContext,
  deps: ConsoleDependencies,
  { issuer, subject, name }: NamedAccount,
  invitation: string,
): Promise<void> {
  const account = { issuer, subject };
  const invitationId = invitationIdOf(invitation);
  const person = await personFor(deps, { account, invitationId });
  const token = await keepAccount(context, deps, { account, invitationId });
  showPage(context, {
    title: 'Ligar a conta',
    body: (
      <div class="narrow">
        <p>
          A conta <strong>{name ?? subject}</strong> da organização
          {name !== null && ` (identificador ${subject})`} passará a entrar aqui como:
        </p>
        <p>
          <strong>{person.name}</strong>
          <br />
          {person.email}
        </p>
        <p>Confirme só se você é essa pessoa.</p>
        <form method="post" action={BIND}>
          <input type="hidden" name={CSRF_FIELD} value={token} />
          <button class="primary">Sou essa pessoa: ligar a conta</button>
        </form>
        <p>
          <a href={paths.signIn}>Não sou: não ligar</a>
        </p>
      </div>
    ),
  });
}

async function bind(context: CallContext, deps: ConsoleDependencies): Promise<void> {
  const fields = await readOpenForm(context, deps.bodies);
  const waiting = await takeAccount(context, deps, fields.raw(CSRF_FIELD));
  if (waiting === null) throw new ConsoleRefused('InvitationInvalid');
  const person = await personFor(deps, waiting);
  const { account, invitationId } = waiting;
  const used = await deps.credentials.accept(invitationId, deps.clock.now().getTime(), account);
  if (used === null) throw new ConsoleRefused('InvitationInvalid');
  await enter(context, deps, person);
  redirectTo(context, paths.myDay);
}

async function personFor(deps: ConsoleDependencies, { account, invitationId }: WaitingAccount): Promise<Person> {
  const { person } = await invitedBy(deps, invitationId);
  const owner = await deps.credentials.personOfAccount(account);
  if (owner !== null && owner !== person.personId) throw new ConsoleRefused('InvitationInvalid');
  return person;
}

const refusals = {
  Wrong: { errors: [SIGN_IN_REFUSED], status: 401 },
  TooMany: { errors: [SIGN_IN_REFUSED], status: 429 },
  Busy: { errors: [SIGN_IN_BUSY], status: 503 },
} as const;

const route = (method: OpenRoute['method'], path: string, handle: OpenRoute['handle']): OpenRoute => ({
  method,
  path,
  handle,
});

export function signInRoutes(deps: ConsoleDependencies): readonly OpenRoute[] {
  const { oidc } = deps;
  return [
    route('GET', paths.signIn, async (context) =>
      showSignIn(context, { back: returnPath(askedOf(context, 'voltar')), draft: null }),
    ),
    route('POST', paths.signIn, (context) => signedIn(context, deps)),
    route('GET', INVITATION, async (context) => showInvitation(context, await invited(context, deps))),
    route('POST', INVITATION, (context) => accepted(context, deps)),
    ...(oidc === null
      ? []
      : [
          route('GET', OIDC_BEGIN, (context) => begun(context, oidc.provider)),
          route('GET', OIDC_RETURN, (context) => returned(context, deps, oidc.provider)),
          route('POST', BIND, (context) => bind(context, deps)),
        ]),
  ];
}

const askedOf = ({ querystring }: CallContext, name: string): string | null =>
  new URLSearchParams(querystring).get(name);

async function signedIn(context: CallContext, deps: ConsoleDependencies): Promise<void> {
  if (deps.oidc?.only === true) throw new ConsoleRefused('PageNotFound');
  const fields = await readOpenForm(context, deps.bodies);
  const draft = draftIn(fields.raw('rascunho'));
  const back = returnPath(draft?.page ?? fields.text('voltar'));
  const attempt = { email: fields.text('email'), password: fields.raw('senha'), address: context.state.address };
  const outcome = await signIn(deps, attempt);
  if ('person' in outcome) {
    // One that waits for the provider is taken here too, where the provider refused.
    const waiting = deps.oidc === null ? null : await takeDraft(context, deps, back);
    await beginSession(context, deps, outcome.person, draft === null ? waiting : JSON.stringify(draft));
    return redirectTo(context, back);
  }
  showSignIn(context, {
    back,
    draft: draft === null ? null : JSON.stringify(draft),
    email: attempt.email,
    ...refusals[outcome.refused],
  });
}

async function begun(context: CallContext, provider: Oidc): Promise<void> {
  const back = returnPath(askedOf(context, 'voltar'));
  redirectTo(context, await provider.begin(context, { back, invitation: askedOf(context, 'convite') }));
}

async function returned(context: CallContext, deps: ConsoleDependencies, provider: Oidc): Promise<void> {
  const isTooMany = await tooMany(deps, context.state.address);
  const ended = isTooMany ? null : await provider.end(context);
  const back = returnPath(ended?.back);
  if (ended?.account && ended.invitation !== null)
    return askToBind(context, deps, ended.account, ended.invitation);
  const personId = ended?.account ? await deps.credentials.personOfAccount(ended.account) : null;
  const [person] = personId === null ? [] : await deps.people.byId([personId]);
  if (person === undefined || !isUser(deps.registers, person))
    return showSignIn(context, {
      back,
      draft: null,
      errors: [OIDC_REFUSED],
      status: isTooMany ? 429 : 401,
    });
  await recordSignIn(deps, person, 'SIGNED_IN', context.state.address);
  await beginSession(context, deps, person, await takeDraft(context, deps, back));
  redirectTo(context, back);
}

type SignInPage = Readonly<{
  /** Where the browser goes on; an address of the console. */
  back: string;
  /** A form that waits for the sign-in, as JSON. */
  draft: string | null;
  /** The session ended meanwhile. */
  ended?: boolean;
  email?: string;
  errors?: readonly string[];
  status?: number;
}>;

export function showSignIn(call: PageCall, page: SignInPage): void {
  const { back, draft, ended = false, email = '', errors = [], status = 200 } = page;
  const { withPassword = true, withProvider = false } = call.state.signInBy ?? {};
  showPage(call, {
    title: 'Entrar',
    status,
    body: (
      <div class="narrow">
        {ended && (
          <div class="note warn" role="status">
            A sessão terminou. Entre de novo para continuar
            {draft === null ? '.' : '; o que você preencheu foi guardado.'}
          </div>
        )}
        <div class="note warn" role="alert" data-unkept-session hidden>
          {UNKEPT_SESSION}
        </div>
        <Errors sentences={errors} />
        {withPassword && (
          <form method="post" action={paths.signIn}>
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
            <Field {...PASSWORD} autocomplete="current-password" />
            <button class="primary">Entrar</button>
          </form>
        )}
        {withPassword && <p class="muted">{WITHOUT_PASSWORD}</p>}
        {withProvider && <ProviderLink attempt={{ voltar: back }}>Entrar com a conta da organização</ProviderLink>}
      </div>
    ),
  });
}

const PASSWORD = { label: 'Senha', name: 'senha', id: 'senha', type: 'password', required: true } as const;

type ProviderLinkProps = Readonly<{ attempt: Record<string, string>; children: ComponentChildren }>;

/** @param attempt what comes back from the provider with the person: `voltar` or `convite` */
function ProviderLink({ attempt, children }: ProviderLinkProps) {
  return (
    <p>
      <LinkButton href={addressWith(OIDC_BEGIN, '', attempt)}>{children}</LinkButton>
    </p>
  );
}

async function accepted(context: CallContext, deps: ConsoleDependencies): Promise<void> {
  const { credentials, passwords, clock } = deps;
  if (deps.oidc?.only === true) throw new ConsoleRefused('InvitationInvalid');
  const { invitation, person } = await invited(context, deps);
  const password = (await readOpenForm(context, deps.bodies, invitation.clientId)).raw('senha');
  const fault = passwordFault(password, person.email);
  if (fault !== null) return showInvitation(context, { invitation, person }, [passwordFaults[fault]]);
  const passwordHash = await passwords.hash(password);
  const used = await credentials.accept(invitation.id, clock.now().getTime(), { passwordHash });
  if (used === null) throw new ConsoleRefused('InvitationInvalid');
  await enter(context, deps, person);
  notice(context, 'Senha gravada. Você já está na sua conta.');
  redirectTo(context, paths.myDay);
}

/** Begins the session of a person who used an invitation, ends all others, and lets the account wait no longer. */
async function enter(context: CallContext, deps: ConsoleDependencies, person: Person): Promise<void> {
  await deps.sessions.endAllOf(person.personId);
  await deps.sessions.noteSuccess(accountOf(person.email));
  await recordSignIn(deps, person, 'ACCEPTED', context.state.address);
  await beginSession(context, deps, person);
}

type Invited = Readonly<{ invitation: Invitation; person: Person }>;

async function invited(context: CallContext, deps: ConsoleDependencies): Promise<Invited> {
  if (await tooMany(deps, context.state.address)) throw new ConsoleRefused('InvitationInvalid');
  return invitedBy(deps, invitationIdOf(parameter(context, 'token')));
}

/** @throws ConsoleRefused InvitationInvalid unknown, used or expired, or of a person who is no user */
async function invitedBy(deps: ConsoleDependencies, id: string): Promise<Invited> {
  const { credentials, people, registers, clock } = deps;
  const invitation = await credentials.invitation(id);
  if (invitation === null || invitation.expiresAtMs <= clock.now().getTime())
    throw new ConsoleRefused('InvitationInvalid');
  const [person] = await people.byId([invitation.personId]);
  if (person === undefined || !isUser(registers, person)) throw new ConsoleRefused('InvitationInvalid');
  return { invitation, person };
}

function showInvitation(
  context: CallContext,
  { invitation, person }: Invited,
  errors: readonly string[] = [],
): void {
  const isNew = invitation.kind === 'INVITE';
  const by = context.state.signInBy;
  showPage(context, {
    title: isNew ? 'Bem-vindo' : 'Nova senha',
    status: errors.length === 0 ? 200 : 422,
    body: (
      <div class="narrow">
        <p>
          {person.name}, {isNew ? 'escolha' : 'troque'} a senha da conta <strong>{person.email}</strong>.
        </p>
        <Errors sentences={errors} />
        {by?.withPassword !== false && (
          <form method="post">
            <input type="hidden" name="email" value={person.email} autocomplete="username" />
            <Field
              {...PASSWORD}
              autocomplete="new-password"
              hint="Pelo menos 15 caracteres. Uma frase que só você diria é fácil de lembrar e difícil de adivinhar."
            />
            <button class="primary">{isNew ? 'Criar senha' : 'Trocar senha'}</button>
          </form>
        )}
        {by?.withProvider === true && (
          <ProviderLink attempt={{ convite: parameter(context, 'token') }}>
            Usar a conta da organização
          </ProviderLink>
        )}
      </div>
    ),
  });
}
