// Lines as the log keeps them: JSON columns in parts of bounded size, readable by any tool in ten years.
import { ByteWriter } from './byteWriter.js';
import type { LineColumns } from '../../books/events.js';
import { CREDIT, DEBIT, FINAL, PREVIOUS } from './lineTable.js';
import type { StoredLines } from './storedLines.js';
import { textsOf, type Texts } from './textColumn.js';

export const PART_LINES_MAX = 5_000;
export const PART_BYTES_MAX = 900_000;

/** Digits of the largest amount with its sign and comma, for each of four; quotes and commas of two texts. */
const LINE_BYTES_MAX = 4 * 18 + 6;
const NAMES_BYTES_MAX = 200;

type Encodable = Pick<StoredLines, 'count' | 'accountCode' | 'accountName' | 'cents'>;

/** Lines whose texts are strings; amounts four per line. */
export type PlainLines = Readonly<{
  count: number;
  accountCode: readonly string[];
  accountName: readonly string[];
  cents: Float64Array;
}>;

export function encodeParts({ count, accountCode, accountName, cents }: PlainLines): Uint8Array<ArrayBuffer>[] {
  return encodeLines({ count, accountCode: textsOf(accountCode), accountName: textsOf(accountName), cents });
}

/** Ready UTF-8 bytes of `LineColumns` as JSON, in order; each has a buffer of its own, so that it can be given away. */
export function encodeLines(lines: Encodable): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const writer = new ByteWriter();
  for (let from = 0; from < lines.count; from += PART_LINES_MAX) {
    encodeRange(lines, from, Math.min(from + PART_LINES_MAX, lines.count), writer, parts);
  }
  return parts;
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): LineColumns {
  return JSON.parse(new TextDecoder().decode(bytes)) as LineColumns;
}

/** Halves what turns out too large: one line alone never is, for its texts are bounded. */
function encodeRange(lines: Encodable, from: number, to: number, writer: ByteWriter, parts: Uint8Array[]): void {
  const textBytes = bytesOf(lines.accountCode, from, to) + bytesOf(lines.accountName, from, to);
  if (textBytes <= PART_BYTES_MAX) {
    writer.restart(textBytes * 2 + (to - from) * LINE_BYTES_MAX + NAMES_BYTES_MAX);
    writeColumns(lines, from, to, writer);
    if (writer.length <= PART_BYTES_MAX) {
      parts.push(writer.taken());
      return;
    }
  }
  const middle = (from + to) >> 1;
  encodeRange(lines, from, middle, writer, parts);
  encodeRange(lines, middle, to, writer, parts);
}

function bytesOf({ start, end }: Texts, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += (end[at] as number) - (start[at] as number);
  return sum;
}

function writeColumns(lines: Encodable, from: number, to: number, writer: ByteWriter): void {
  const { accountCode, accountName, cents } = lines;
  writer.ascii('{"accountCode":');
  writer.texts(accountCode, from, to);
  writer.ascii(',"accountName":');
  writer.texts(accountName, from, to);
  writer.ascii(',"previousBalanceCents":');
  writer.integers(cents, from, to, PREVIOUS);
  writer.ascii(',"debitCents":');
  writer.integers(cents, from, to, DEBIT);
  writer.ascii(',"creditCents":');
  writer.integers(cents, from, to, CREDIT);
  writer.ascii(',"finalBalanceCents":');
  writer.integers(cents, from, to, FINAL);
  writer.ascii('}');
}
