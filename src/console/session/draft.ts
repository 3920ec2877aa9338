// A form that was sent after its session had ended: kept until the person signed in again, then shown with what
// was typed. Where a browser goes back to after it signed in: an address of this console and nothing else. Forms
// and accounts of a browser that nobody is signed in with wait in a store like sessions without a person, found by
// a cookie, until it comes back from the provider.
import * as z from 'zod';
import type { CallContext } from '../../api/call.js';
import type { Clock } from '../../commands/kernel/context.js';
import type { ProviderAccount, Session, SessionStore } from '../../commands/people/peopleStore.js';
import { ACCOUNT_COOKIE, cookieOf, deleteCookie, DRAFT_COOKIE, jsonIn, setCookie } from './cookies.js';
import { requireToken } from './readForm.js';
import { newSecret, sessionIdOf } from './sessions.js';
import { paths } from '../paths.js';

const BASE = 'http://console.invalid';
const LENGTH_MAX = 2_000;

/** The path with its query; `/console` for anything that leads elsewhere. */
export function returnPath(address: string | null | undefined): string {
  if (!address || address.length > LENGTH_MAX || address.includes('\\')) return paths.myDay;
  if (!/^\/console(?![\w.-])[\x21-\x7e]*$/.test(address) || !URL.canParse(address, BASE)) return paths.myDay;
  const url = new URL(address, BASE);
  const isOurs = url.origin === BASE && /^\/console(\/|$)/.test(url.pathname) && !url.pathname.startsWith('//');
  if (!isOurs || /^\/console\/(entrar|sair|convite|assets|tema|oidc)\b/.test(url.pathname)) return paths.myDay;
  return url.pathname + url.search;
}

/** The page that a form was on, by the path of `Referer`. */
export function pathOfReferer({ headers: { referer = '' } }: Pick<CallContext, 'headers'>): string {
  if (!URL.canParse(referer)) return paths.myDay;
  const { pathname, search } = new URL(referer);
  return returnPath(pathname + search);
}

/** A longer form is not kept: anybody may send one, and escaped it fits the form of the sign-in. */
export const DRAFT_BYTES_MAX = 16_384;

/** `page`: the address of the page with the form; `action`: the form's own. */
const draftShape = z.object({
  page: z.string(),
  action: z.string(),
  fields: z.record(z.string(), z.string()),
  several: z.record(z.string(), z.array(z.string()).readonly()).default({}),
});
export type Draft = Readonly<z.output<typeof draftShape>>;

/** Draft in a field or a session; null for anything that is none. */
export function draftIn(text: string | null): Draft | null {
  if (text === null || Buffer.byteLength(text) > DRAFT_BYTES_MAX) return null;
  const draft = jsonIn(text, draftShape);
  return draft && { ...draft, page: returnPath(draft.page) };
}

type Dependencies = Readonly<{
  sessions: Pick<SessionStore, 'open' | 'openOneOf' | 'purge' | 'find' | 'end'>;
  clock: Clock;
}>;

/** How long a draft waits: as long as an attempt at the provider may take. */
const WAITING_SECONDS = 600;
/** Forms of everybody together: anybody may send one. */
const FORMS_MAX = 1_000;
/** No person has this id: the row opens nothing. */
const NOBODY = { personId: '', clientId: 0, roles: null } as const;

function waiting({ clock }: Dependencies, secret: string, of: Pick<Session, 'csrfToken' | 'draft'>): Session {
  const now = clock.now().getTime();
  const times = { startedAtMs: now, seenAtMs: now, endsAtMs: now + WAITING_SECONDS * 1_000 };
  return { id: sessionIdOf(secret), ...NOBODY, ...times, ...of };
}

/** @returns false when too many wait */
export async function keepDraft(context: CallContext, deps: Dependencies, draft: string): Promise<boolean> {
  const { sessions, clock } = deps;
  const secret = newSecret();
  const endsAtMs = clock.now().getTime();
  await sessions.purge({ endsAtMs, seenAtMs: 0, triedAtMs: 0, futureMs: Number.MAX_SAFE_INTEGER });
  if (!(await sessions.openOneOf(waiting(deps, secret, { csrfToken: '', draft }), FORMS_MAX))) return false;
  setCookie(context, DRAFT_COOKIE, secret, WAITING_SECONDS);
  return true;
}

/** Once. Null without one, and for one of another page: the next person at the same browser begins elsewhere. */
export async function takeDraft(context: CallContext, deps: Dependencies, page: string): Promise<string | null> {
  const draft = await taken(context, deps, DRAFT_COOKIE, () => true);
  return draftIn(draft)?.page === page ? draft : null;
}

/** `invitationId` of the stored invitation, which is not its token. */
export type WaitingAccount = Readonly<{ account: ProviderAccount; invitationId: string }>;

/** @returns the token of the form that confirms it */
export async function keepAccount(
  context: CallContext,
  deps: Dependencies,
  account: WaitingAccount,
): Promise<string> {
  const secret = newSecret();
  const csrfToken = newSecret();
  await deps.sessions.open(waiting(deps, secret, { csrfToken, draft: JSON.stringify(account) }));
  setCookie(context, ACCOUNT_COOKIE, secret, WAITING_SECONDS);
  return csrfToken;
}

/** Once. Null without one. @throws ConsoleRefused ForeignForm without its token */
export async function takeAccount(
  context: CallContext,
  deps: Dependencies,
  token: string,
): Promise<WaitingAccount | null> {
  const account = await taken(context, deps, ACCOUNT_COOKIE, ({ csrfToken }) => {
    if (csrfToken === '') return false; // a form that waits for its sign-in
    requireToken(token, csrfToken);
    return true;
  });
  return JSON.parse(account ?? 'null') as WaitingAccount | null;
}

async function taken(
  context: CallContext,
  { sessions, clock }: Dependencies,
  cookie: string,
  isRight: (session: Session) => boolean,
): Promise<string | null> {
  const secret = cookieOf(context, cookie);
  const waitingSession = secret === null ? null : await sessions.find(sessionIdOf(secret));
  if (waitingSession === null || waitingSession.personId !== NOBODY.personId || !isRight(waitingSession))
    return null;
  deleteCookie(context, cookie);
  await sessions.end(waitingSession.id);
  return waitingSession.endsAtMs <= clock.now().getTime() ? null : waitingSession.draft;
}
