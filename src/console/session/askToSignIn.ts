// Leads a browser without a session to the sign-in. A form sent too late is kept until then.
import type { Bodies } from '../../api/http/request/body.js';
import type { CallContext } from '../../api/call.js';
import type { ConsoleDependencies } from '../dependencies.js';
import { NOTICE_COUNT } from '../design/navigation.js';
import { redirectTo } from './answers.js';
import { readOpenForm } from './readForm.js';
import { showSignIn } from '../pages/signIn/routes.js';
import { ConsoleRefused } from '../route.js';
import { DRAFT_BYTES_MAX, type Draft, pathOfReferer, returnPath, keepDraft } from './draft.js';
import { tooMany } from './signIn.js';

type Dependencies = Pick<ConsoleDependencies, 'bodies' | 'clock' | 'oidc' | 'sessions'>;

export async function askToSignIn(context: CallContext, deps: Dependencies): Promise<void> {
  if (context.method !== 'POST') {
    const path = returnPath(context.url);
    const target = path === '/console' ? '/console/entrar' : `/console/entrar?voltar=${encodeURIComponent(path)}`;
    if (context.headers['hx-request'] !== 'true') return redirectTo(context, target);
    context.status = 401;
    // The page stays, with what is typed in it: the person has not asked for this.
    if (context.path !== NOTICE_COUNT) context.set('HX-Redirect', target);
    context.body = '';
    return;
  }
  if (context.headers['hx-request'] === 'true') context.set({ 'HX-Retarget': 'body', 'HX-Reswap': 'innerHTML' });
  const page = pathOfReferer(context);
  const draft = await draftOf(context, deps.bodies, page);
  const isKept = draft !== null && (await isKeptHere(context, deps, draft));
  showSignIn(context, { status: 401, back: page, draft: isKept ? draft : null, ended: true });
}

/** In the sign-in's own form, and for the provider in the store. */
async function isKeptHere(context: CallContext, deps: Dependencies, draft: string): Promise<boolean> {
  const { oidc } = deps;
  if (oidc === null) return true;
  const isStored = !(await tooMany(deps, context.state.address)) && (await keepDraft(context, deps, draft));
  return isStored || !oidc.only;
}

/** Null for a form with files, or too long to keep. @throws ConsoleRefused FormTooLargeBeforeSignIn */
async function draftOf(context: CallContext, bodies: Bodies, page: string): Promise<string | null> {
  const fields = await readOpenForm(context, bodies).catch((error: unknown) => {
    if (error instanceof ConsoleRefused && error.refusal === 'FormTooLargeBeforeSignIn') throw error;
    return null;
  });
  if (fields === null) return null;
  const draft: Draft = { page, action: context.path, ...fields.typed };
  const text = JSON.stringify(draft);
  return Buffer.byteLength(text) > DRAFT_BYTES_MAX ? null : text;
}
