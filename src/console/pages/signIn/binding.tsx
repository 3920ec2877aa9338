// Binds an account of the provider to the person of an invitation, once whoever brought both has read who that is and confirmed
// it: POST /console/oidc/vincular. A link alone, which anybody may send, binds nothing.
// Source: docs/spec/console.md#single-sign-on.
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { invitationIdOf } from '../../../commands/people/access.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../session/answers.js';
import { showPage } from '../../design/Page.js';
import { CSRF_FIELD, readFields } from '../../session/readForm.js';
import { ConsoleRefused } from '../../route.js';
import type { NamedAccount } from '../../session/oidc.js';
import type { Sessions } from '../../session/sessions.js';
import { keepAccount, takeAccount, type WaitingAccount } from '../../session/waiting.js';
import { enter, invitedBy } from './invitation.js';

const BIND = '/console/oidc/vincular';

export function bindingRoute(deps: ConsoleDependencies, sessions: Sessions): OpenRoute {
  return { method: 'POST', path: BIND, handle: (context) => bind(context, deps, sessions) };
}

/**
 * Shows who the account would be bound to.
 * @param invitation its token
 * @throws ConsoleRefused InvitationInvalid, also for an account that is another person's
 */
export async function askToBind(
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
          <a href="/console/entrar">Não sou: não ligar</a>
        </p>
      </div>
    ),
  });
}

async function bind(context: CallContext, deps: ConsoleDependencies, sessions: Sessions): Promise<void> {
  context.state.clientId = 0; // Nobody is known who sends this: it takes the share of no client.
  const fields = await readFields(context, deps.bodies);
  const waiting = await takeAccount(context, deps, fields.raw(CSRF_FIELD));
  if (waiting === null) throw new ConsoleRefused('InvitationInvalid');
  const person = await personFor(deps, waiting);
  const { account, invitationId } = waiting;
  const used = await deps.credentials.accept(invitationId, deps.clock.now().getTime(), account);
  if (used === null) throw new ConsoleRefused('InvitationInvalid');
  await enter(context, deps, sessions, person);
  redirectTo(context, '/console');
}

async function personFor(deps: ConsoleDependencies, { account, invitationId }: WaitingAccount): Promise<Person> {
  const { person } = await invitedBy(deps, invitationId);
  const owner = await deps.credentials.personOfAccount(account);
  if (owner !== null && owner !== person.personId) throw new ConsoleRefused('InvitationInvalid');
  return person;
}
