// Invites people to the console, and signs them out. The person who makes the link hands it over: no e-mail is sent.
// Source: docs/spec/console.md#invitations.
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../kernel/context.js';
import { forgetOldRecords, type CredentialStore, type InvitationKind, type SignInAct } from './credentialStore.js';
import type { Person } from './peopleStore.js';
import type { SessionStore } from './sessionStore.js';

const INVITATION_MS = 7 * 86_400_000;
const TOKEN_BYTES = 32;

type Deps = Readonly<{ credentials: CredentialStore; clock: Clock }>;
type Known = Pick<Person, 'personId' | 'clientId'>;

/** @returns the token of the link, once, and its end as ISO 8601 in UTC; a link made before is void */
export async function invitePerson(
  { credentials, clock }: Deps,
  person: Known,
  kind: InvitationKind,
): Promise<Readonly<{ token: string; expiresAt: string }>> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAtMs = clock.now().getTime() + INVITATION_MS;
  const { personId, clientId } = person;
  await credentials.invite({ id: invitationIdOf(token), personId, clientId, kind, expiresAtMs });
  await recordSignIn({ credentials, clock }, person, kind === 'INVITE' ? 'INVITED' : 'RESET', null);
  return { token, expiresAt: new Date(expiresAtMs).toISOString() };
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
