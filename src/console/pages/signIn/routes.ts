// GET and POST /console/entrar, without a session.
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { SIGN_IN_BUSY, SIGN_IN_REFUSED, OIDC_REFUSED } from '../../../messages/console.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../session/answers.js';
import { readFields } from '../../session/readForm.js';
import { ConsoleRefused } from '../../route.js';
import { draftIn } from '../../session/draft.js';
import { returnPath } from '../../session/returnPath.js';
import type { Sessions } from '../../session/sessions.js';
import { signIn, tooMany } from '../../session/signIn.js';
import { takeDraft } from '../../session/waiting.js';
import { invitationRoutes } from './invitation.js';
import { showSignIn } from './SignIn.js';
import { recordSignIn } from '../../../commands/people/access.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import { OIDC_RETURN, type Oidc } from '../../session/oidc.js';
import { askToBind, bindingRoute } from './binding.js';

const refusals = {
  Wrong: { error: SIGN_IN_REFUSED, status: 401 },
  TooMany: { error: SIGN_IN_REFUSED, status: 429 },
  Busy: { error: SIGN_IN_BUSY, status: 503 },
} as const;

export function signInRoutes(deps: ConsoleDependencies, sessions: Sessions): readonly OpenRoute[] {
  return [
    {
      method: 'GET',
      path: '/console/entrar',
      async handle(context) {
        const { voltar } = context.query;
        showSignIn(context, { back: returnPath(typeof voltar === 'string' ? voltar : null), draft: null });
      },
    },
    { method: 'POST', path: '/console/entrar', handle: (context) => signedIn(context, deps, sessions) },
    ...invitationRoutes(deps, sessions),
    ...oidcRoutes(deps, sessions),
  ];
}

async function signedIn(context: CallContext, deps: ConsoleDependencies, sessions: Sessions): Promise<void> {
  if (deps.oidc?.only === true) throw new ConsoleRefused('PageNotFound');
  context.state.clientId = 0; // Nobody is known who sends this: it takes the share of no client.
  const fields = await readFields(context, deps.bodies);
  const draft = draftIn(fields.raw('rascunho'));
  const back = returnPath(draft?.page ?? fields.text('voltar'));
  const attempt = { email: fields.text('email'), password: fields.raw('senha'), address: context.state.address };
  const outcome = await signIn(deps, attempt);
  if ('person' in outcome) {
    // One that waits for the provider is taken here too, where the provider refused.
    const waiting = deps.oidc === null ? null : await takeDraft(context, deps, back);
    await sessions.begin(context, outcome.person, draft === null ? waiting : JSON.stringify(draft));
    return redirectTo(context, back);
  }
  showSignIn(context, {
    ...{ back, draft: draft === null ? null : JSON.stringify(draft) },
    ...{ email: attempt.email, ...refusals[outcome.refused] },
  });
}

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
