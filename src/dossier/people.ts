// pessoas.json: the names of those who appear in a month's events, each under a salted hash of its own in the
// manifest, so that one can be taken out without breaking a proof. Source: docs/dossie.md.
import { createHmac, hash } from 'node:crypto';
import { originOf, type NoteKey } from '../commands/seals/checkpoint.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { ActedEvent } from '../domain/reconciliation/events.js';
import { actedItems, decodeReleased } from '../domain/reconciliation/parts.js';
import { canonicalJson } from '../domain/kernel/canonicalJson.js';
import type { DossierFinding } from '../domain/seal.js';
import type { Manifest } from './manifest.js';
import { partsNamedBy, type TableSource } from './tables.js';

/** `salt`: 32 bytes in base64. */
type NamedPerson = Readonly<{ id: string; name: string; salt: string }>;

/** Who acted, and who was to act next, by ascending id. */
export function peopleIn(source: TableSource): readonly string[] {
  const ids = new Set<string>();
  for (const event of source.events) {
    const { actor } = event.metadata;
    if (actor.kind === 'person') ids.add(actor.id);
    if (event.stream.startsWith('reconciliations-'))
      for (const ownerId of ownersIn(event, partsNamedBy(event, source))) if (ownerId !== null) ids.add(ownerId);
  }
  return [...ids].sort();
}

function ownersIn(event: Recorded, parts: readonly Uint8Array[]): readonly (string | null)[] {
  const items =
    event.type === 'TrialBalanceReleased'
      ? parts.flatMap((part) => decodeReleased(part))
      : actedItems((event as Recorded<ActedEvent>).data, parts);
  return items.map(({ ownerId }) => ownerId);
}

type Naming = Readonly<{ key: NoteKey; logId: string; companyId: number; competence: string }>;

/**
 * The file, one person a line, and what the manifest says of them. A salt follows from the private key, so that
 * the same people give the same bytes, and nobody else can try names against a hash.
 * @param names by id; who is not in it was erased
 */
export function namedPeople(
  { key, logId, companyId, competence }: Naming,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Readonly<{ file: string; people: NonNullable<Manifest['people']> }> {
  const namedPersons = ids.flatMap((id): NamedPerson[] => {
    const name = names.get(id);
    if (name === undefined) return [];
    const salted = `${originOf(logId)}/pessoa\n${companyId}\n${competence}\n${id}\n`;
    return [{ id, name, salt: createHmac('sha256', key.seed).update(salted).digest('base64') }];
  });
  return {
    file: `{"people":[\n${namedPersons.map((person) => canonicalJson(person)).join(',\n')}\n]}\n`,
    people: namedPersons.map((person) => ({ id: person.id, sha256: hashOf(person) })),
  };
}

/**
 * Checks a file that is there: who is not in it was taken out.
 * @throws SyntaxError, TypeError for another shape
 */
export function peopleWrong(file: string, { people }: Manifest): DossierFinding[] {
  const hashes = new Map(people?.map((person) => [person.id, person.sha256]));
  const { people: namedPeople } = JSON.parse(file) as { people: readonly NamedPerson[] };
  return namedPeople.flatMap((person): DossierFinding[] => {
    const isKnown = hashes.get(person.id) === hashOf(person);
    hashes.delete(person.id); // a second one of that id is none of the manifest's
    return isKnown ? [] : [{ is: 'PersonDiffers', id: String(person.id) }];
  });
}

function hashOf(person: NamedPerson): string {
  return hash('sha256', canonicalJson(person));
}
