// Erases a person's name and e-mail for good. Events keep the opaque id; readers see that the person was removed.
import { client as clientFold, clientStream, type Client } from '../../domain/clients/fold.js';
import type { UserErased } from '../../domain/clients/events.js';
import type { CommandContext } from '../kernel/context.js';
import type { PeopleStore, Person } from './peopleStore.js';
import { transact, type Transactor } from '../kernel/transact.js';

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
