// Encoding of a release's reconciliations as parts.
import { encodeColumns, itemsOf } from '../../kernel/columnParts.js';
import type { ReleasedColumns } from '../events.js';
import type { ReconciliationStatus } from '../states.js';

/** One reconciliation after a release; `created` false when it existed before. */
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
  /** The book balance with debit positive. */
  bookBalanceDebitCents: number;
  /** The balance before whose change wants an explanation, with debit positive; null or absent: none does. */
  comparedCents?: number | null;
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
  'bookBalanceDebitCents',
] as const satisfies readonly (keyof ReleasedItem)[];
const ALL_FIELDS = [...FIELDS, 'comparedCents'] as const;

/** UTF-8 bytes of `ReleasedColumns` as JSON, in parts. */
export function encodeReleased(items: readonly ReleasedItem[]): Uint8Array[] {
  const isAnyCompared = items.some(({ comparedCents = null }) => comparedCents !== null);
  return isAnyCompared
    ? encodeColumns(
        items.map((item) => ({ comparedCents: null, ...item })),
        ALL_FIELDS,
      )
    : encodeColumns(items, FIELDS);
}

/** The inverse of one part. */
export function decodeReleased(part: Uint8Array): ReleasedItem[] {
  const columns = JSON.parse(new TextDecoder().decode(part)) as ReleasedColumns;
  return itemsOf<ReleasedItem>(columns, columns.comparedCents ? ALL_FIELDS : FIELDS);
}
