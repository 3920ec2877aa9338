// `users erase`: name and e-mail of a person are gone for good. Facts stay as they are, for they know the person by
// opaque id; whatever is read from then on shows that the person was removed.
import { client as clientFold, clientStream, type Client } from '../../domain/clients/fold.js';
import type { UserErased } from '../../domain/clients/events.js';
import type { CommandContext } from '../kernel/context.js';
import type { PeopleStore, Person } from './peopleStore.js';
import { transact, type Transactor } from '../kernel/transact.js';

export type EraseDeps = Transactor & Readonly<{ people: PeopleStore }>;

/**
 * First the fact, then the name: a run that was cut short between is completed by running it again.
 * @returns the position of the fact, null when the person was erased, or never a user, before
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
