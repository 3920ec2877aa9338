// Finds the heading of a table: the first row, or two rows joined, that names every column an import needs.
// Source: docs/spec/files.md#headings.
import type { ColumnField } from '../../domain/trialBalance/fileReasons.js';
import { textOf } from '../cells/cellText.js';
import {
  NO_COLUMNS,
  missingFields,
  recogniseColumns,
  type Columns,
  type RecognisedColumns,
} from '../columns/recogniseColumns.js';
import type { Table, TableRow } from '../formats/table.js';

/** The heading is searched in so many rows from the top. */
export const HEADING_ROWS_MAX = 40;
/** Rows under a heading whose values tell columns apart. */
const SAMPLE_ROWS = 100;
/** Headings that a refusal names. */
const NAMED_MAX = 40;
/** A row with fewer known headings is no heading. */
const RECOGNISED_MIN = 2;

const NUMBER = /^[\d.,]+(?:\s|$)/;

export type Heading = Readonly<{
  columns: Columns;
  /** The physical row of the heading, the lower one of two. */
  line: number;
  /** Index of the first row after it. */
  next: number;
}>;

/** The row that came closest; `line` is 0 where none did. */
export type NoHeading = Readonly<{
  missing: readonly ColumnField[];
  found: readonly string[];
  recognised: number;
  understood: Heading;
}>;

const NOWHERE: Heading = { columns: NO_COLUMNS, line: 0, next: 0 };

/** @param rows the first rows of the table, more than may hold the heading */
export function findHeading(rows: readonly TableRow[]): Heading | NoHeading {
  // Rows of dashes may stand between the two rows of a heading.
  const worded = rows.filter(hasWords);
  const heading = findAmong(worded);
  if (!('columns' in heading)) return heading;
  const row = worded[heading.next - 1];
  return { ...heading, next: row === undefined ? heading.next : rows.indexOf(row) + 1 };
}

export function sampleAfter(rows: readonly TableRow[], from: number): readonly TableRow[] {
  return rows.slice(from, from + SAMPLE_ROWS);
}

/** `Saldo | | Movimento` over `Anterior | D/C | Débito`: a heading of the upper row spans to the next one. */
export function joinedTexts(rows: readonly TableRow[], at: number): readonly string[] {
  const upper = rows[at]?.cells ?? [];
  const lower = rows[at + 1]?.cells ?? [];
  const joined: string[] = [];
  let spanning = '';
  for (let index = 0; index < Math.max(upper.length, lower.length); index++) {
    const top = textOf(upper[index]);
    const bottom = textOf(lower[index]);
    if (top !== '') spanning = top;
    joined.push(bottom === '' ? top : `${spanning} ${bottom}`.trim());
  }
  const lowerTexts = lower.map(textOf);
  const missing = (texts: readonly string[]): number => recogniseColumns(texts, []).missing.length;
  // Joined to every heading below it, a title would make them unknown.
  return missing(joined) > missing(lowerTexts) ? lowerTexts : joined;
}

function findAmong(rows: readonly TableRow[]): Heading | NoHeading {
  let closest: NoHeading = { missing: missingFields(NO_COLUMNS), found: [], recognised: 0, understood: NOWHERE };
  const rowsEnd = Math.min(rows.length, HEADING_ROWS_MAX);
  for (let at = 0; at < rowsEnd; at++) {
    const alone = recogniseRow(rows, at);
    if (alone.missing.length === 0) return headingOf(alone, rows, at);
    closest = closer(closest, alone, rows, at);
    // Where the row below is a heading by itself, the upper one is a title.
    const below = at + 1 < rowsEnd ? recogniseRow(rows, at + 1) : null;
    if (below === null || below.missing.length === 0) continue;
    const joined = recogniseColumns(joinedTexts(rows, at), sampleAfter(rows, at + 2));
    if (joined.missing.length === 0) return headingOf(joined, rows, at + 1);
    closest = closer(closest, joined, rows, at + 1);
  }
  return closest;
}

function hasWords({ cells }: TableRow): boolean {
  return cells.some((cell) => typeof cell !== 'string' || /[\p{L}\d?]/u.test(cell));
}

function recogniseRow(rows: readonly TableRow[], at: number): RecognisedColumns {
  return recogniseColumns(rows[at]?.cells.map(textOf) ?? [], sampleAfter(rows, at + 1));
}

function headingOf(
  { columns }: Pick<RecognisedColumns, 'columns'>,
  rows: readonly TableRow[],
  at: number,
): Heading {
  return { columns, line: rows[at]?.line ?? 0, next: at + 1 };
}

function closer(
  closest: NoHeading,
  { columns, missing, recognised }: RecognisedColumns,
  rows: readonly TableRow[],
  at: number,
): NoHeading {
  const isCloser =
    missing.length < closest.missing.length ||
    (missing.length === closest.missing.length && recognised > closest.recognised);
  if (recognised < RECOGNISED_MIN || !isCloser) return closest;
  // A row of data may hold words that are headings, but it also holds amounts.
  if (columns.headings.filter((heading) => NUMBER.test(heading)).length > 1) return closest;
  return {
    missing,
    found: namedHeadings(columns.headings),
    recognised,
    understood: headingOf({ columns }, rows, at),
  };
}

/** Those that a refusal names. */
export function namedHeadings(headings: readonly string[]): readonly string[] {
  return headings.filter((heading) => heading !== '').slice(0, NAMED_MAX);
}

// A table whose first rows are read ahead, to find its heading; the rows after the heading are then read once.

export class PreviewedTable {
  readonly preview: TableRow[] = [];
  /** There are no rows beyond the preview. */
  #isWhole = false;
  readonly #batches: AsyncIterator<readonly TableRow[]>;

  private constructor(readonly source: Table) {
    this.#batches = source.rows()[Symbol.asyncIterator]();
  }

  /** Reads at least so many rows, if there are; to be closed by the caller. */
  static async open(table: Table, rows: number): Promise<PreviewedTable> {
    const opened = new PreviewedTable(table);
    await opened.readAhead(rows);
    return opened;
  }

  /** Makes the preview at least so long, if there are so many rows. */
  async readAhead(rows: number): Promise<void> {
    while (this.preview.length < rows && !this.#isWhole) {
      const next = await this.#batches.next();
      if (next.done === true) this.#isWhole = true;
      else for (const row of next.value) this.preview.push(row);
    }
  }

  /** All rows from an index of the preview on. May be called once. */
  async *rowsFrom(index: number): AsyncGenerator<readonly TableRow[], void> {
    const rows = this.preview.slice(index);
    if (rows.length > 0) yield rows;
    while (!this.#isWhole) {
      const next = await this.#batches.next();
      if (next.done === true) this.#isWhole = true;
      else yield next.value;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
