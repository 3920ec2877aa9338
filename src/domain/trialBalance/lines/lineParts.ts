// Lines as stored in the log: columns, in parts of bounded size.
import type { LeftOutLine, TrialBalanceLine } from '../../books/events.js';
import { decodeColumns, encodeColumns } from '../../kernel/columnParts.js';
import { AMOUNT_FIELDS } from './amounts.js';

const FIELDS = [
  'accountCode',
  'accountName',
  ...AMOUNT_FIELDS,
  'nature',
  'debitSign',
] as const satisfies readonly (keyof TrialBalanceLine)[];

const LEFT_OUT_FIELDS = ['place', 'reason', ...FIELDS] as const satisfies readonly (keyof LeftOutLine)[];

/** UTF-8 bytes of `TrialBalanceLineColumns` as JSON; each part has its own buffer, so that it can be transferred. */
export function encodeParts(lines: readonly TrialBalanceLine[]): Uint8Array<ArrayBuffer>[] {
  return encodeColumns(lines, FIELDS);
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): readonly TrialBalanceLine[] {
  return decodeColumns(bytes, FIELDS);
}

/** The same of the lines that do not enter. */
export function encodeLeftOut(lines: readonly LeftOutLine[]): Uint8Array<ArrayBuffer>[] {
  return encodeColumns(lines, LEFT_OUT_FIELDS);
}

/** The inverse of one part. */
export function decodeLeftOut(bytes: Uint8Array): readonly LeftOutLine[] {
  return decodeColumns(bytes, LEFT_OUT_FIELDS);
}
