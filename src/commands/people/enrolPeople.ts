// Gives the users of an `apply` file their opaque ids: the store of people knows who has an e-mail, and takes those it
// does not know. Done before the facts that name them, so that no fact names somebody whose name is nowhere.
import { randomUUID } from 'node:crypto';
import type { Client } from '../../domain/clients/fold.js';
import type { RequestedClient } from '../../domain/clients/applyRequest.js';
import type { PeopleStore, Person } from './peopleStore.js';

export type KnownPersons = ReadonlyMap<string, Person>;

/** Who has the e-mails that the file names. An erased person has none, though the erasing may have been cut short. */
export async function peopleOf(
  people: PeopleStore,
  requested: RequestedClient,
  { erased }: Pick<Client, 'erased'>,
): Promise<KnownPersons> {
  const emails = new Set(requested.users.map(({ email }) => email));
  for (const { owners = [] } of requested.companies)
    for (const { preparer, reviewer, approver } of owners)
      for (const email of [preparer, reviewer, approver]) if (email !== undefined) emails.add(email);
  const found = await people.byEmail([...emails]);
  return new Map(found.filter(({ personId }) => !erased.has(personId)).map((person) => [person.email, person]));
}

/** May run twice: who is there stays who it was. */
export async function enrolPeople(
  people: PeopleStore,
  requested: RequestedClient,
  { clientId, state }: Readonly<{ clientId: number; state: Pick<Client, 'erased'> }>,
): Promise<KnownPersons> {
  const known = new Map(await peopleOf(people, requested, state));
  const fresh = requested.users.flatMap(({ email, name }): Person[] =>
    known.has(email) || name === undefined ? [] : [{ personId: randomUUID(), clientId, email, name }],
  );
  if (fresh.length === 0) return known;
  let there = await people.add(fresh);
  const erased = there.filter(({ personId }) => state.erased.has(personId));
  for (const { personId } of erased) await people.erase(personId); // what an erasing that was cut short left
  if (erased.length > 0) there = await people.add(fresh);
  for (const person of there) known.set(person.email, person);
  return known;
}

/** Users of the file whose name there is another one than in the store; names are stored at once. */
export async function renamePeople(
  people: PeopleStore,
  requested: RequestedClient,
  known: KnownPersons,
): Promise<readonly string[]> {
  const renamed: string[] = [];
  for (const { email, name } of requested.users) {
    const person = known.get(email);
    if (person === undefined || name === undefined || name === person.name) continue;
    await people.rename(person.personId, name);
    renamed.push(person.personId);
  }
  return renamed;
}
