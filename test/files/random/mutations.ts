// Changes of a file that change what would enter: a digit, columns swapped in a line, a line gone or twice, a cut.
import type { Book } from './randomBook.js';
import type { Encoded } from './randomFile.js';
import type { Random } from './randomness.js';
import type { Report, ReportRow } from './randomReport.js';

export const MUTATIONS = [
  'digit of an amount',
  'digit of a code',
  'swapped amounts',
  'line twice',
  'cut',
] as const;
export type Mutation = (typeof MUTATIONS)[number];

/** @returns null where this mutation changes nothing in this file */
export async function mutated(
  mutation: Mutation,
  report: Report,
  book: Book,
  encoded: Encoded,
  random: Random,
): Promise<Buffer | null> {
  const entering = report.rows.filter(({ line }) => {
    const row = line === null ? undefined : book.rows[line];
    return row !== undefined && !row.isGroup && row.account.requiresReconciliation;
  });
  const target = random.one(entering);
  if (mutation === 'cut') return cut(report, entering, encoded, random);
  if (mutation === 'line twice') {
    const at = report.rows.indexOf(target);
    return encoded.bytesOf(report.rows.toSpliced(random.chance(0.5) ? at : report.rows.length, 0, target));
  }
  const cells = changedCells(mutation, report, target, random);
  if (cells === null) return null;
  return encoded.bytesOf(report.rows.map((row) => (row === target ? { ...row, cells } : row)));
}

function changedCells(
  mutation: Mutation,
  report: Report,
  target: ReportRow,
  random: Random,
): readonly string[] | null {
  const { cells } = target;
  if (mutation === 'swapped amounts') {
    const [one = 0, other = 0] = random.shuffled(report.amounts);
    if (cells[one] === cells[other]) return null;
    return cells.with(one, cells[other] ?? '').with(other, cells[one] ?? '');
  }
  const column = mutation === 'digit of a code' ? report.code : random.one(report.amounts);
  const text = cells[column] ?? '';
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = random.one(digits);
  const digit = String((Number(text.charAt(at)) + 1 + random.below(9)) % 10);
  return cells.with(column, text.slice(0, at) + digit + text.slice(at + 1));
}

/** Within the lines, at any byte of a text, or between two rows of a workbook. */
async function cut(
  report: Report,
  entering: readonly ReportRow[],
  encoded: Encoded,
  random: Random,
): Promise<Buffer | null> {
  const first = report.rows.indexOf(entering[0] as ReportRow) + 1;
  const last = report.rows.indexOf(entering.at(-1) as ReportRow);
  if (last <= first) return null;
  if (!encoded.isText) return encoded.bytesOf(report.rows.slice(0, first + random.below(last - first)));
  const whole = await encoded.bytesOf(report.rows);
  const from = (await encoded.bytesOf(report.rows.slice(0, first))).length;
  const to = (await encoded.bytesOf(report.rows.slice(0, last + 1))).length;
  return whole.subarray(0, from + random.below(to - from - 2));
}
