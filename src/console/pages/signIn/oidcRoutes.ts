// GET /console/oidc/entrar leads to the provider, GET /console/oidc/retorno comes back from it. Neither binds an account to a
// person: who comes back with an invitation is asked first (`binding.tsx`).
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { recordSignIn } from '../../../commands/people/invite.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import { OIDC_REFUSED } from '../../../messages/console.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../session/answers.js';
import { OIDC_RETURN, type Oidc } from '../../session/oidc.js';
import { returnPath } from '../../session/returnPath.js';
import type { Sessions } from '../../session/sessions.js';
import { tooMany } from '../../session/signIn.js';
import { takeDraft } from '../../session/waitingDraft.js';
import { askToBind, bindingRoute } from './binding.js';
import { showSignIn } from './SignIn.js';

export const OIDC_BEGIN = '/console/oidc/entrar';

/** None without a provider. */
export function oidcRoutes(deps: ConsoleDependencies, sessions: Sessions): readonly OpenRoute[] {
  const { oidc } = deps;
  if (oidc === null) return [];
  return [
    { method: 'GET', path: OIDC_BEGIN, handle: (context) => begun(context, oidc.provider) },
    { method: 'GET', path: OIDC_RETURN, handle: (context) => returned(context, deps, sessions, oidc.provider) },
    bindingRoute(deps, sessions),
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
  if (ended?.account && ended.invitation !== null)
    return askToBind(context, deps, ended.account, ended.invitation);
  const personId = ended?.account ? await deps.credentials.personOfAccount(ended.account) : null;
  const [person] = personId === null ? [] : await deps.people.byId([personId]);
  if (person === undefined || !isUser(deps, person))
    return showSignIn(context, {
      back,
      draft: null,
      error: OIDC_REFUSED,
      status: isTooMany ? 429 : 401,
    });
  await recordSignIn(deps, person, 'SIGNED_IN', context.state.address);
  await sessions.begin(context, person, await takeDraft(context, deps, back));
  redirectTo(context, back);
}

function isUser({ registers }: ConsoleDependencies, { clientId, personId }: Person): boolean {
  return registers.workflowOf(clientId).users.has(personId);
}
