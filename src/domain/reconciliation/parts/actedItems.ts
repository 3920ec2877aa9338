// Encoding of an act's items: in the event, or in parts when there are too many.
import type { PartsLocation } from '../../kernel/parts.js';
import { columnsOf, decodeColumns, encodeColumns, itemsOf } from '../../kernel/columnParts.js';
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
}>;

export const ACTED_FIELDS = [
  'reconciliationId',
  'accountCode',
  'accountName',
  'from',
  'status',
  'ownerId',
] as const satisfies readonly (keyof ActedItem)[];

/** Largest size of the items in an event: an append is limited to 1 MiB, which also holds texts. */
const INLINE_BYTES_MAX = 200_000;

export function actedColumns(items: readonly ActedItem[]): ActedColumns {
  return columnsOf(items, ACTED_FIELDS);
}

/** Whether the items must be stored in parts. */
export function exceedsEvent(columns: ActedColumns): boolean {
  return new TextEncoder().encode(JSON.stringify(columns)).length > INLINE_BYTES_MAX;
}

/** UTF-8 bytes of `ActedColumns` as JSON. */
export function encodeActed(items: readonly ActedItem[]): Uint8Array[] {
  return encodeColumns(items, ACTED_FIELDS);
}

/** @param parts those at `actedPartsLocation` */
export function actedItems({ items }: Acted, parts: readonly Uint8Array[]): ActedItem[] {
  return items
    ? itemsOf(items, ACTED_FIELDS)
    : parts.flatMap((part) => decodeColumns<ActedItem>(part, ACTED_FIELDS));
}

export function actedPartsLocation({ parts }: Pick<Acted, 'parts'>): PartsLocation {
  return { stream: parts?.stream ?? '', fromRevision: 0, count: parts?.count ?? 0 };
}
