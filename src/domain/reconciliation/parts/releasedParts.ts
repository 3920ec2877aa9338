// Encoding of a release's reconciliations as parts.
import { encodeColumns, itemsOf } from '../../kernel/columnParts.js';
import type { ApprovalReason } from '../../clients/autoApproval.js';
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
  /** Why a rule approved it or did not; null or absent: the company has no rule for it. */
  approvalReason?: ApprovalReason | null;
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
/** Columns that are absent where all items have null. */
const OPTIONAL_FIELDS = ['comparedCents', 'approvalReason'] as const satisfies readonly (keyof ReleasedItem)[];

/** UTF-8 bytes of `ReleasedColumns` as JSON, in parts. */
export function encodeReleased(items: readonly ReleasedItem[]): Uint8Array[] {
  const more = OPTIONAL_FIELDS.filter((field) => items.some((item) => (item[field] ?? null) !== null));
  if (more.length === 0) return encodeColumns(items, FIELDS);
  const filled = items.map((item) => ({ comparedCents: null, approvalReason: null, ...item }));
  return encodeColumns(filled, [...FIELDS, ...more]);
}

/** The inverse of one part. */
export function decodeReleased(part: Uint8Array): ReleasedItem[] {
  const columns = JSON.parse(new TextDecoder().decode(part)) as ReleasedColumns;
  return itemsOf<ReleasedItem>(columns, [...FIELDS, ...OPTIONAL_FIELDS.filter((field) => columns[field])]);
}
