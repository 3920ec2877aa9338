// Lines as the log keeps them: JSON columns in parts of bounded size, readable by any tool in ten years.
import type { LineColumns } from './events.js';
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS } from './lineTable.js';
import type { StoredLines } from './storedLines.js';

export const PART_LINES_MAX = 5_000;
export const PART_BYTES_MAX = 900_000;

type Encodable = Pick<StoredLines, 'count' | 'accountCode' | 'accountName' | 'cents'>;

/** Ready UTF-8 bytes of `LineColumns` as JSON, in order; each has a buffer of its own, so that it can be given away. */
export function encodeParts(lines: Encodable): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < lines.count; from += PART_LINES_MAX) {
    encodeRange(lines, from, Math.min(from + PART_LINES_MAX, lines.count), parts);
  }
  return parts;
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): LineColumns {
  return JSON.parse(new TextDecoder().decode(bytes)) as LineColumns;
}

/** Halves what turns out too large: one line alone never is, for its texts are bounded. */
function encodeRange(lines: Encodable, from: number, to: number, parts: Uint8Array[]): void {
  const bytes = new TextEncoder().encode(columnsText(lines, from, to));
  if (bytes.length <= PART_BYTES_MAX || to - from === 1) {
    parts.push(bytes);
    return;
  }
  const middle = (from + to) >> 1;
  encodeRange(lines, from, middle, parts);
  encodeRange(lines, middle, to, parts);
}

function columnsText({ accountCode, accountName, cents }: Encodable, from: number, to: number): string {
  return (
    `{"accountCode":${JSON.stringify(accountCode.slice(from, to))}` +
    `,"accountName":${JSON.stringify(accountName.slice(from, to))}` +
    `,"previousBalanceCents":${column(cents, from, to, PREVIOUS)}` +
    `,"debitCents":${column(cents, from, to, DEBIT)}` +
    `,"creditCents":${column(cents, from, to, CREDIT)}` +
    `,"finalBalanceCents":${column(cents, from, to, FINAL)}}`
  );
}

function column(cents: Float64Array, from: number, to: number, which: number): string {
  const values: number[] = [];
  for (let line = from; line < to; line++) values.push(cents[line * AMOUNTS + which] as number);
  return JSON.stringify(values);
}
