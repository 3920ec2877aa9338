// Lines as the log keeps them: JSON columns in parts of bounded size, readable by any tool in ten years.
import type { LineColumns } from '../../books/events.js';
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS } from './lineTable.js';
import type { StoredLines } from './storedLines.js';

export const PART_LINES_MAX = 5_000;
export const PART_BYTES_MAX = 900_000;

type Encodable = Pick<StoredLines, 'count' | 'accountCode' | 'accountName' | 'cents'>;

/** UTF-8 bytes of `LineColumns` as JSON, in order; each part has a buffer of its own, so that it can be transferred. */
export function encodeLines(lines: Encodable): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < lines.count; from += PART_LINES_MAX)
    encodeRange(lines, from, Math.min(from + PART_LINES_MAX, lines.count), parts);
  return parts;
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): LineColumns {
  return JSON.parse(new TextDecoder().decode(bytes)) as LineColumns;
}

/** The columns of some lines; members in the order in which they are stored and hashed. */
export function columnsOf(lines: Encodable, from = 0, to = lines.count): LineColumns {
  const { accountCode, accountName, cents } = lines;
  const column = (which: number): number[] => {
    const amounts = new Array<number>(to - from);
    for (let line = from; line < to; line++) amounts[line - from] = cents[line * AMOUNTS + which] as number;
    return amounts;
  };
  return {
    accountCode: accountCode.slice(from, to),
    accountName: accountName.slice(from, to),
    previousBalanceCents: column(PREVIOUS),
    debitCents: column(DEBIT),
    creditCents: column(CREDIT),
    finalBalanceCents: column(FINAL),
  };
}

/** Halves what turns out too large: one line alone never is, for its texts are bounded. */
function encodeRange(lines: Encodable, from: number, to: number, parts: Uint8Array[]): void {
  const part = boundedBytes(JSON.stringify(columnsOf(lines, from, to)));
  if (part !== null) {
    parts.push(part);
    return;
  }
  const middle = (from + to) >> 1;
  encodeRange(lines, from, middle, parts);
  encodeRange(lines, middle, to, parts);
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(PART_BYTES_MAX);

/** A copy out of one scratch buffer takes half the time of `encode`. @returns null when it is too large for a part */
function boundedBytes(json: string): Uint8Array<ArrayBuffer> | null {
  const { read, written } = encoder.encodeInto(json, scratch);
  return read === json.length ? scratch.slice(0, written) : null;
}
