// The people of a client with their roles, and who signed in.
import type { CredentialStore, SignInRecord } from '../../../commands/people/credentialStore.js';
import type { PeopleStore } from '../../../commands/people/peopleStore.js';
import type { RoleGrant } from '../../../domain/clients/roles.js';
import type { Registers } from '../../../domain/registers.js';

export type PersonRow = Readonly<{ personId: string; name: string; email: string; grants: readonly RoleGrant[] }>;
export type PeopleOverview = Readonly<{ people: readonly PersonRow[]; records: readonly SignInRecord[] }>;

const RECORDS_SHOWN = 100;

/** People by name; the newest records. */
export async function peopleOverview(
  deps: Readonly<{
    registers: Pick<Registers, 'workflowOf'>;
    people: Pick<PeopleStore, 'byId'>;
    credentials: Pick<CredentialStore, 'records'>;
  }>,
  clientId: number,
): Promise<PeopleOverview> {
  const { users } = deps.registers.workflowOf(clientId);
  const found = await deps.people.byId([...users.keys()]);
  const people = found
    .map(({ personId, name, email }) => ({ personId, name, email, grants: users.get(personId) ?? [] }))
    .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
  return { people, records: await deps.credentials.records(clientId, RECORDS_SHOWN) };
}
