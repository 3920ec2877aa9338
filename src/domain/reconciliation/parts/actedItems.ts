// Encoding of an act's items: in the event, or in parts when there are too many.
import type { PartsLocation } from '../../kernel/parts.js';
import { columnsOf, encodeColumns, itemsOf, type Columns } from '../../kernel/columnParts.js';
import type { Acted, ActedColumns } from '../events.js';
import type { ReconciliationStatus } from '../states.js';

/** One reconciliation of an act, and its new state. */
export type ActedItem = Readonly<{
  reconciliationId: number;
  accountCode: string;
  accountName: string;
  from: ReconciliationStatus;
  status: ReconciliationStatus;
  ownerId: string | null;
  /** What it was sent with, within the tolerance; absent for zero in events without any. */
  acceptedDifferenceCents?: number;
}>;

export const ACTED_FIELDS = [
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

/** Whether the items must be stored in parts. */
export function exceedsEvent(columns: ActedColumns): boolean {
  return new TextEncoder().encode(JSON.stringify(columns)).length > INLINE_BYTES_MAX;
}

/** UTF-8 bytes of `ActedColumns` as JSON. */
export function encodeActed(items: readonly ActedItem[]): Uint8Array[] {
  return encodeColumns(filled(items), fieldsFor(items));
}

/** @param parts those at `actedPartsLocation` */
export function actedItems({ items }: Acted, parts: readonly Uint8Array[]): ActedItem[] {
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
