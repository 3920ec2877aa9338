// An account of the provider that came back for an invitation, until whoever brought it confirms whom it is bound to. It is stored
// like a session without a person, and found by a cookie of the browser that brought it.
import { randomBytes } from 'node:crypto';
import type { CallContext } from '../../api/call.js';
import type { Clock } from '../../commands/kernel/context.js';
import type { ProviderAccount, SessionStore } from '../../commands/people/peopleStore.js';
import { ACCOUNT_COOKIE, cookieOf, deleteCookie, setCookie } from './cookies.js';
import { requireToken } from './readForm.js';
import { sessionIdOf } from './sessions.js';

type Dependencies = Readonly<{ sessions: Pick<SessionStore, 'open' | 'find' | 'end'>; clock: Clock }>;

/** `invitationId` of the stored invitation, which is not its token. */
export type WaitingAccount = Readonly<{ account: ProviderAccount; invitationId: string }>;

const WAITING_SECONDS = 600;
/** No person has this id: the row opens nothing. */
const NOBODY = { personId: '', clientId: 0, roles: null } as const;

/** @returns the token of the form that confirms it */
export async function keepAccount(
  context: CallContext,
  { sessions, clock }: Dependencies,
  waiting: WaitingAccount,
): Promise<string> {
  const [secret, csrfToken] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const now = clock.now().getTime();
  const times = { startedAtMs: now, seenAtMs: now, endsAtMs: now + WAITING_SECONDS * 1_000 };
  const draft = JSON.stringify(waiting);
  await sessions.open({ id: sessionIdOf(secret), ...NOBODY, csrfToken, ...times, draft });
  setCookie(context, ACCOUNT_COOKIE, secret, WAITING_SECONDS);
  return csrfToken;
}

/** Once. Null without one. @throws ConsoleRefused ForeignForm without its token */
export async function takeAccount(
  context: CallContext,
  { sessions, clock }: Dependencies,
  token: string,
): Promise<WaitingAccount | null> {
  const secret = cookieOf(context, ACCOUNT_COOKIE);
  if (secret === null) return null;
  const id = sessionIdOf(secret);
  const found = await sessions.find(id);
  // A form that waits for its sign-in has no token.
  if (found === null || found.personId !== NOBODY.personId || found.csrfToken === '') return null;
  requireToken(token, found.csrfToken);
  deleteCookie(context, ACCOUNT_COOKIE);
  await sessions.end(id);
  return found.endsAtMs <= clock.now().getTime() ? null : (JSON.parse(found.draft ?? 'null') as WaitingAccount);
}
