// What an act touched, as the log keeps it: inside the event, or in parts when there is too much of it.
import type { Parts } from '../../books/events.js';
import type { PartsPlace } from '../../kernel/decider.js';
import { columnsOf, decodeColumns, encodeColumns, itemsOf } from './columnParts.js';
import type { Acted, ActedColumns } from '../events.js';
import type { ReconciliationStatus } from '../states.js';

/** One reconciliation an act touched, and what it became. */
export type ActedItem = Readonly<{
  reconciliationId: number;
  accountCode: string;
  accountName: string;
  from: ReconciliationStatus;
  status: ReconciliationStatus;
  ownerId: string | null;
}>;

const FIELDS = [
  'reconciliationId',
  'accountCode',
  'accountName',
  'from',
  'status',
  'ownerId',
] as const satisfies readonly (keyof ActedItem)[];

/** So many bytes an event may hold of them: an append carries 1 MiB, and what people wrote needs its place too. */
const INSIDE_BYTES_MAX = 200_000;

export function actedColumns(items: readonly ActedItem[]): ActedColumns {
  return columnsOf(items, FIELDS);
}

/** Whether they are too many for the event itself, and belong in parts. */
export function isForParts(columns: ActedColumns): boolean {
  return new TextEncoder().encode(JSON.stringify(columns)).length > INSIDE_BYTES_MAX;
}

/** Ready UTF-8 bytes of `ActedColumns` as JSON, in order. */
export function encodeActed(items: readonly ActedItem[]): Uint8Array[] {
  return encodeColumns(items, FIELDS);
}

/** @param parts those `actedPlace` names */
export function actedItems({ items }: Acted, parts: readonly Uint8Array[]): ActedItem[] {
  return items ? itemsOf(items, FIELDS) : parts.flatMap((part) => decodeColumns<ActedItem>(part, FIELDS));
}

export function actedPlace({ parts }: Pick<Acted, 'parts'>): PartsPlace & Pick<Parts, 'count'> {
  return { stream: parts?.stream ?? '', fromRevision: 0, count: parts?.count ?? 0 };
}
