// The page of one reconciliation: its history, one row for each event about it, and its current composition and adjustments.
// Sentences, names of people and of files are joined when it is read.
import type { Actor, Recorded } from '../../../domain/kernel/event.js';
import type {
  ActedEvent,
  AdjustmentsRecorded,
  CompositionRecorded,
  EvidenceAttached,
  ReconciliationEvent,
  ReconciliationsCommented,
  ReconciliationsMoved,
  TrialBalanceReleased,
} from '../../../domain/reconciliation/events.js';
import { actedItems, actedPartsLocation } from '../../../domain/reconciliation/parts/actedItems.js';
import { actedFact, releasedFact, textOf, type ItemFact } from '../../../domain/reconciliation/parts/itemFacts.js';
import { decodeReleased } from '../../../domain/reconciliation/parts/releasedParts.js';
import { projection, writes, type PartBytes } from '../../engine/projection.js';
import { view, type StoredRow, type Write } from '../../engine/readStore.js';

/** `fact` is an `ItemFact` as JSON, `kind` its `is`, `written` whether it has a text; `actorName` as in the event: null for people and rules. */
export type Entry = Readonly<{
  id: number;
  reconciliationId: number;
  at: string;
  actorKind: Actor['kind'];
  actorId: string;
  actorName: string | null;
  kind: ItemFact['is'];
  written: boolean;
  fact: string;
  clientId: number;
}>;

export const entries = view<Entry>({
  name: 'reconciliationEntries',
  version: 2,
  fields: {
    id: 'integer',
    reconciliationId: 'integer',
    at: 'text',
    actorKind: 'text',
    actorId: 'text',
    actorName: 'text',
    kind: 'text',
    written: 'boolean',
    fact: 'text',
    clientId: 'integer',
  },
  indexes: [['clientId', 'reconciliationId'], ['clientId']],
});

/** `items` as JSON; the id is the reconciliation's. No row before the first were recorded. */
type Items = StoredRow & Readonly<{ items: string }>;
const itemFields = { id: 'integer', items: 'text', clientId: 'integer' } as const;

export const compositions = view<Items>({
  name: 'reconciliationCompositions',
  version: 1,
  fields: itemFields,
  indexes: [['clientId']],
});
export const adjustments = view<Items>({
  name: 'reconciliationAdjustments',
  version: 1,
  fields: itemFields,
  indexes: [['clientId']],
});

const { put: putEntry } = writes(entries);
const { put: putComposition } = writes(compositions);
const { put: putAdjustments } = writes(adjustments);

/** Events of one stream that have a row each; later ones replace the last. Ids of reconciliations stay below 2^31. */
const REVISIONS_MAX = 2 ** 22;

/** Ascending by reconciliation, then in the order of the events. */
export function entryId(reconciliationId: number, revision: number): number {
  return reconciliationId * REVISIONS_MAX + Math.min(revision, REVISIONS_MAX - 1);
}

export function revisionOf(id: number): number {
  return id % REVISIONS_MAX;
}

export const reconciliationPageProjection = projection<ReconciliationEvent>({
  name: 'reconciliationPage',
  streamPrefixes: ['reconciliations-'],
  views: [entries, compositions, adjustments],
  on: {
    TrialBalanceReleased: {
      parts: ({ data }) => ({ stream: data.items.stream, fromRevision: 0, count: data.items.count }),
      handle: releasedRows,
    },
    ReconciliationsMoved: { parts: itemParts, handle: eachItem<ReconciliationsMoved>() },
    CompositionRecorded: {
      parts: itemParts,
      handle: eachItem<CompositionRecorded>(({ composition }, row) =>
        putComposition({ ...row, items: JSON.stringify(composition) }),
      ),
    },
    AdjustmentsRecorded: {
      parts: itemParts,
      handle: eachItem<AdjustmentsRecorded>(({ adjustments: recorded }, row) =>
        putAdjustments({ ...row, items: JSON.stringify(recorded) }),
      ),
    },
    ReconciliationsCommented: { parts: itemParts, handle: eachItem<ReconciliationsCommented>() },
    EvidenceAttached: { parts: itemParts, handle: eachItem<EvidenceAttached>() },
  },
});

async function* releasedRows(event: Recorded<TrialBalanceReleased>, parts: PartBytes): AsyncIterable<Write> {
  for await (const part of parts)
    for (const item of decodeReleased(part))
      yield entryRow(event, item.reconciliationId, releasedFact(event.data, item));
}

function itemParts({ data }: Recorded<ActedEvent>) {
  return actedPartsLocation(data);
}

/** One entry for each reconciliation of an act, and a second row where `also` makes one. */
function eachItem<Event extends ActedEvent>(
  also?: (data: Event['data'], row: StoredRow) => Write,
): (event: Recorded<Event>, parts: PartBytes) => AsyncIterable<Write> {
  return async function* (event, parts) {
    const read: Uint8Array[] = [];
    for await (const part of parts) read.push(part);
    const { clientId } = event.data;
    for (const item of actedItems(event.data, read)) {
      const { reconciliationId: id } = item;
      yield entryRow(event, id, actedFact(event, item));
      if (also) yield also(event.data, { id, clientId });
    }
  };
}

function entryRow(
  { data, metadata, revision }: Recorded<ReconciliationEvent>,
  reconciliationId: number,
  fact: ItemFact,
): Write {
  const { kind, id, name = null } = metadata.actor;
  return putEntry({
    id: entryId(reconciliationId, revision),
    reconciliationId,
    at: metadata.at,
    ...{ actorKind: kind, actorId: id, actorName: name },
    ...{ kind: fact.is, written: textOf(fact) !== null },
    fact: JSON.stringify(fact),
    clientId: data.clientId,
  });
}
