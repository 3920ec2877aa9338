// Lines as stored in the log: JSON columns in parts of bounded size.
import { ByteWriter } from './byteWriter.js';
import type { LineColumns } from '../../books/events.js';
import type { Nature } from '../../charts/events.js';
import { CREDIT, DEBIT, FINAL, PREVIOUS } from './lineTable.js';
import type { StoredLines } from './storedLines.js';
import { textsOf, type Texts } from './textColumn.js';

export const PART_LINES_MAX = 5_000;
export const PART_BYTES_MAX = 900_000;

/** Upper bound per line without the texts: four amounts with sign and comma, quotes and commas of two texts, two letters. */
const LINE_BYTES_MAX = 4 * 18 + 6 + 2;
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

/**
 * `LineColumns` as UTF-8 JSON, in order; each part has its own buffer, so that it can be transferred. Without nature and
 * sign, which are derived from these lines and the chart, and are not part of the content hash.
 */
export function encodeLines(lines: Encodable): Uint8Array<ArrayBuffer>[] {
  return encodeRanges(lines, null).map(({ bytes }) => bytes);
}

/** The same with nature and sign: two bytes a line more, so that a part still fits into an append. */
export function encodeSignedLines(
  lines: Encodable & Pick<StoredLines, 'account'>,
  { natures, debitSigns }: Signs,
): SignedPart[] {
  const { account } = lines;
  return encodeRanges(lines, (writer, from, to) => {
    writer.ascii(',"nature":"');
    for (let line = from; line < to; line++)
      writer.ascii(natureLetter(natures[account[line] as number] ?? 'MIXED'));
    writer.ascii('","debitSign":"');
    for (let line = from; line < to; line++) writer.ascii(signLetter(debitSigns[account[line] as number] ?? 1));
    writer.ascii('"');
  });
}

/** `bytes` up to `signsAt`, with a closing brace, is the part without nature and sign. */
export type SignedPart = Readonly<{ bytes: Uint8Array<ArrayBuffer>; signsAt: number }>;

/** As in `LineColumns`. */
export function natureLetter(nature: Nature): string {
  return nature.charAt(0);
}

export function signLetter(sign: number): string {
  return sign < 0 ? '-' : '+';
}

/** By index in the chart. */
type Signs = Readonly<{ natures: readonly Nature[]; debitSigns: Int8Array }>;

/** Writes more columns of the lines `from` to before `to`. */
type MoreColumns = (writer: ByteWriter, from: number, to: number) => void;

function encodeRanges(lines: Encodable, more: MoreColumns | null): SignedPart[] {
  const parts: SignedPart[] = [];
  const writer = new ByteWriter();
  for (let from = 0; from < lines.count; from += PART_LINES_MAX) {
    encodeRange(lines, from, Math.min(from + PART_LINES_MAX, lines.count), more, writer, parts);
  }
  return parts;
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): LineColumns {
  return JSON.parse(new TextDecoder().decode(bytes)) as LineColumns;
}

/** Splits a part that is too large into halves. A single line never is, as its texts are bounded. */
function encodeRange(
  lines: Encodable,
  from: number,
  to: number,
  more: MoreColumns | null,
  writer: ByteWriter,
  parts: SignedPart[],
): void {
  const textBytes = bytesOf(lines.accountCode, from, to) + bytesOf(lines.accountName, from, to);
  if (textBytes <= PART_BYTES_MAX) {
    writer.restart(textBytes * 2 + (to - from) * LINE_BYTES_MAX + NAMES_BYTES_MAX);
    writeColumns(lines, from, to, writer);
    const signsAt = writer.length;
    if (signsAt < PART_BYTES_MAX) {
      more?.(writer, from, to);
      writer.ascii('}');
      parts.push({ bytes: writer.taken(), signsAt });
      return;
    }
  }
  const middle = (from + to) >> 1;
  encodeRange(lines, from, middle, more, writer, parts);
  encodeRange(lines, middle, to, more, writer, parts);
}

function bytesOf({ start, end }: Texts, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += (end[at] as number) - (start[at] as number);
  return sum;
}

/** Without the closing brace. */
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
}
