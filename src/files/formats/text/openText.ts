// Opens delimited text as one table. Its content tells encoding and delimiter; rows are read piece by piece.
// Source: docs/spec/files.md#encodings, docs/spec/files.md#delimiters.
import { byteOrderMark, decoded, decoderOf, isFileUtf8, withoutMark, type Encoding } from '../encoding.js';
import { readBytes, readHead } from '../readBytes.js';
import { FileRefused, LINE_BYTES_MAX, opened, type OpenReader, type TableRow } from '../table.js';
import { RecordSplitter } from './recordSplitter.js';

/**
 * Accented letters of Portuguese inside words tell CP850 and Macintosh from windows-1252. The byte of `á` in CP850
 * is the no-break space of windows-1252: it counts after letters that end no word.
 */
const LETTERS = /(?<=[A-Za-z])[âãàçéêíóôõúÂÃÀÁÇÉÊÍÓÔÕÚ]|(?<=[bcdfghijknpqtv])á/g;

type Layout = Readonly<{ encoding: Encoding; lineEnd: '\n' | '\r'; separator: Delimiter }>;

/** @throws FileRefused */
export const openText: OpenReader = async (path, signal) => {
  const layout = layoutOf(await scanText(path, signal));
  const { encoding, separator } = layout;
  const { delimiter } = separator;
  const table = { name: null, hidden: false, rows: () => readRows(path, layout, signal) };
  return opened(delimiter === '\t' || delimiter === '|' ? 'txt' : 'csv', [table], { encoding, delimiter });
};

function layoutOf(scan: TextScan): Layout {
  const lineEnd = scan.endsWithCr ? '\r' : '\n';
  const encodings = possibleEncodings(scan);
  const sample = sampleOf(scan, encodings[0]);
  if (sample.includes('\0')) throw new FileRefused({ is: 'FileNul' });
  const separator = findDelimiter(sample);
  const letters = (encoding: Encoding): number => sampleOf(scan, encoding).match(LETTERS)?.length ?? 0;
  const encoding = encodings.reduce((best, other) => (letters(other) > letters(best) ? other : best));
  return { lineEnd, separator, encoding };
}

function possibleEncodings({ mark, isUtf8 }: TextScan): readonly [Encoding, ...Encoding[]] {
  if (mark !== null && (mark !== 'UTF-8' || isUtf8)) return [mark];
  return isUtf8 ? ['UTF-8'] : ['windows-1252', 'CP850', 'Macintosh'];
}

/** Whole lines from the start, within the head. */
function sampleOf({ head, endsWithCr }: TextScan, encoding: Encoding): string {
  const text = withoutMark(decoderOf(encoding).write(head));
  const lastEnd = text.lastIndexOf(endsWithCr ? '\r' : '\n');
  return lastEnd === -1 ? text : text.slice(0, lastEnd + 1);
}

async function* readRows(
  path: string,
  { encoding, lineEnd, separator }: Layout,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[], void> {
  const splitter = new RecordSplitter({ delimiter: separator.delimiter, lineEnd });
  const rowsIn = (text: string, isLast: boolean): readonly TableRow[] => {
    const rows = splitter.push(text, isLast);
    return separator.isDeclared && rows[0]?.line === 1 ? rows.slice(1) : rows;
  };
  for await (const text of decoded(readBytes(path, signal), () => encoding)) {
    const rows = rowsIn(text, false);
    if (rows.length > 0) yield rows;
  }
  const lastRows = rowsIn('', true);
  if (lastRows.length > 0) yield lastRows;
}

// First pass over the bytes of a text file: which encodings are possible, and whether its lines fit into memory.
// Source: docs/spec/files.md#encodings, docs/spec/files.md#bounds.

/**
 * `head`: the first bytes, byte order mark included. `endsWithCr`: lines end with CR alone (old Macintosh).
 */
type TextScan = Readonly<Awaited<ReturnType<typeof scanText>>>;

const HEAD_BYTES = 131_072;
const LF = 0x0a;
const CR = 0x0d;

/** @throws FileRefused FileNul, FileLineTooLong */
async function scanText(path: string, signal: AbortSignal) {
  const head = await readHead(path, HEAD_BYTES);
  const mark = byteOrderMark(head);
  const isWide = mark === 'UTF-16LE' || mark === 'UTF-16BE';
  const endsWithCr = head.includes(CR) && !head.includes(LF);
  const lineBytesMax = LINE_BYTES_MAX * (isWide ? 2 : 1);
  let lineBytes = 0;
  for await (const bytes of readBytes(path, signal)) {
    if (!isWide && bytes.includes(0)) throw new FileRefused({ is: 'FileNul' });
    lineBytes = openLineBytes(bytes, lineBytes, lineBytesMax, endsWithCr ? CR : LF);
  }
  return { mark, isUtf8: !isWide && (await isFileUtf8(path, signal)), head, endsWithCr };
}

/**
 * The length of the line that the chunk leaves open. Lines inside a chunk are shorter than the limit; only one
 * that goes beyond its ends may be too long.
 */
function openLineBytes(bytes: Buffer, open: number, bytesMax: number, end: number): number {
  const first = bytes.indexOf(end);
  const length = open + (first === -1 ? bytes.length : first);
  if (length > bytesMax) throw new FileRefused({ is: 'FileLineTooLong', line: 1 });
  return first === -1 ? length : bytes.length - bytes.lastIndexOf(end) - 1;
}

// Which character separates the columns of a text: the one that stands equally often on most lines outside quotes.
// Source: docs/spec/files.md#delimiters.

/** Delimiters in order of preference among equals: decimal commas must not win over `;`. */
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
 * @throws FileRefused FileEmpty, FileFixedWidth, FileDelimiterUnknown
 */
function findDelimiter(sample: string): Delimiter {
  if (sample.trim() === '') throw new FileRefused({ is: 'FileEmpty' });
  const lines = sample.split(/\r\n|\n|\r/, LINES_MAX);
  const declared = DECLARED.exec(lines[0] ?? '')?.[1];
  if (declared !== undefined) return { delimiter: declared, isDeclared: true };
  const filled = wholeRecords(lines).filter((line) => line.trim() !== '');
  // Excel leaves out delimiters where 16 rows have nothing behind them: commas of amounts must not win there.
  const candidates = CANDIDATES.filter((delimiter) => delimiter !== ',' || !areDecimalCommas(filled));
  const best = bestOf(candidates.map((delimiter) => ({ delimiter, ...stability(filled, delimiter) })));
  if (best !== null) return { delimiter: best.delimiter, isDeclared: false };
  throw new FileRefused({ is: isFixedWidth(filled) ? 'FileFixedWidth' : 'FileDelimiterUnknown' });
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

/**
 * The first that is about as stable as the best; else, below a long title, the one of a short table of five
 * columns.
 */
function bestOf(candidates: readonly Candidate[]): Candidate | null {
  const stable = candidates.filter(({ support }) => support >= SUPPORT_MIN);
  if (stable.length > 0)
    return stable.reduce((best, one) => (one.score > best.score + SUPPORT_CLOSE ? one : best));
  const short = candidates.filter(({ lines, score, support }) => lines >= 2 && score === support);
  return short.reduce<Candidate | null>((best, one) => (one.score > (best?.score ?? 0) ? one : best), null);
}

/**
 * The share of lines with the most common count; fewer than four delimiters cannot separate the five required
 * columns of a trial balance, so lines with them count half.
 */
function stability(lines: readonly string[], delimiter: string): Omit<Candidate, 'delimiter'> {
  const lineCounts = new Map<number, number>();
  for (const line of lines) {
    const count = countOutsideQuotes(line, delimiter);
    if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1);
  }
  let best = { score: 0, times: 0 };
  for (const [count, times] of lineCounts) {
    const score = count >= 4 ? times : times / 2;
    if (score > best.score) best = { score, times };
  }
  const share = (value: number): number => (lines.length === 0 ? 0 : value / lines.length);
  return { support: share(best.times), lines: best.times, score: share(best.score) };
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
