// Adds the users of a registers' file to the store of people, which gives them opaque ids. Runs before events name
// them, so that every person in the log has a name in the store.
import { randomUUID } from 'node:crypto';
import type { RequestedClient } from '../../domain/clients/applyRequest.js';
import { decideMailChoice } from '../../domain/clients/decide.js';
import type { MailChoice } from '../../domain/clients/events.js';
import { clientOf, type Client } from '../../domain/clients/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { decideOn, type Transactor } from '../kernel/transact.js';
import type { PeopleStore, Person } from './peopleStore.js';

type KnownPersons = ReadonlyMap<string, Person>;

/** The owners of the file's e-mails, without erased people (also when the erasure was interrupted). */
export async function peopleOf(
  people: PeopleStore,
  requested: RequestedClient,
  { erased }: Pick<Client, 'erased'>,
): Promise<KnownPersons> {
  const emails = new Set(requested.users.map(({ email }) => email));
  for (const { owners = [] } of requested.companies)
    for (const { preparer, reviewer, approver } of owners)
      for (const email of [preparer, reviewer, approver]) if (email !== undefined) emails.add(email);
  const persons = await people.byEmail([...emails]);
  return new Map(persons.filter(({ personId }) => !erased.has(personId)).map((person) => [person.email, person]));
}

/** May run twice: existing people keep their ids. */
export async function enrolPeople(
  people: PeopleStore,
  requested: RequestedClient,
  { clientId, state }: Readonly<{ clientId: number; state: Pick<Client, 'erased'> }>,
): Promise<KnownPersons> {
  const persons = new Map(await peopleOf(people, requested, state));
  const fresh = requested.users.flatMap(({ email, name }): Person[] =>
    persons.has(email) || name === undefined ? [] : [{ personId: randomUUID(), clientId, email, name }],
  );
  if (fresh.length === 0) return persons;
  let there = await people.add(fresh);
  const erased = there.filter(({ personId }) => state.erased.has(personId));
  for (const { personId } of erased) await people.erase(personId); // completes an interrupted erasure
  if (erased.length > 0) there = await people.add(fresh);
  for (const person of there) persons.set(person.email, person);
  return persons;
}

/** Stores changed names. @returns the ids of renamed people */
export async function renamePeople(
  people: PeopleStore,
  requested: RequestedClient,
  persons: KnownPersons,
): Promise<readonly string[]> {
  const renamed: string[] = [];
  for (const { email, name } of requested.users) {
    const person = persons.get(email);
    if (person === undefined || name === undefined || name === person.name) continue;
    await people.rename(person.personId, name);
    renamed.push(person.personId);
  }
  return renamed;
}

/** May be sent twice. @returns the event's position, null when it was so already */
export async function chooseMail(
  deps: Transactor,
  { personId, clientId }: Pick<Person, 'personId' | 'clientId'>,
  { daily, atOnce }: MailChoice,
  context: CommandContext,
): Promise<number | null> {
  const { position } = await decideOn(deps, context, clientOf(clientId), (state) =>
    decideMailChoice(state, { clientId, personId, daily, atOnce }),
  );
  return position;
}
