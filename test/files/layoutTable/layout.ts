// A layout of the table: its name, how it is made, what reading it must come to. A layout that was found to be
// read wrongly becomes a row of one of the files beside this one.
import type { FileReason } from '../../../src/domain/trialBalance/fileReasons.js';
import type { Warning } from '../../../src/domain/trialBalance/warnings.js';
import { brazilian, HEAD, ROWS, type Row } from '../erpReports/books.js';
import { delimited, type Content } from '../erpReports/report.js';

/**
 * The book's lines with these warnings and no others; other lines with these warnings; or a refusal, of the whole
 * file by its reason, of lines by theirs.
 */
export type Expected =
  | Readonly<{ warned: readonly Warning['is'][] }>
  | Readonly<{ read: readonly Warning['is'][] }>
  | Readonly<{ refused: FileReason['is'] }>
  | Readonly<{ lines: string }>;

export type Layout = readonly [
  name: string,
  make: (cnpj: string) => Content | Promise<Content>,
  expected: Expected,
  /** Of the request: the month asked for, null where the file has to tell, and the file's name. */
  asked?: Readonly<{ competence?: null; fileName?: string }>,
];

type Cell = string | number;

export const READ: Expected = { read: [] };
export const refused = (reason: FileReason['is']): Expected => ({ refused: reason });
export const warned = (...warnings: readonly Warning['is'][]): Expected => ({ read: warnings });

export const cents = (it: Row): readonly number[] => [it.opening, it.debit, it.credit, it.closing];
export const plainRow = (it: Row): readonly string[] => [it.code, it.name, ...cents(it).map(brazilian)];

/** Text with semicolons. */
export const text = (heading: readonly string[], cells: (it: Row) => readonly Cell[], rows = ROWS): string =>
  delimited([heading, ...rows.map(cells)], ';');

const EXCEL_ROWS = 16;

/** As Excel saves it: no delimiter before the last columns where they are empty in 16 rows. */
export function excelText(rows: readonly (readonly string[])[]): string {
  const blocks = Array.from({ length: Math.ceil(rows.length / EXCEL_ROWS) }, (_, at) => {
    const block = rows.slice(at * EXCEL_ROWS, (at + 1) * EXCEL_ROWS);
    const width = Math.max(...block.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1));
    return delimited(block.map((cells) => cells.slice(0, width)));
  });
  return blocks.join('');
}

/** The plainest table under these rows, and above those. */
export const between = (above: readonly (readonly Cell[])[], below: readonly (readonly Cell[])[] = []): string =>
  delimited([...above, HEAD, ...ROWS.map(plainRow), ...below], ';');

/** The plainest table with columns behind it that hold one value each. */
export const withColumns = (headings: readonly string[], values: readonly Cell[]): string =>
  text([...HEAD, ...headings], (it) => [...plainRow(it), ...values]);
