// People's access to the console: invited, signed out, erased.
import { createHash, randomBytes } from 'node:crypto';
import type { InvitationKind, UserErased } from '../../domain/clients/events.js';
import { clientOf } from '../../domain/clients/fold.js';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { readClock, type Clock, type CommandContext } from '../kernel/context.js';
import { decideOn, type Transactor } from '../kernel/transact.js';
import { eventsAfter } from '../log/copyLog.js';
import type { CredentialStore, PeopleStore, Person, SessionStore, SignInAct } from './peopleStore.js';

// Invites people to the console, and signs them out. The person who makes the link hands it over: no e-mail is
// sent. Who made it is in the log, for whoever holds it becomes the person, and the person reads it there
// (`acknowledgeLinks`).
// Source: docs/spec/console.md#invitations.

export const INVITATION_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

type Deps = Readonly<{ credentials: CredentialStore; clock: Clock }>;
type PersonRef = Pick<Person, 'personId' | 'clientId'>;

/**
 * Stores the event, then the link: there is none that nobody made.
 * @returns the token of the link, once, its end as ISO 8601 in UTC, and the event's position; a link made before
 *   is void
 */
export async function invitePerson(
  deps: Deps & Transactor,
  person: PersonRef,
  kind: InvitationKind,
  context: CommandContext,
): Promise<Readonly<{ token: string; expiresAt: string; position: number | null }>> {
  const { personId, clientId } = person;
  const { position } = await decideOn(deps, context, clientOf(clientId), () => ({
    events: [{ type: 'SignInLinkMade', data: { clientId, personId, kind } }],
    outcome: null,
  }));
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAtMs = deps.clock.now().getTime() + INVITATION_MS;
  await deps.credentials.invite({ id: invitationIdOf(token), personId, clientId, kind, expiresAtMs });
  await recordSignIn(deps, person, kind === 'INVITE' ? 'INVITED' : 'RESET', null);
  return { token, expiresAt: new Date(expiresAtMs).toISOString(), position };
}

/**
 * The person read who made links for them.
 * @param until the time of the newest that they read of
 * @returns the event's position, null when they read of it before
 */
export async function acknowledgeLinks(
  deps: Transactor,
  { personId, clientId }: PersonRef,
  until: string,
  context: CommandContext,
): Promise<number | null> {
  const { position } = await decideOn(deps, context, clientOf(clientId), ({ unseenLinks }) => ({
    events: (unseenLinks.get(personId) ?? []).some(({ at }) => at === until)
      ? [{ type: 'SignInLinksSeen', data: { clientId, personId, until } }]
      : [],
    outcome: null,
  }));
  return position;
}

/** Ends all sessions of a person. @returns how many there were */
export async function signOutPerson(
  { sessions, ...deps }: Deps & Readonly<{ sessions: Pick<SessionStore, 'endAllOf'> }>,
  person: PersonRef,
): Promise<number> {
  const ended = await sessions.endAllOf(person.personId);
  await recordSignIn(deps, person, 'SESSIONS_ENDED', null);
  return ended;
}

export async function recordSignIn(
  { credentials, clock }: Deps,
  { personId, clientId }: PersonRef,
  act: SignInAct,
  address: string | null,
): Promise<void> {
  const atMs = clock.now().getTime();
  await credentials.record({ atMs, personId, clientId, act, address });
  await credentials.forgetOldRecords(readClock(clock));
}

export function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}/console/convite/${token}`;
}

// Erases a person's name and e-mail for good, with sessions and credentials. Events keep the opaque id; readers
// see that the person was removed.

type EraseDeps = Transactor & Readonly<{ people: PeopleStore }>;

/**
 * Stores the event, then erases the name; running it again completes an interrupted run.
 * @returns the event's position, null when the person was already erased or never a user
 */
export async function eraseUser(
  deps: EraseDeps,
  { personId, clientId }: Pick<Person, 'personId' | 'clientId'>,
  context: CommandContext,
): Promise<number | null> {
  const { position } = await decideOn(deps, context, clientOf(clientId), ({ users }) => ({
    events: users.has(personId) ? [{ type: 'UserErased', data: { clientId, personId } }] : [],
    outcome: null,
  }));
  await deps.people.erase(personId);
  return position;
}

/** The store of people; erasing a person also deletes the person's sessions and credentials. */
export function erasingAccess(
  people: PeopleStore,
  credentials: Pick<CredentialStore, 'erase'>,
  sessions: Pick<SessionStore, 'endAllOf'>,
): PeopleStore {
  return {
    ...people,
    async erase(personId) {
      await sessions.endAllOf(personId);
      await credentials.erase(personId);
      await people.erase(personId); // last: it also rewrites the file that both are in
    },
  };
}

/** Ids of erased people, from the log: a copy of an old or restored store must not restore them. */
export async function erasedPeople(log: EventLog): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { type, data } of eventsAfter(log, 0, ['client-']))
    if (type === 'UserErased') erased.add((data as UserErased['data']).personId);
  return erased;
}
