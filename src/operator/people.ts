// People in commands: who acts (`--as`), who is named, and their current names.
import type { CommandContext } from '../commands/kernel/context.js';
import type { HistoryEntry } from '../commands/log/history.js';
import type { Person } from '../commands/people/peopleStore.js';
import { userNotFound } from '../messages/people.js';
import { Refused } from './refused.js';
import type { OperatorDependencies } from './dependencies.js';

export type ActingPerson = Readonly<{ personId: string; clientId: number }>;

/** @throws Refused without `--as`: only people act in the workflow */
export async function actingPerson(deps: OperatorDependencies, { actor }: CommandContext): Promise<ActingPerson> {
  const [person] = actor.kind === 'person' ? await deps.people.byId([actor.id]) : [];
  if (!person) throw new Refused('Informe --as com o e-mail de quem age');
  return { personId: person.personId, clientId: person.clientId };
}

/** @throws Refused when no user of the client has the e-mail */
export async function personByEmail(deps: OperatorDependencies, email: string, clientId: number): Promise<Person> {
  const [person] = await deps.people.byEmail([email.trim().toLowerCase()]);
  if (person?.clientId !== clientId) throw new Refused(userNotFound(email));
  return person;
}

/** The current name of an event's actor. */
export function actorName(
  { kind, id, name }: HistoryEntry['actor'],
  nameOf: (personId: string) => string,
): string {
  if (kind === 'person') return nameOf(id);
  return name ?? (kind === 'rule' ? 'Sistema' : `${kind} ${id}`);
}
