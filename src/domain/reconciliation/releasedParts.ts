// What a release makes, as the log keeps it: JSON columns in parts of bounded size.
import type { ReleasedColumns } from './events.js';

export const RELEASED_PART_ITEMS_MAX = 5_000;
export const RELEASED_PART_BYTES_MAX = 900_000;

/** One reconciliation as a release leaves it; `created` false when it was there before. */
export type ReleasedItem = Readonly<{
  reconciliationId: number;
  created: boolean;
  accountId: number;
  accountCode: string;
  accountName: string;
  bookBalanceCents: number;
}>;

/** Ready UTF-8 bytes of `ReleasedColumns` as JSON, in order. */
export function encodeReleased(items: readonly ReleasedItem[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += RELEASED_PART_ITEMS_MAX)
    encodeSome(items.slice(from, from + RELEASED_PART_ITEMS_MAX), parts);
  return parts;
}

/** The inverse of one part. */
export function decodeReleased(part: Uint8Array): ReleasedItem[] {
  const columns = JSON.parse(new TextDecoder().decode(part)) as ReleasedColumns;
  return columns.reconciliationId.map((reconciliationId, at) => ({
    reconciliationId,
    created: valueAt(columns.created, at),
    accountId: valueAt(columns.accountId, at),
    accountCode: valueAt(columns.accountCode, at),
    accountName: valueAt(columns.accountName, at),
    bookBalanceCents: valueAt(columns.bookBalanceCents, at),
  }));
}

/** Halves what turns out too large: one item alone never is, for a chart's texts are bounded. */
function encodeSome(items: readonly ReleasedItem[], parts: Uint8Array[]): void {
  const columns: ReleasedColumns = {
    reconciliationId: items.map((item) => item.reconciliationId),
    created: items.map((item) => item.created),
    accountId: items.map((item) => item.accountId),
    accountCode: items.map((item) => item.accountCode),
    accountName: items.map((item) => item.accountName),
    bookBalanceCents: items.map((item) => item.bookBalanceCents),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(columns));
  if (bytes.length <= RELEASED_PART_BYTES_MAX || items.length === 1) {
    parts.push(bytes);
    return;
  }
  const middle = items.length >> 1;
  encodeSome(items.slice(0, middle), parts);
  encodeSome(items.slice(middle), parts);
}

function valueAt<Value>(column: readonly Value[], at: number): Value {
  if (at >= column.length) throw new Error(`a released column ends at ${column.length}, not after ${at}`);
  return column[at] as Value;
}
