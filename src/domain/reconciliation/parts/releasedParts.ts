// What a release makes, as the log keeps it.
import { decodeColumns, encodeColumns } from './columnParts.js';
import type { ReconciliationStatus } from '../states.js';

/** One reconciliation as a release leaves it; `created` false when it was there before. */
export type ReleasedItem = Readonly<{
  reconciliationId: number;
  created: boolean;
  accountId: number;
  accountCode: string;
  accountName: string;
  department: string;
  sector: string;
  bookBalanceCents: number;
  status: ReconciliationStatus;
  ownerId: string | null;
}>;

const FIELDS = [
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
] as const satisfies readonly (keyof ReleasedItem)[];

/** Ready UTF-8 bytes of `ReleasedColumns` as JSON, in order. */
export function encodeReleased(items: readonly ReleasedItem[]): Uint8Array[] {
  return encodeColumns(items, FIELDS);
}

/** The inverse of one part. */
export function decodeReleased(part: Uint8Array): ReleasedItem[] {
  return decodeColumns<ReleasedItem>(part, FIELDS);
}
