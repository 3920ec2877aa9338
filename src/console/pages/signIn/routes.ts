// GET and POST /console/entrar, without a session.
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { SIGN_IN_BUSY, SIGN_IN_REFUSED } from '../../../messages/console.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../session/answers.js';
import { readFields } from '../../session/readForm.js';
import { ConsoleRefused } from '../../refused.js';
import { draftIn } from '../../session/draft.js';
import { returnPath } from '../../session/returnPath.js';
import type { Sessions } from '../../session/sessions.js';
import { signIn } from '../../session/signIn.js';
import { takeDraft } from '../../session/waitingDraft.js';
import { invitationRoutes } from './invitation.js';
import { oidcRoutes } from './oidcRoutes.js';
import { showSignIn } from './SignIn.js';

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
