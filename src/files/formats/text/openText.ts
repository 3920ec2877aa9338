// Opens delimited text as one table. Its content tells encoding and delimiter; rows are read piece by piece.
// Source: docs/spec/files.md#encodings, docs/spec/files.md#delimiters.
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { knownHeadings } from '../../columns/recogniseColumns.js';
import { byteOrderMark, fromWindows1252, unfinishedBytes, type ByteOrderMark } from '../encoding.js';
import { FileRefused, LINE_BYTES_MAX, opened, type OpenReader, type TableRow } from '../table.js';
import { RecordSplitter } from './recordSplitter.js';

/** The rows of one chunk outlive its text: larger ones would be copied by each collection of garbage. */
const CHUNK_BYTES = 65_536;

/** Rows whose headings tell CP850 from windows-1252. */
const SAMPLE_ROWS = 60;

type Layout = Readonly<{ encoding: TextEncoding; lineEnd: '\n' | '\r'; separator: Delimiter }>;

/** @throws FileRefused */
export const openText: OpenReader = async (path, signal) => {
  const layout = layoutOf(scanText(path));
  const { encoding, separator } = layout;
  const { delimiter } = separator;
  const table = { name: null, hidden: false, rows: () => readRows(path, layout, signal) };
  return opened(delimiter === '\t' || delimiter === '|' ? 'txt' : 'csv', [table], { encoding, delimiter });
};

function layoutOf(scan: TextScan): Layout {
  const lineEnd = scan.endsWithCr ? '\r' : '\n';
  const [first, other] = possibleEncodings(scan);
  const sample = sampleOf(scan, first);
  if (sample.includes('\0')) throw new FileRefused({ is: 'FileNul' });
  const separator = findDelimiter(sample);
  const layout = { lineEnd, separator } as const;
  const headings = (encoding: TextEncoding): number => knownHeadings(sampleRows(sampleOf(scan, encoding), layout));
  // CP850 only where it yields more known headings than windows-1252.
  const encoding = other !== undefined && headings(other) > headings(first) ? other : first;
  return { ...layout, encoding };
}

function possibleEncodings({ mark, isUtf8 }: TextScan): readonly [TextEncoding, TextEncoding?] {
  if (mark !== null && (mark !== 'UTF-8' || isUtf8)) return [mark];
  return isUtf8 ? ['UTF-8'] : ['windows-1252', 'CP850'];
}

/** Whole lines from the start, within the head. */
function sampleOf({ head, endsWithCr }: TextScan, encoding: TextEncoding): string {
  const text = textDecoder(encoding).decode(head, false);
  const lastEnd = text.lastIndexOf(endsWithCr ? '\r' : '\n');
  return lastEnd === -1 ? text : text.slice(0, lastEnd + 1);
}

function sampleRows(sample: string, { separator, lineEnd }: Omit<Layout, 'encoding'>): TableRow[] {
  const splitter = new RecordSplitter({ delimiter: separator.delimiter, lineEnd });
  return splitter.push(sample, false).slice(0, SAMPLE_ROWS);
}

/** Reading blocks: files are read in a thread of their own. */
async function* readRows(
  path: string,
  { encoding, lineEnd, separator }: Layout,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[], void> {
  const splitter = new RecordSplitter({ delimiter: separator.delimiter, lineEnd });
  const decoder = textDecoder(encoding);
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let isFirst = separator.isDeclared;
    for (;;) {
      signal.throwIfAborted();
      const bytesRead = readSync(file, chunk, 0, CHUNK_BYTES, null);
      const rows = splitter.push(decoder.decode(chunk.subarray(0, bytesRead), bytesRead === 0), bytesRead === 0);
      if (isFirst && rows.length > 0) {
        rows.shift();
        isFirst = false;
      }
      if (rows.length > 0) yield rows;
      if (bytesRead === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252' | 'CP850';

/** The upper half of code page 850, which DOS programs in Brazil print in. */
const CP850_80_TO_FF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Keeps a character that the end of a piece cuts for the next one. */
type TextPieces = Readonly<{ decode(bytes: Buffer, isLast: boolean): string }>;

/** Removes a byte order mark and replaces invalid bytes by U+FFFD. */
function textDecoder(encoding: TextEncoding): TextPieces {
  if (encoding === 'CP850') return { decode: fromCp850 };
  if (encoding === 'windows-1252') return { decode: fromWindows1252 };
  const decoder = new TextDecoder(encoding.toLowerCase());
  return { decode: (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }) };
}

function fromCp850(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (one) => CP850_80_TO_FF.charAt(one.charCodeAt(0) - 0x80));
}

// First pass over the bytes of a text file: which encodings are possible, and whether its lines fit into memory.
// Source: docs/spec/files.md#encodings, docs/spec/files.md#bounds.

type TextScan = Readonly<{
  mark: ByteOrderMark | null;
  isUtf8: boolean;
  /** The first bytes, byte order mark included. */
  head: Buffer;
  /** Lines end with CR alone (old Macintosh). */
  endsWithCr: boolean;
}>;

const SCANNED_BYTES = 1_048_576;
const HEAD_BYTES = 131_072;
const [LF, CR] = [0x0a, 0x0d];

/**
 * Reading blocks: files are read in a thread of their own.
 * @throws FileRefused FileNul, FileLineTooLong
 */
function scanText(path: string): TextScan {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(SCANNED_BYTES);
    let head = Buffer.alloc(0);
    let mark: ByteOrderMark | null = null;
    let utf8 = true;
    let pending = 0;
    let lineBytes = 0;
    let endsWithCr = false;
    for (;;) {
      const bytesRead = readSync(file, chunk, pending, SCANNED_BYTES - pending, null);
      const bytes = chunk.subarray(0, pending + bytesRead);
      if (head.length === 0) {
        head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
        mark = byteOrderMark(head);
        endsWithCr = head.includes(CR) && !head.includes(LF);
      }
      const isWide = mark === 'UTF-16LE' || mark === 'UTF-16BE';
      const fresh = bytes.subarray(pending);
      if (!isWide && fresh.includes(0)) throw new FileRefused({ is: 'FileNul' });
      lineBytes = openLineBytes(fresh, lineBytes, LINE_BYTES_MAX * (isWide ? 2 : 1), endsWithCr ? CR : LF);
      // At the end a character without its last bytes is none.
      if (bytesRead === 0) return { mark, isUtf8: utf8 && pending === 0, head, endsWithCr };
      pending = 0;
      if (utf8 && !isWide) {
        const whole = bytes.length - unfinishedBytes(bytes);
        utf8 = isUtf8(bytes.subarray(0, whole));
        pending = utf8 ? bytes.length - whole : 0;
        chunk.copyWithin(0, whole, whole + pending);
      }
    }
  } finally {
    closeSync(file);
  }
}

/**
 * The length of the line that the chunk leaves open. Lines inside a chunk are shorter than the limit; only one that goes
 * beyond its ends may be too long.
 */
function openLineBytes(bytes: Buffer, open: number, bytesMax: number, end: number): number {
  const first = bytes.indexOf(end);
  const length = open + (first === -1 ? bytes.length : first);
  if (length > bytesMax) throw new FileRefused({ is: 'FileLineTooLong', line: 1 });
  return first === -1 ? length : bytes.length - bytes.lastIndexOf(end) - 1;
}

// Which character separates the columns of a text: the one that stands equally often on most lines outside quotes.
// Source: docs/spec/files.md#delimiters.

/** In order of preference among equals: decimal commas must not win over `;`. */
const CANDIDATES = [';', '\t', '|', ','] as const;
const LINES_MAX = 200;
/** Lines that one quoted text may span. */
const QUOTED_LINES_MAX = 10;
/** Share of the lines that are not blank; titles, page headers and totals may hold fewer delimiters. */
const SUPPORT_MIN = 0.5;
/** Candidates closer than this are equals. */
const SUPPORT_CLOSE = 0.2;

type Delimiter = Readonly<{
  delimiter: string;
  /** The first line (`sep=;`) declares it and holds nothing else. */
  isDeclared: boolean;
}>;

const DECLARED = /^\uFEFF?"?sep=(.)"?\s*$/i;

/**
 * @param sample whole lines from the start of the text
 * @throws FileRefused FileFixedWidth, FileDelimiterUnknown
 */
function findDelimiter(sample: string): Delimiter {
  const lines = sample.split(/\r\n|\n|\r/, LINES_MAX);
  const declared = DECLARED.exec(lines[0] ?? '')?.[1];
  if (declared !== undefined) return { delimiter: declared, isDeclared: true };
  const filled = wholeRecords(lines).filter((line) => line.trim() !== '');
  const best = bestOf(CANDIDATES.map((delimiter) => ({ delimiter, ...stability(filled, delimiter) })));
  const isFixed = isFixedWidth(filled);
  // In a report of fixed width the commas are those of its amounts.
  if (best !== null && !(best.delimiter === ',' && isFixed && areDecimalCommas(filled)))
    return { delimiter: best.delimiter, isDeclared: false };
  throw new FileRefused({ is: isFixed ? 'FileFixedWidth' : 'FileDelimiterUnknown' });
}

/** Joins lines that a quoted text spans; a quote that is not closed soon is an ordinary character. */
function wholeRecords(lines: readonly string[]): readonly string[] {
  const records: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let record = lines[at] ?? '';
    let end = at;
    while (hasOpenQuote(record) && end - at < QUOTED_LINES_MAX && end + 1 < lines.length)
      record += `\n${lines[++end] ?? ''}`;
    if (hasOpenQuote(record)) records.push(lines[at] ?? '');
    else {
      records.push(record);
      at = end;
    }
  }
  return records;
}

function hasOpenQuote(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

type Candidate = Readonly<{ delimiter: string; support: number; lines: number; score: number }>;

/** The first that is about as stable as the best; else, below a long title, the one of a short table of five columns. */
function bestOf(candidates: readonly Candidate[]): Candidate | null {
  const stable = candidates.filter(({ support }) => support >= SUPPORT_MIN);
  if (stable.length > 0)
    return stable.reduce((best, one) => (one.score > best.score + SUPPORT_CLOSE ? one : best));
  const short = candidates.filter(({ lines, score, support }) => lines >= 2 && score === support);
  return short.reduce<Candidate | null>((best, one) => (one.score > (best?.score ?? 0) ? one : best), null);
}

/** The share of lines with the most common count; fewer than four delimiters cannot separate the five required columns. */
function stability(lines: readonly string[], delimiter: string): Omit<Candidate, 'delimiter'> {
  const lineCounts = new Map<number, number>();
  for (const line of lines) {
    const count = countOutsideQuotes(line, delimiter);
    if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1);
  }
  let common = 0;
  let foundCount = 0;
  for (const [count, times] of lineCounts) if (times > foundCount) [common, foundCount] = [count, times];
  const support = lines.length === 0 ? 0 : foundCount / lines.length;
  return { support, lines: foundCount, score: common >= 4 ? support : support / 2 };
}

function countOutsideQuotes(line: string, delimiter: string): number {
  let count = 0;
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) count++;
  }
  return count;
}

/** Columns separated by runs of blanks. */
function isFixedWidth(lines: readonly string[]): boolean {
  const aligned = lines.filter((line) => /\S {2,}\S/.test(line.slice(0, 2_000)));
  return aligned.length >= Math.max(1, lines.length / 2);
}

function areDecimalCommas(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  const commas = text.split(',').length - 1;
  const decimal = text.match(/\d,\d{2}(?!\d)/g)?.length ?? 0;
  return decimal >= commas * 0.9;
}
