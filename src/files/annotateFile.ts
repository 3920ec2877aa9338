// Writes a copy of a file as CSV with the errors of each row in a last column.
// Source: docs/spec/files.md#interpretation.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileReason } from '../domain/trialBalance/fileReasons.js';
import { detectKind } from './formats/detect.js';
import { findHeading, HEADING_ROWS_MAX } from './headings/findHeading.js';
import { openFile } from './formats/openFile.js';
import { FileRefused, type Cell, type OpenFile, type Table, type TableRow } from './formats/table.js';

export type Annotations = Readonly<{
  /** Sentences by physical row. */
  byLine: ReadonlyMap<number, readonly string[]>;
  /** About the file as a whole; written to the first row. */
  general: readonly string[];
  heading: string;
  sentenceOf(reason: FileReason): string;
}>;

/** Text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?[\d.,]+$/;

/** UTF-8 with byte order mark and `;`, as spreadsheets in Brazil open it. Of an unreadable file only the reason is written. */
export async function annotateFile(path: string, out: string, annotations: Annotations): Promise<void> {
  const reading = new AbortController();
  let file: OpenFile | null = null;
  try {
    file = await openFile(path, await detectKind(path), reading.signal);
    const place = await annotatedTable(file);
    await pipeline(Readable.from(csvOf(place, annotations)), createWriteStream(out));
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const lines = annotations.general.length > 0 ? annotations.general : [annotations.sentenceOf(error.reason)];
    await pipeline(
      Readable.from([csvRow([annotations.heading]), ...lines.map((line) => csvRow([line]))]),
      createWriteStream(out),
    );
  } finally {
    reading.abort();
    await file?.close();
  }
}

type Place = Readonly<{
  table: Table;
  /** Columns before the one of errors. */
  width: number;
  /** The physical row that gets the heading of that column. */
  headingLine: number;
}>;

/** The table an import would read, else the first visible one. */
async function annotatedTable({ tables }: OpenFile): Promise<Place> {
  const visible = tables.filter(({ hidden }) => !hidden);
  let fallback: Place | null = null;
  for (const table of visible.length > 0 ? visible : tables) {
    const first = await firstRows(table);
    const width = first.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
    const heading = findHeading(first);
    if ('columns' in heading) return { table, width, headingLine: heading.line };
    fallback ??= { table, width, headingLine: first[0]?.line ?? 1 };
  }
  if (fallback === null) throw new FileRefused({ is: 'FileWithoutLines' });
  return fallback;
}

async function firstRows(table: Table): Promise<readonly TableRow[]> {
  const first: TableRow[] = [];
  for await (const rows of table.rows()) {
    for (const row of rows) first.push(row);
    if (first.length >= HEADING_ROWS_MAX) break;
  }
  return first;
}

/** A row of the copy has the number of the row in the file. */
async function* csvOf(
  { table, width, headingLine }: Place,
  { byLine, general, heading }: Annotations,
): AsyncGenerator<string> {
  yield '\uFEFF';
  let next = 1;
  let unwritten = general;
  for await (const rows of table.rows()) {
    let text = '';
    for (const { line, cells } of rows) {
      for (; next < line; next++) text += '\r\n';
      const notes = [...(line === headingLine ? [heading] : []), ...unwritten, ...(byLine.get(line) ?? [])];
      unwritten = [];
      const padding = Array<string>(Math.max(0, width - cells.length)).fill('');
      text += csvRow([...cells.map(shown), ...padding, notes.join(' | ')]);
      next = line + 1;
    }
    yield text;
  }
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function shown(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return typeof cell === 'object' ? cell.date : String(cell);
}
