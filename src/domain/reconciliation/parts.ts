// What is too large for an event: the items of an act, compositions, and the reconciliations of a release.
import type { Competence } from '../kernel/competence.js';
import {
  columnsOf,
  decodeColumns,
  encodeColumns,
  itemsOf,
  type Columns,
  type PartsLocation,
} from '../kernel/parts.js';
import type {
  Acted,
  ActedColumns,
  ActedItem,
  ComposedColumns,
  ComposedItem,
  CompositionItem,
  CompositionRecorded,
  ReconciliationEvent,
  ReleasedColumns,
  ReleasedItem,
} from './events.js';

const ACTED_FIELDS = [
  'reconciliationId',
  'accountCode',
  'accountName',
  'from',
  'status',
  'ownerId',
] as const satisfies readonly (keyof ActedItem)[];
const ALL_FIELDS = [...ACTED_FIELDS, 'acceptedDifferenceCents'] as const;

/** Largest size of the items in an event: an append is limited to 1 MiB, which also holds texts. */
const INLINE_BYTES_MAX = 200_000;

export function actedColumns(items: readonly ActedItem[]): ActedColumns {
  return columnsOf(filled(items), fieldsFor(items));
}

function fieldsFor(items: readonly ActedItem[]): typeof ACTED_FIELDS | typeof ALL_FIELDS {
  return items.some(({ acceptedDifferenceCents = 0 }) => acceptedDifferenceCents !== 0)
    ? ALL_FIELDS
    : ACTED_FIELDS;
}

const filled = (items: readonly ActedItem[]): Required<ActedItem>[] =>
  items.map((item) => ({ acceptedDifferenceCents: 0, ...item }));

export function exceedsEvent(columns: ActedColumns): boolean {
  return new TextEncoder().encode(JSON.stringify(columns)).length > INLINE_BYTES_MAX;
}

/** UTF-8 bytes of `ActedColumns` as JSON. */
export function encodeActed(items: readonly ActedItem[]): Uint8Array[] {
  return encodeColumns(filled(items), fieldsFor(items));
}

/** @param parts those at `actedPartsLocation` */
export function actedItems({ items }: Pick<Acted, 'items'>, parts: readonly Uint8Array[]): ActedItem[] {
  return (items ? [items] : parts.map(decodedPart)).flatMap((columns) =>
    itemsOf<ActedItem>(columns as Columns<ActedItem>, columns.acceptedDifferenceCents ? ALL_FIELDS : ACTED_FIELDS),
  );
}

function decodedPart(part: Uint8Array): ActedColumns {
  return JSON.parse(new TextDecoder().decode(part)) as ActedColumns;
}

export function actedPartsLocation({ parts }: Pick<Acted, 'parts'>): PartsLocation {
  return { stream: parts?.stream ?? '', fromRevision: 0, count: parts?.count ?? 0 };
}

/** Where the items of any event about reconciliations are; `count` 0 where they are in the event. */
export function itemsLocation({ type, data }: ReconciliationEvent): PartsLocation {
  return actedPartsLocation({ parts: type === 'TrialBalanceReleased' ? data.items : data.parts });
}

// What a recorded composition is for each of its reconciliations: one for all of them, or, where items were
// carried, each its own.

const COMPOSED_FIELDS = [...ACTED_FIELDS, 'composition', 'reconciledCents', 'carried'] as const;

export function composedColumns(items: readonly ComposedItem[]): ComposedColumns {
  return columnsOf(items, COMPOSED_FIELDS);
}

/** UTF-8 bytes of `ComposedColumns` as JSON. */
export function encodeComposed(items: readonly ComposedItem[]): Uint8Array[] {
  return encodeColumns(items, COMPOSED_FIELDS);
}

/** @param parts those at `actedPartsLocation` */
export function composedItems(
  data: CompositionRecorded['data'],
  parts: readonly Uint8Array[],
): readonly ComposedItem[] {
  const { items, composition, reconciledCents } = data;
  if (composition === null || reconciledCents === null)
    return items
      ? itemsOf(items as ComposedColumns, COMPOSED_FIELDS)
      : parts.flatMap((part) => decodeColumns<ComposedItem>(part, COMPOSED_FIELDS));
  return actedItems(data, parts).map((item) => ({ ...item, composition, reconciledCents, carried: 0 }));
}

type Version1 = Acted &
  Readonly<{
    composition: readonly Omit<CompositionItem, 'id' | 'origin' | 'settledOn'>[];
    reconciledCents: number;
  }>;

/**
 * Version 1 knew no identity: an item's is made of its first reconciliation, competence and number, so that each
 * reading gives the same. Source: docs/dossie.md#composicoescsv.
 */
export function identifyItems(stored: unknown): CompositionRecorded['data'] {
  const data = stored as Version1;
  const { competence: origin, composition } = data;
  const reconciliationId = data.items?.reconciliationId[0] ?? 0;
  return {
    ...data,
    composition: composition.map((item, at) => ({
      ...item,
      origin,
      settledOn: null,
      id: formerId(reconciliationId, origin, at + 1),
    })),
  };
}

function formerId(reconciliationId: number, competence: Competence, number: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return `${hex(reconciliationId, 8)}-${competence.replace('-', '-80')}-8000-${hex(number, 12)}`;
}

const RELEASED_FIELDS = [
  'reconciliationId',
  'created',
  'accountId',
  'accountCode',
  'accountName',
  'department',
  'sector',
  'bookBalanceCents',
  'status',
  'ownerId',
  'bookBalanceDebitCents',
] as const satisfies readonly (keyof ReleasedItem)[];
/** Columns that are absent where all items have null. */
const OPTIONAL_FIELDS = [
  'comparedCents',
  'approvalReason',
  'debitSign',
] as const satisfies readonly (keyof ReleasedItem)[];

/** UTF-8 bytes of `ReleasedColumns` as JSON, in parts. */
export function encodeReleased(items: readonly ReleasedItem[]): Uint8Array[] {
  const usedFields = OPTIONAL_FIELDS.filter((field) => items.some((item) => (item[field] ?? null) !== null));
  if (usedFields.length === 0) return encodeColumns(items, RELEASED_FIELDS);
  const filled = items.map((item) => ({ comparedCents: null, approvalReason: null, debitSign: null, ...item }));
  return encodeColumns(filled, [...RELEASED_FIELDS, ...usedFields]);
}

/** The inverse of one part. */
export function decodeReleased(part: Uint8Array): ReleasedItem[] {
  const columns = JSON.parse(new TextDecoder().decode(part)) as ReleasedColumns;
  return itemsOf<ReleasedItem>(columns, [
    ...RELEASED_FIELDS,
    ...OPTIONAL_FIELDS.filter((field) => columns[field]),
  ]);
}
