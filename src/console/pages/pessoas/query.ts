// The people of a client with their roles, and who signed in.
import type {
  CredentialStore,
  PeopleStore,
  SignInAct,
  SignInRecord,
} from '../../../commands/people/peopleStore.js';
import { INVITATION_MS } from '../../../commands/people/access.js';
import type { Clock } from '../../../commands/kernel/context.js';
import type { RoleGrant } from '../../../domain/clients/roles.js';
import type { Registers } from '../../../domain/registers.js';

export type PersonRow = Readonly<{ personId: string; name: string; email: string; grants: readonly RoleGrant[] }>;
/** `none`: without roles, or without anything to sign in with and without a link to get it. */
export type PersonState = 'invited' | 'active' | 'none';
/** `seenAtMs`: of the newest sign-in known; null without one. */
export type ListedPerson = PersonRow & Readonly<{ state: PersonState; seenAtMs: number | null }>;
export type PeopleOverview = Readonly<{ people: readonly ListedPerson[]; records: readonly SignInRecord[] }>;

const RECORDS_SHOWN = 100;
/** Records among which the state of each person is. */
const RECORDS_READ = 2_000;

/** People by name; the newest records. */
export async function peopleOverview(
  deps: Readonly<{
    registers: Pick<Registers, 'workflowOf'>;
    people: Pick<PeopleStore, 'byId'>;
    credentials: Pick<CredentialStore, 'records' | 'passwordOf'>;
    clock: Clock;
  }>,
  clientId: number,
): Promise<PeopleOverview> {
  const { users } = deps.registers.workflowOf(clientId);
  const found = await deps.people.byId([...users.keys()]);
  const records = await deps.credentials.records(clientId, RECORDS_READ);
  const newest = newestBy(records);
  const nowMs = deps.clock.now().getTime();
  const people = await Promise.all(
    found.map(async ({ personId, name, email }): Promise<ListedPerson> => {
      const grants = users.get(personId) ?? [];
      const at = (act: SignInAct): number | null => newest.get(`${personId} ${act}`) ?? null;
      const seen = Math.max(at('SIGNED_IN') ?? 0, at('ACCEPTED') ?? 0);
      const seenAtMs = seen === 0 ? null : seen;
      const maySignIn = seenAtMs !== null || (await deps.credentials.passwordOf(personId)) !== null;
      const invitedAtMs = Math.max(at('INVITED') ?? 0, at('RESET') ?? 0);
      const isInvited = invitedAtMs + INVITATION_MS > nowMs;
      const state = grants.length === 0 ? 'none' : maySignIn ? 'active' : isInvited ? 'invited' : 'none';
      return { personId, name, email, grants, state, seenAtMs };
    }),
  );
  people.sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
  return { people, records: records.slice(0, RECORDS_SHOWN) };
}

/** The time of the newest record by person and act. @param records newest first */
function newestBy(records: readonly SignInRecord[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { personId, act, atMs } of records)
    if (!newest.has(`${personId} ${act}`)) newest.set(`${personId} ${act}`, atMs);
  return newest;
}
