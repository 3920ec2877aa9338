// Keeps something of a browser that nobody is signed in with until it comes back from the provider: a form that was sent too late,
// which no hidden field can carry there, or the account that an invitation is to be bound to. It is stored like a session
// without a person, and found by a cookie.
import { randomBytes } from 'node:crypto';
import type { CallContext } from '../../api/call.js';
import type { Clock } from '../../commands/kernel/context.js';
import type { ProviderAccount, Session, SessionStore } from '../../commands/people/peopleStore.js';
import { ACCOUNT_COOKIE, cookieOf, deleteCookie, DRAFT_COOKIE, setCookie } from './cookies.js';
import { draftIn } from './draft.js';
import { requireToken } from './readForm.js';
import { sessionIdOf } from './sessions.js';

type Dependencies = Readonly<{
  sessions: Pick<SessionStore, 'open' | 'openOneOf' | 'purge' | 'find' | 'end'>;
  clock: Clock;
}>;

/** As long as an attempt at the provider may take. */
const WAITING_SECONDS = 600;
/** Forms of everybody together: anybody may send one. */
const FORMS_MAX = 1_000;
/** No person has this id: the row opens nothing. */
const NOBODY = { personId: '', clientId: 0, roles: null } as const;

const newSecret = (): string => randomBytes(32).toString('base64url');

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

/**
 * Once. Null without one, and for one of another page: the next person at the same browser begins elsewhere.
 * @param page the address that the browser goes back to
 */
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
  const [secret, csrfToken] = [newSecret(), newSecret()];
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
  const found = secret === null ? null : await sessions.find(sessionIdOf(secret));
  if (found === null || found.personId !== NOBODY.personId || !isRight(found)) return null;
  deleteCookie(context, cookie);
  await sessions.end(found.id);
  return found.endsAtMs <= clock.now().getTime() ? null : found.draft;
}
