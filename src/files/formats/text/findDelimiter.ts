// Which character separates the columns of a text: the one that stands equally often on most lines outside quotes.
// Source: docs/spec/files.md#delimiters.
import { FileRefused } from '../table.js';

/** In order of preference among equals: decimal commas must not win over `;`. */
const CANDIDATES = [';', '\t', '|', ','] as const;
const LINES_MAX = 200;
/** Lines that one quoted text may span. */
const QUOTED_LINES_MAX = 10;
/** Share of the lines that are not blank; titles, page headers and totals may hold fewer delimiters. */
const SUPPORT_MIN = 0.5;
/** Candidates closer than this are equals. */
const SUPPORT_CLOSE = 0.2;

export type Delimiter = Readonly<{
  delimiter: string;
  /** The first line (`sep=;`) declares it and holds nothing else. */
  isDeclared: boolean;
}>;

const DECLARED = /^\uFEFF?"?sep=(.)"?\s*$/i;

/**
 * @param sample whole lines from the start of the text
 * @throws FileRefused FileFixedWidth, FileDelimiterUnknown
 */
export function findDelimiter(sample: string): Delimiter {
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
    return stable.reduce((chosen, one) => (one.score > chosen.score + SUPPORT_CLOSE ? one : chosen));
  const short = candidates.filter(({ lines, score, support }) => lines >= 2 && score === support);
  return short.reduce<Candidate | null>((chosen, one) => (one.score > (chosen?.score ?? 0) ? one : chosen), null);
}

/** The share of lines with the most common count; fewer than four delimiters cannot separate the five required columns. */
function stability(lines: readonly string[], delimiter: string): Omit<Candidate, 'delimiter'> {
  const lineCounts = new Map<number, number>();
  for (const line of lines) {
    const count = countOutsideQuotes(line, delimiter);
    if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1);
  }
  let common = 0;
  let found = 0;
  for (const [count, times] of lineCounts) if (times > found) [common, found] = [count, times];
  const support = lines.length === 0 ? 0 : found / lines.length;
  return { support, lines: found, score: common >= 4 ? support : support / 2 };
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
