// Leads a browser without a session to the sign-in. A form sent too late is kept until then.
import type { Bodies } from '../../api/http/request/body.js';
import type { CallContext } from '../../api/call.js';
import { redirectTo } from '../layout/answers.js';
import { readFields } from '../layout/readForm.js';
import { showSignIn } from '../pages/signIn/SignIn.js';
import { DRAFT_LENGTH_MAX, type Draft } from './draft.js';
import { pathOfReferer, returnPath } from './returnPath.js';

export async function askToSignIn(context: CallContext, bodies: Bodies): Promise<void> {
  const call = context;
  if (context.method === 'GET') {
    const path = returnPath(context.url);
    const target = path === '/console' ? '/console/entrar' : `/console/entrar?voltar=${encodeURIComponent(path)}`;
    if (context.headers['hx-request'] !== 'true') return redirectTo(call, target);
    context.status = 401;
    context.set('HX-Redirect', target);
    context.body = '';
    return;
  }
  if (context.headers['hx-request'] === 'true') context.set({ 'HX-Retarget': 'body', 'HX-Reswap': 'innerHTML' });
  const page = pathOfReferer(context);
  showSignIn(call, { status: 401, back: page, draft: await draftOf(context, bodies, page), ended: true });
}

/** Null for a form with files, or too long to keep. */
async function draftOf(context: CallContext, bodies: Bodies, page: string): Promise<string | null> {
  // Nobody is known who sends this: it takes the share of no client.
  context.state.clientId = 0;
  const fields = await readFields(context, bodies).catch(() => null);
  if (fields === null) return null;
  const draft: Draft = { page, action: context.path, fields: fields.values };
  const text = JSON.stringify(draft);
  return text.length > DRAFT_LENGTH_MAX ? null : text;
}
