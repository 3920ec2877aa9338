// Looks up people's current names for rows and history.
import type { Registers } from '../../domain/registers.js';
import type { PeopleStore } from './peopleStore.js';

export type PersonNames = ReturnType<typeof createPersonNames>;

/** @param removed shown instead of an erased name */
export function createPersonNames(
  people: Pick<PeopleStore, 'byId' | 'byName'>,
  registers: Pick<Registers, 'isErased' | 'workflowOf'>,
  removed: string,
) {
  return {
    /** Looks up all ids at once; the returned function knows their names. */
    async of(personIds: Iterable<string | null>): Promise<(personId: string) => string> {
      const ids = [...new Set(personIds)].filter((personId) => personId !== null);
      const persons = ids.length === 0 ? [] : await people.byId(ids);
      const names = new Map(persons.map(({ personId, name }) => [personId, name]));
      // Also of one whose erasure was interrupted before the name was deleted.
      return (personId) => (registers.isErased(personId) ? removed : (names.get(personId) ?? removed));
    },
    /** Ids of the client's people with exactly this name, ascending. */
    async idsOf(clientId: number, name: string): Promise<readonly string[]> {
      const { users, erased } = registers.workflowOf(clientId);
      if (name === removed) return [...erased].sort();
      return (await people.byName(clientId, name))
        .map(({ personId }) => personId)
        .filter((personId) => users.has(personId))
        .sort();
    },
  };
}
