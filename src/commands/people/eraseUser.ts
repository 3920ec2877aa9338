// Erases a person's name and e-mail for good, with sessions and credentials. Events keep the opaque id; readers see that the person
// was removed.
import { client as clientFold, clientStream, type Client } from '../../domain/clients/fold.js';
import type { UserErased } from '../../domain/clients/events.js';
import type { CommandContext } from '../kernel/context.js';
import type { PeopleStore, Person } from './peopleStore.js';
import { transact, type Transactor } from '../kernel/transact.js';
import type { CredentialStore } from './credentialStore.js';
import type { SessionStore } from './sessionStore.js';
import { eventsAfter } from '../log/compareLogs.js';
import type { EventLog } from '../../domain/kernel/log.js';

export type EraseDeps = Transactor & Readonly<{ people: PeopleStore }>;

/**
 * Stores the event, then erases the name; running it again completes an interrupted run.
 * @returns the event's position, null when the person was already erased or never a user
 */
export async function eraseUser(
  deps: EraseDeps,
  { personId, clientId }: Pick<Person, 'personId' | 'clientId'>,
  context: CommandContext,
): Promise<number | null> {
  const { position } = await transact<Client, null, UserErased, null>(deps, context, {
    stream: clientStream(clientId),
    fold: clientFold,
    gather: async () => null,
    decide: ({ users }) => ({
      events: users.has(personId) ? [{ type: 'UserErased', data: { clientId, personId } }] : [],
      outcome: null,
    }),
  });
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

/** The ids of erased people, from the log. Prevents a copy of an old or restored store from restoring erased people. */
export async function erasedPeople(log: EventLog): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { type, data } of eventsAfter(log, 0, ['client-']))
    if (type === 'UserErased') erased.add((data as UserErased['data']).personId);
  return erased;
}
