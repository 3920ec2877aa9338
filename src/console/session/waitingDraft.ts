// Stores a form while its person signs in at the provider, where no hidden field can carry it. It is stored like a session
// without a person, and found by a cookie of the browser that sent it.
import { randomBytes } from 'node:crypto';
import type { CallContext } from '../../api/call.js';
import type { Clock } from '../../commands/kernel/context.js';
import type { SessionStore } from '../../commands/people/peopleStore.js';
import { cookieOf, deleteCookie, DRAFT_COOKIE, setCookie } from './cookies.js';
import { draftIn } from './draft.js';
import { sessionIdOf } from './sessions.js';

type Dependencies = Readonly<{
  sessions: Pick<SessionStore, 'openOneOf' | 'purge' | 'find' | 'end'>;
  clock: Clock;
}>;

/** As long as an attempt at the provider may take. */
const WAITING_SECONDS = 600;
/** Of everybody together: anybody may send one. */
const WAITING_MAX = 1_000;
/** No person has this id: the row opens nothing. */
const NOBODY = { personId: '', clientId: 0, csrfToken: '', roles: null } as const;

/** @returns false when too many wait */
export async function keepDraft(
  context: CallContext,
  { sessions, clock }: Dependencies,
  draft: string,
): Promise<boolean> {
  const secret = randomBytes(32).toString('base64url');
  const now = clock.now().getTime();
  const times = { startedAtMs: now, seenAtMs: now, endsAtMs: now + WAITING_SECONDS * 1_000 };
  await sessions.purge({ endsAtMs: now, seenAtMs: 0, triedAtMs: 0, futureMs: Number.MAX_SAFE_INTEGER });
  const waiting = { id: sessionIdOf(secret), ...NOBODY, ...times, draft };
  if (!(await sessions.openOneOf(waiting, WAITING_MAX))) return false;
  setCookie(context, DRAFT_COOKIE, secret, WAITING_SECONDS);
  return true;
}

/**
 * Once. Null without one, and for one of another page: the next person at the same browser begins elsewhere.
 * @param page the address that the browser goes back to
 */
export async function takeDraft(
  context: CallContext,
  { sessions, clock }: Dependencies,
  page: string,
): Promise<string | null> {
  const secret = cookieOf(context, DRAFT_COOKIE);
  if (secret === null) return null;
  deleteCookie(context, DRAFT_COOKIE);
  const id = sessionIdOf(secret);
  const found = await sessions.find(id);
  if (found === null || found.personId !== NOBODY.personId) return null;
  await sessions.end(id);
  if (found.endsAtMs <= clock.now().getTime()) return null;
  return draftIn(found.draft)?.page === page ? found.draft : null;
}
