// Looks up people's current names for rows and history. Names are cached until the registers report a change or an
// erasure, which every process reads from the log.
import { LRUCache } from 'lru-cache';
import type { Registers } from '../../domain/registers.js';
import type { PeopleStore } from './peopleStore.js';

/** How long a name may be stale when a rename was interrupted before its event was stored. */
const TTL_MS = 30_000;
const NAMES_MAX = 20_000;

export type PersonNames = ReturnType<typeof createPersonNames>;

type CachedName = Readonly<{ name: string; revision: number; expiresAtMs: number }>;

/**
 * @param removed shown instead of an erased name
 * @param monotonicMs a clock that never goes back
 */
export function createPersonNames(
  people: Pick<PeopleStore, 'byId' | 'byName'>,
  registers: Pick<Registers, 'nameRevision' | 'workflowOf'>,
  { removed, monotonicMs }: Readonly<{ removed: string; monotonicMs(): number }>,
) {
  const cache = new LRUCache<string, CachedName>({ maxSize: NAMES_MAX, sizeCalculation: () => 1 });

  /** Null when the store has to be read. */
  function cachedName(personId: string): string | null {
    const revision = registers.nameRevision(personId);
    if (revision === null) return removed;
    const cached = cache.get(personId);
    return cached?.revision === revision && cached.expiresAtMs > monotonicMs() ? cached.name : null;
  }

  async function readNames(personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    // Revisions from before the read: a change during the read has a later revision and is read again.
    const revisions = new Map(personIds.map((personId) => [personId, registers.nameRevision(personId)]));
    const expiresAtMs = monotonicMs() + TTL_MS;
    const names = new Map((await people.byId(personIds)).map(({ personId, name }) => [personId, name]));
    for (const [personId, revision] of revisions)
      if (revision !== null) cache.set(personId, { name: names.get(personId) ?? removed, revision, expiresAtMs });
    return names;
  }

  return {
    /** Looks up all ids at once; the returned function knows their names. */
    async of(personIds: Iterable<string | null>): Promise<(personId: string) => string> {
      const names = new Map<string, string>();
      const missing = new Set<string>();
      for (const personId of personIds) {
        if (personId === null) continue;
        const name = cachedName(personId);
        if (name === null) missing.add(personId);
        else names.set(personId, name);
      }
      if (missing.size > 0)
        for (const [personId, name] of await readNames([...missing])) names.set(personId, name);
      return (personId) => cachedName(personId) ?? names.get(personId) ?? removed;
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
