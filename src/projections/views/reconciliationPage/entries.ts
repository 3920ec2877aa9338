// The page of one reconciliation: its history, one row for each event about it, and its current composition and
// adjustments. Sentences, names of people and of files are joined when it is read.
import * as z from 'zod';
import type { Actor, Recorded } from '../../../domain/kernel/event.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import type {
  ActedEvent,
  CompositionRecorded,
  ReconciliationEvent,
  ReconciliationsCommented,
  ReconciliationsMoved,
} from '../../../domain/reconciliation/events.js';
import {
  actedFact,
  composedFact,
  releasedFact,
  textOf,
  type ItemFact,
} from '../../../domain/reconciliation/itemFacts.js';
import { projection, writes, type Handler } from '../../engine/projection.js';
import { view, type StoredRow, type Write } from '../../engine/readStore.js';
import { eachActed, eachComposed, eachReleased } from '../reconciliations/handlers.js';
import { fieldsOf } from '../scope.js';
import { plain, searchTextOf } from '../worklist/searchText.js';

/** `fact`: an `ItemFact` as JSON, `kind`: its `is`, `written`: it has a text; `actorName`: as in the event. */
const entryRow = z.object({
  id: z.int(),
  reconciliationId: z.int(),
  at: z.string(),
  actorKind: z.custom<Actor['kind']>(),
  actorId: z.string(),
  actorName: z.string().nullable(),
  kind: z.custom<ItemFact['is']>(),
  written: z.boolean(),
  fact: z.string(),
  clientId: z.int(),
});
export type Entry = Readonly<z.output<typeof entryRow>>;

export const entries = view<Entry>({
  name: 'reconciliationEntries',
  version: 3,
  fields: fieldsOf(entryRow),
  indexes: [['clientId', 'reconciliationId'], ['clientId']],
});

/** `items` as JSON; the id is the reconciliation's. No row before the first were recorded. */
type Items = StoredRow & Readonly<{ items: string }>;
const itemFields = { id: 'integer', items: 'text', clientId: 'integer' } as const;

/** `documentos`: as they are searched (`searchTextOf`). */
export const compositions = view<Items & Readonly<{ empresaId: number; documentos: string }>>({
  name: 'reconciliationCompositions',
  version: 3,
  fields: { ...itemFields, empresaId: 'integer', documentos: 'text' },
  indexes: [['clientId']],
});
export const adjustments = view<Items>({
  name: 'reconciliationAdjustments',
  version: 1,
  fields: itemFields,
  indexes: [['clientId']],
});

/** A text of an entry, with its id, that has `@name`. `said`: the words after each @, a line each. */
const mentionRow = z.object({
  id: z.int(),
  reconciliationId: z.int(),
  companyId: z.int(),
  at: z.string(),
  actorId: z.string(),
  said: z.string(),
  clientId: z.int(),
});
export type Mention = Readonly<z.output<typeof mentionRow>>;

export const mentions = view<Mention>({
  name: 'reconciliationMentions',
  version: 1,
  fields: fieldsOf(mentionRow),
  indexes: [['clientId', 'at'], ['clientId']],
});

const { put: putEntry } = writes(entries);
const { put: putComposition } = writes(compositions);
const { put: putAdjustments } = writes(adjustments);
const { put: putMention } = writes(mentions);

/** Events of a stream with a row each; later ones replace the last. Ids of reconciliations are below 2^31. */
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
  views: [entries, compositions, adjustments, mentions],
  on: {
    TrialBalanceReleased: eachReleased((event, item) => [
      entryOf(event, item.reconciliationId, releasedFact(event.data, item)),
    ]),
    ReconciliationsMoved: eachEntry(mentionRows),
    CompositionRecorded: eachComposed((event, item) => {
      const { reconciliationId: id, composition } = item;
      const { clientId, companyId: empresaId } = event.data;
      const documentos = searchTextOf('', composition.flatMap(({ document }) => document ?? []).join(' '));
      const items = JSON.stringify(composition);
      return [
        entryOf(event, id, composedFact(item)),
        putComposition({ id, clientId, empresaId, items, documentos }),
      ];
    }),
    AdjustmentsRecorded: eachEntry(({ data }, row) => [
      putAdjustments({ ...row, items: JSON.stringify(data.adjustments) }),
    ]),
    ReconciliationsCommented: eachEntry(mentionRows),
    EvidenceAttached: eachEntry(),
    VariationExplained: eachEntry(),
  },
});

/** One entry for each reconciliation of an act, and the rows that `also` makes. */
function eachEntry<Event extends Exclude<ActedEvent, CompositionRecorded>>(
  also: (event: Recorded<Event>, row: StoredRow) => readonly Write[] = () => [],
): Handler<Event> {
  return eachActed((event, item) => {
    const { reconciliationId: id } = item;
    const { clientId } = event.data;
    return [entryOf(event, id, actedFact(event, item)), ...also(event, { id, clientId })];
  });
}

function mentionRows(
  { data, metadata, revision }: Recorded<ReconciliationsMoved | ReconciliationsCommented>,
  { id, clientId }: StoredRow,
): readonly Write[] {
  const mentions = mentionsIn(data.comment ?? '');
  if (mentions.length === 0) return [];
  const of = { id: entryId(id, revision), reconciliationId: id, companyId: data.companyId, clientId };
  return [putMention({ ...of, at: metadata.at, actorId: metadata.actor.id, said: mentions.join('\n') })];
}

function entryOf(
  { data, metadata, revision }: Recorded<ReconciliationEvent>,
  reconciliationId: number,
  fact: ItemFact,
): Write {
  const { kind, id, name = null } = metadata.actor;
  return putEntry({
    id: entryId(reconciliationId, revision),
    reconciliationId,
    at: metadata.at,
    actorKind: kind,
    actorId: id,
    actorName: name,
    kind: fact.is,
    written: textOf(fact) !== null,
    fact: JSON.stringify(fact),
    clientId: data.clientId,
  });
}

/** Not of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}._-])@([\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+){0,3})/gu;

/** Up to four words after each @, in lower case without accents. */
export function mentionsIn(comment: string): readonly string[] {
  return [...comment.matchAll(MENTION)].map(([, words = '']) => wordsOf(words).join(' '));
}

/**
 * Finds the people whose names share the most words with what was said, from the first on: `@ana` is every Ana,
 * `@Ana Lima` one. What it returns takes what `mentionsIn` tells.
 */
export function mentionFinder(names: ReadonlyMap<string, string>): (said: string) => readonly string[] {
  const people = [...names].map(([personId, name]) => ({ personId, nameWords: wordsOf(name) }));
  const byFirst = groupedBy(people, ({ nameWords: [first = ''] }) => first);
  return (mention) => {
    const words = mention.split(' ');
    const shared = (byFirst.get(words[0] ?? '') ?? []).map(({ personId, nameWords }) => {
      const other = nameWords.findIndex((word, at) => word !== words[at]);
      return { personId, count: other === -1 ? nameWords.length : other };
    });
    const most = Math.max(...shared.map(({ count }) => count));
    return shared.filter(({ count }) => count === most).map(({ personId }) => personId);
  };
}

/** `D'Ávila` is two words, as is `Ana-Maria`. */
function wordsOf(text: string): readonly string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
