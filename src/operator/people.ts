// The person a command acts as (`--as`), or names.
import type { CommandContext } from '../commands/kernel/context.js';
import type { HistoryEntry } from '../commands/log/history.js';
import type { Person } from '../commands/people/peopleStore.js';
import { userNotFound } from '../messages/people.js';
import { Refused } from './session.js';
import type { OperatorWorld } from './dependencies.js';

export type Acting = Readonly<{ personId: string; clientId: number }>;

/** @throws Refused when the operator acts: the workflow is people's */
export async function actingPerson(world: OperatorWorld, { actor }: CommandContext): Promise<Acting> {
  const [person] = actor.kind === 'person' ? await world.people.byId([actor.id]) : [];
  if (!person) throw new Refused('Informe --as com o e-mail de quem age');
  return { personId: person.personId, clientId: person.clientId };
}

/** @throws Refused when nobody of the client has the e-mail */
export async function personByEmail(world: OperatorWorld, email: string, clientId: number): Promise<Person> {
  const [person] = await world.people.byEmail([email.trim().toLowerCase()]);
  if (person?.clientId !== clientId) throw new Refused(userNotFound(email));
  return person;
}

/** Facts know people by opaque id; whoever reads them sees the names of now. */
export function actorName(
  { kind, id, name }: HistoryEntry['actor'],
  nameOf: (personId: string) => string,
): string {
  if (kind === 'person') return nameOf(id);
  return name ?? (kind === 'rule' ? 'Sistema' : `${kind} ${id}`);
}
