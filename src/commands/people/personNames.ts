// Names of people by opaque id, joined when something is read. Kept in memory until the registers tell that a name
// changed or was erased: then no process shows the old one any more, whatever its copy says.
import type { Registers } from '../../domain/registers.js';
import type { PeopleStore } from './peopleStore.js';

/** So long a name may be out of date that was changed by a run which was cut short before it told so. */
const FRESH_MS = 30_000;
const NAMES_MAX = 20_000;

export type PersonNames = Readonly<{
  /** Looks up everybody at once; what is returned knows those names. */
  of(personIds: Iterable<string | null>): Promise<(personId: string) => string>;
  /** Who of the client is shown under exactly this name: ids, ascending. */
  idsOf(clientId: number, name: string): Promise<readonly string[]>;
}>;

type Known = Readonly<{ name: string; revision: number; untilMs: number }>;

/**
 * @param removed what is shown of a person whose name is gone
 * @param monotonicMs a clock that only goes forward
 */
export function createPersonNames(
  people: Pick<PeopleStore, 'byId' | 'byName'>,
  registers: Pick<Registers, 'nameRevision' | 'workflowOf'>,
  { removed, monotonicMs }: Readonly<{ removed: string; monotonicMs(): number }>,
): PersonNames {
  const known = new Map<string, Known>();

  /** Null when it has to be asked for; `removed` needs no asking. */
  function nameNow(personId: string): string | null {
    const revision = registers.nameRevision(personId);
    if (revision === null) return removed;
    const kept = known.get(personId);
    return kept?.revision === revision && kept.untilMs > monotonicMs() ? kept.name : null;
  }

  async function learn(personIds: readonly string[]): Promise<void> {
    // Taken before the look: a change during it is told by a later revision, and looked up again.
    const revisions = new Map(personIds.map((personId) => [personId, registers.nameRevision(personId)]));
    const untilMs = monotonicMs() + FRESH_MS;
    if (known.size + personIds.length > NAMES_MAX) known.clear();
    const found = new Map((await people.byId(personIds)).map(({ personId, name }) => [personId, name]));
    for (const [personId, revision] of revisions)
      if (revision !== null) known.set(personId, { name: found.get(personId) ?? removed, revision, untilMs });
  }

  return {
    async of(personIds) {
      const asked = new Set<string>();
      for (const personId of personIds) if (personId !== null) asked.add(personId);
      const missing = [...asked].filter((personId) => nameNow(personId) === null);
      if (missing.length > 0) await learn(missing);
      return (personId) => nameNow(personId) ?? known.get(personId)?.name ?? removed;
    },
    async idsOf(clientId, name) {
      const { users, erased } = registers.workflowOf(clientId);
      if (name === removed) return [...erased].sort();
      return (await people.byName(clientId, name))
        .map(({ personId }) => personId)
        .filter((personId) => users.has(personId))
        .sort();
    },
  };
}
