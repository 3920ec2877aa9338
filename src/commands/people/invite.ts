// Invites people to the console, and signs them out. The person who makes the link hands it over: no e-mail is sent. Who made it
// is in the log, for whoever holds it becomes the person, and the person reads it there (`acknowledgeLinks`).
// Source: docs/spec/console.md#invitations.
import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import type { InvitationKind, SignInLinkMade, SignInLinksSeen } from '../../domain/clients/events.js';
import { client as clientFold, clientStream, type Client } from '../../domain/clients/fold.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { transact, type Transactor } from '../kernel/transact.js';
import { forgetOldRecords, type CredentialStore, type SignInAct } from './credentialStore.js';
import type { Person } from './peopleStore.js';
import type { SessionStore } from './sessionStore.js';

/** How long a link can be used. */
export const INVITATION_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

type Deps = Readonly<{ credentials: CredentialStore; clock: Clock }>;
type Known = Pick<Person, 'personId' | 'clientId'>;

/**
 * Stores the event, then the link: there is none that nobody made.
 * @returns the token of the link, once, its end as ISO 8601 in UTC, and the event's position; a link made before is void
 */
export async function invitePerson(
  deps: Deps & Transactor,
  person: Known,
  kind: InvitationKind,
  context: CommandContext,
): Promise<Readonly<{ token: string; expiresAt: string; position: number | null }>> {
  const { personId, clientId } = person;
  const { position } = await transact<Client, null, SignInLinkMade, null>(deps, context, {
    stream: clientStream(clientId),
    fold: clientFold,
    gather: async () => null,
    decide: () => ({ events: [{ type: 'SignInLinkMade', data: { clientId, personId, kind } }], outcome: null }),
  });
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
  { personId, clientId }: Known,
  until: string,
  context: CommandContext,
): Promise<number | null> {
  const { position } = await transact<Client, null, SignInLinksSeen, null>(deps, context, {
    stream: clientStream(clientId),
    fold: clientFold,
    gather: async () => null,
    decide: ({ unseenLinks }) => ({
      events: (unseenLinks.get(personId) ?? []).some(({ at }) => at === until)
        ? [{ type: 'SignInLinksSeen', data: { clientId, personId, until } }]
        : [],
      outcome: null,
    }),
  });
  return position;
}

/** Ends all sessions of a person. @returns how many there were */
export async function signOutPerson(
  { sessions, ...deps }: Deps & Readonly<{ sessions: Pick<SessionStore, 'endAllOf'> }>,
  person: Known,
): Promise<number> {
  const ended = await sessions.endAllOf(person.personId);
  await recordSignIn(deps, person, 'SESSIONS_ENDED', null);
  return ended;
}

export async function recordSignIn(
  { credentials, clock }: Deps,
  { personId, clientId }: Known,
  act: SignInAct,
  address: string | null,
): Promise<void> {
  const atMs = clock.now().getTime();
  await credentials.record({ atMs, personId, clientId, act, address });
  await forgetOldRecords(credentials, atMs);
}

export function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The link of an invitation. @param origin of the console */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/console/convite/${token}`;
}
