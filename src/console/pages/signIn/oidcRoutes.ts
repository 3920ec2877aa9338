// GET /console/oidc/entrar leads to the provider, GET /console/oidc/retorno comes back from it. An account is bound to a
// person when their invitation is opened through the provider; an e-mail alone binds nothing.
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { invitationIdOf, recordSignIn } from '../../../commands/people/invite.js';
import type { ProviderAccount } from '../../../commands/people/credentialStore.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import { OIDC_REFUSED } from '../../../messages/console.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../layout/answers.js';
import { ConsoleRefused } from '../../refused.js';
import { OIDC_RETURN, type Oidc } from '../../session/oidc.js';
import { returnPath } from '../../session/returnPath.js';
import type { Sessions } from '../../session/sessions.js';
import { tooMany } from '../../session/signIn.js';
import { takeDraft } from '../../session/waitingDraft.js';
import { showSignIn } from './SignIn.js';

export const OIDC_BEGIN = '/console/oidc/entrar';

/** None without a provider. */
export function oidcRoutes(deps: ConsoleDependencies, sessions: Sessions): readonly OpenRoute[] {
  const { oidc } = deps;
  if (oidc === null) return [];
  return [
    { method: 'GET', path: OIDC_BEGIN, handle: (context) => begun(context, oidc.provider) },
    { method: 'GET', path: OIDC_RETURN, handle: (context) => returned(context, deps, sessions, oidc.provider) },
  ];
}

async function begun(context: CallContext, provider: Oidc): Promise<void> {
  const { voltar, convite } = context.query;
  const back = returnPath(typeof voltar === 'string' ? voltar : null);
  const invitation = typeof convite === 'string' ? convite : null;
  redirectTo(context, await provider.begin(context, { back, invitation }));
}

async function returned(
  context: CallContext,
  deps: ConsoleDependencies,
  sessions: Sessions,
  provider: Oidc,
): Promise<void> {
  const isTooMany = await tooMany(deps, context.state.address);
  const ended = isTooMany ? null : await provider.end(context);
  const back = returnPath(ended?.back);
  const personId = ended?.account ? await personOf(deps, ended.account, ended.invitation) : null;
  const [person] = personId === null ? [] : await deps.people.byId([personId]);
  if (ended === null || person === undefined || !isUser(deps, person))
    return showSignIn(context, {
      back,
      draft: null,
      error: OIDC_REFUSED,
      status: isTooMany ? 429 : 401,
    });
  await recordSignIn(deps, person, ended.invitation === null ? 'SIGNED_IN' : 'ACCEPTED', context.state.address);
  await sessions.begin(context, person, await takeDraft(context, deps, back));
  redirectTo(context, back);
}

/** @param invitation the token of the one that the account is to be bound by */
function personOf(
  deps: ConsoleDependencies,
  account: ProviderAccount,
  invitation: string | null,
): Promise<string | null> {
  return invitation === null ? deps.credentials.personOfAccount(account) : bound(deps, invitation, account);
}

/** @throws ConsoleRefused InvitationInvalid, also for an account that is another person's */
async function bound(
  { credentials, sessions, clock }: ConsoleDependencies,
  token: string,
  account: ProviderAccount,
): Promise<string> {
  const id = invitationIdOf(token);
  const [invitation, owner] = [await credentials.invitation(id), await credentials.personOfAccount(account)];
  if (invitation === null || (owner !== null && owner !== invitation.personId))
    throw new ConsoleRefused('InvitationInvalid');
  const used = await credentials.accept(id, clock.now().getTime(), account);
  if (used === null) throw new ConsoleRefused('InvitationInvalid');
  await sessions.endAllOf(used.personId);
  return used.personId;
}

function isUser({ registers }: ConsoleDependencies, { clientId, personId }: Person): boolean {
  return registers.workflowOf(clientId).users.has(personId);
}
