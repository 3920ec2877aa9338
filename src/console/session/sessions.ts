// Sessions, begun at sign-in, found by a cookie, ended by time or the person: docs/spec/console.md#sessions.
import { createHash, randomBytes } from 'node:crypto';
import type { CallContext } from '../../api/call.js';
import type { Clock } from '../../commands/kernel/context.js';
import {
  FAILURES_KEPT_MS,
  type PeopleStore,
  type Person,
  type Session,
  type SessionStore,
} from '../../commands/people/peopleStore.js';
import type { InvitationKind } from '../../domain/clients/events.js';
import { linksToTell } from '../../domain/clients/workflowSettings.js';
import type { Registers } from '../../domain/registers.js';
import { PERSON_REMOVED } from '../../messages/people.js';
import { accessOf, type Access } from './access.js';
import { cookieOf, SESSION_COOKIE, setCookie } from './cookies.js';

const IDLE_MS = 30 * 60_000;
const SESSION_MS = 8 * 3_600_000;
/** The last use is stored when it is this old, so that a page does not cost a write. */
const SEEN_EVERY_MS = 60_000;
/** How much processes' clocks may differ. A session of a later time was used before one was set back. */
const CLOCKS_DIFFER_MS = 60_000;
/** How long the former secret is accepted after a change of roles: requests of the same page are on their way. */
const REPLACED_MS = 10_000;

/** For a cookie, a form or an address: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The person who makes the request. */
export type SignedIn = Readonly<{
  sessionId: string;
  personId: string;
  clientId: number;
  name: string;
  email: string;
  csrfToken: string;
  access: Access;
  /** A form that was sent when the session before had ended; null without one. */
  draft: string | null;
  /** Links to sign in by, made for the person, that they did not read of yet. `at` is ISO 8601 UTC. */
  links: readonly Readonly<{ kind: InvitationKind; at: string; by: string }>[];
}>;

type SessionsDependencies = Readonly<{
  sessions: SessionStore;
  people: Pick<PeopleStore, 'byId'>;
  registers: Pick<Registers, 'workflowOf'>;
  clock: Clock;
}>;

type Who = Pick<Person, 'personId' | 'clientId'>;

const grantsOf = ({ registers }: SessionsDependencies, { personId, clientId }: Who) =>
  registers.workflowOf(clientId).users.get(personId);

/** Session of a request; null without a valid one. May set a new cookie. */
export async function sessionOf(context: CallContext, deps: SessionsDependencies): Promise<SignedIn | null> {
  const stored = await validSession(context, deps);
  const grants = stored && grantsOf(deps, stored);
  if (!stored || !grants) return null; // erased, or not a user yet in this process
  const { registers, people, sessions, clock } = deps;
  const unseen = linksToTell(registers.workflowOf(stored.clientId), stored.personId);
  const makers = unseen.flatMap(({ by }) => (by.kind === 'person' ? [by.id] : []));
  const persons = await people.byId([...new Set([stored.personId, ...makers])]);
  const nameOf = (id: string): string => persons.find(({ personId }) => personId === id)?.name ?? PERSON_REMOVED;
  const person = persons.find(({ personId }) => personId === stored.personId);
  if (person === undefined) return null;
  const roles = JSON.stringify(grants);
  const session = roles === (stored.roles ?? roles) ? stored : await renewed(context, deps, stored, roles);
  const now = clock.now().getTime();
  if (now - session.seenAtMs >= SEEN_EVERY_MS) await sessions.change(session.id, { seenAtMs: now });
  const { id: sessionId, personId, clientId, csrfToken, draft } = session;
  const { name, email } = person;
  const links = unseen.map(({ kind, at, by }) => ({ kind, at, by: by.name ?? nameOf(by.id) }));
  return { sessionId, personId, clientId, name, email, csrfToken, access: accessOf(grants), draft, links };
}

async function validSession(context: CallContext, deps: SessionsDependencies): Promise<Session | null> {
  const secret = cookieOf(context, SESSION_COOKIE);
  const session = secret ? await deps.sessions.find(sessionIdOf(secret)) : null;
  const now = deps.clock.now().getTime();
  if (session === null || session.endsAtMs <= now || session.seenAtMs + IDLE_MS <= now) return null;
  return session.seenAtMs > now + CLOCKS_DIFFER_MS ? null : session;
}

/** Sets its cookie, and ends the one that the browser had before. */
export async function beginSession(
  context: CallContext,
  deps: SessionsDependencies,
  { personId, clientId }: Who,
  draft: string | null = null,
): Promise<void> {
  const { sessions, clock } = deps;
  const now = clock.now().getTime();
  const former = cookieOf(context, SESSION_COOKIE);
  if (former) await sessions.end(sessionIdOf(former));
  await sessions.purge({
    endsAtMs: now,
    seenAtMs: now - IDLE_MS,
    triedAtMs: now - FAILURES_KEPT_MS,
    futureMs: now + CLOCKS_DIFFER_MS,
  });
  await openWith(context, deps, {
    personId,
    clientId,
    draft,
    csrfToken: newSecret(),
    roles: JSON.stringify(grantsOf(deps, { personId, clientId }) ?? []),
    startedAtMs: now,
    seenAtMs: now,
    endsAtMs: now + SESSION_MS,
  });
}

async function openWith(context: CallContext, deps: SessionsDependencies, session: Omit<Session, 'id'>) {
  const secret = newSecret();
  const opened = { ...session, id: sessionIdOf(secret) };
  await deps.sessions.open(opened);
  setCookie(context, SESSION_COOKIE, secret);
  return opened;
}

/** A new secret, so that nobody who knew the former one has the new roles. */
async function renewed(context: CallContext, deps: SessionsDependencies, session: Session, roles: string) {
  const now = deps.clock.now().getTime();
  if (session.endsAtMs - now <= REPLACED_MS) return session; // replaced already
  const opened = await openWith(context, deps, { ...session, roles, seenAtMs: now });
  await deps.sessions.change(session.id, { endsAtMs: now + REPLACED_MS });
  return opened;
}

export function sessionIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
