// The console as routes of the API's server, and what all of them have. Source: docs/spec/console.md.
import { inTime } from '../commands/kernel/context.js';
import { READ_TIMEOUT_MS, type CallContext, type OpenRoute } from '../api/call.js';
import { assetRoutes } from './assets/assets.js';
import type { Bodies } from '../api/http/request/body.js';
import { countCall } from '../api/http/countCall.js';
import type { ConsoleDependencies } from './dependencies.js';
import { redirectTo } from './session/answers.js';
import { NOTICE_COUNT } from './design/navigation.js';
import { showError, showRateExceeded } from './errors.js';
import { calendarFeed } from './pages/avisos/routes.js';
import { showSignIn, signInRoutes } from './pages/signIn/routes.js';
import { get, post, writerNumber, type ConsoleCall, type ConsoleRoute, ConsoleRefused } from './route.js';
import { routes } from './routes.js';
import { DRAFT_BYTES_MAX, draftIn, keepDraft, pathOfReferer, returnPath, type Draft } from './session/draft.js';
import { readOpenForm, requireSameOrigin } from './session/readForm.js';
import { sessionOf } from './session/sessions.js';
import { tooMany } from './session/signIn.js';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { paths } from './paths.js';

/** @param provider origin of the provider of OIDC, where sign-in leads */
const policyWith = (provider: string): string =>
  `default-src 'self'; img-src 'self' data:; form-action 'self'${provider}; frame-ancestors 'none'; base-uri 'none'; object-src 'none'`;
const PAGE_HEADERS = {
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export function consoleRoutes(deps: ConsoleDependencies): readonly OpenRoute[] {
  const answering = showing(deps);
  const signedIn = (route: ConsoleRoute): OpenRoute => ({
    method: route.method,
    path: route.path,
    handle: answering((context) => answerSignedIn(context, deps, route)),
  });
  return [
    ...assetRoutes(),
    ...[calendarFeed(deps), ...signInRoutes(deps)].map(({ handle, ...route }) => ({
      ...route,
      handle: answering(handle),
    })),
    ...routes.map(signedIn),
    ...[get, post].map((route) => signedIn(route('/console/{*rest}', answerNotThere))),
  ];
}

type Handle = (context: CallContext) => Promise<void>;

/** Adds what every page has: headers, an answer to errors, compression. */
function showing(deps: ConsoleDependencies): (handle: Handle) => Handle {
  const policy = policyWith(deps.oidc === null ? '' : ` ${deps.oidc.origin}`);
  const signInBy = { withPassword: deps.oidc?.only !== true, withProvider: deps.oidc !== null };
  return (handle) => async (context) => {
    context.state.signInBy = signInBy;
    context.set({ ...PAGE_HEADERS, 'Content-Security-Policy': policy });
    try {
      if (context.method === 'POST') requireSameOrigin(context, deps.publicUrl);
      await handle(context);
    } catch (error) {
      showError(context, error, deps);
    }
    compressPage(context);
  };
}

async function answerSignedIn(
  context: CallContext,
  deps: ConsoleDependencies,
  { method, may, handle }: ConsoleRoute,
): Promise<void> {
  const session = await sessionOf(context, deps);
  if (session === null) return askToSignIn(context, deps);
  const typed = draftIn(session.draft);
  const { clientId } = session;
  const state = Object.assign(context.state, {
    clientId,
    ...(typed && { typed: { ...typed, isDraft: true } as const }),
  });
  const call: ConsoleCall = Object.assign(context, { deps, session, state });
  const exceeded = await countCall(call, deps, `person ${session.personId}`);
  if (!may(session.access)) throw new ConsoleRefused('PageForbidden');
  if (exceeded !== null) return showRateExceeded(call, exceeded);
  if (method === 'POST') {
    if (typed?.action === call.path) await deps.sessions.change(session.sessionId, { draft: null });
    return await handle(call);
  }
  await deps.written.waitFor(writerNumber(session.personId));
  await inTime(READ_TIMEOUT_MS, Promise.resolve(handle(call)));
}

type SignInDependencies = Pick<ConsoleDependencies, 'bodies' | 'clock' | 'oidc' | 'sessions'>;

/** Leads a browser without a session to the sign-in. A form sent too late is kept until then. */
async function askToSignIn(context: CallContext, deps: SignInDependencies): Promise<void> {
  if (context.method !== 'POST') {
    const path = returnPath(context.url);
    const target = path === paths.myDay ? paths.signIn : `${paths.signIn}?voltar=${encodeURIComponent(path)}`;
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

/** Stores the form for a sign-in at the provider. @returns whether the sign-in's own form or the store keeps it */
async function isKeptHere(context: CallContext, deps: SignInDependencies, draft: string): Promise<boolean> {
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

function answerNotThere(call: ConsoleCall): void {
  const page = call.method === 'GET' ? pageOfForm(call.path) : null;
  if (page === null) throw new ConsoleRefused('PageNotFound');
  redirectTo(call, page);
}

const BYTES_MIN = 1_024;
/** A window of 256 kB holds most pages; larger ones take memory that a page does not need. */
const WINDOW_BITS = 18;
/** The fastest: a page of 100 rows takes 5.5 instead of 4.7 kB, and 0.1 instead of 0.35 ms. */
const QUALITY = 1;

/**
 * Compresses a page synchronously, as one buffer; files and streams are left to the compression of all answers.
 * That one makes a stream of each answer, which costs a quarter of a page's processor time and waits for the
 * thread pool.
 */
function compressPage(context: CallContext): void {
  const { body } = context;
  if (!Buffer.isBuffer(body) || body.length < BYTES_MIN || context.method === 'HEAD') return;
  if (context.response.type !== 'text/html') return;
  const encoding = ['br', 'gzip'].find((name) => context.acceptsEncodings(name) === name);
  if (encoding === undefined) return;
  context.set('Content-Encoding', encoding);
  context.body = encoding === 'br' ? withBrotli(body) : gzipSync(body, { level: constants.Z_BEST_SPEED });
}

function withBrotli(page: Buffer): Buffer {
  return brotliCompressSync(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
}

/** The nearest page above the address of a form, which a browser reloaded or went back to. Null for any other. */
function pageOfForm(path: string): string | null {
  if (!answers('POST', path)) return null;
  for (let above = parentOf(path); above !== ''; above = parentOf(above)) if (answers('GET', above)) return above;
  return null;
}

function answers(wanted: ConsoleRoute['method'], path: string): boolean {
  const segments = path.split('/');
  return routes.some(({ method, path: pattern }) => {
    const parts = pattern.split('/');
    const fits = (part: string, at: number): boolean => part.startsWith('{') || part === segments[at];
    return method === wanted && parts.length === segments.length && parts.every(fits);
  });
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
