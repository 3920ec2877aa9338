// An XLSX read back two ways: by node-xlsx's engine, with types and formats, and by the reader of report files.
import { read, utils, type CellObject } from 'xlsx';
import { openXlsx } from '../../src/files/formats/xlsx/openXlsx.js';
import { readAll, type ReadTable } from '../files/support/readTables.js';

export type ReadSheet = Readonly<{
  name: string;
  /** A1 notation. */
  filter: string | null;
  /** From the first row; null is an empty cell. */
  rows: readonly (readonly (CellObject | null)[])[];
}>;

export function sheetsOf(content: Uint8Array): ReadSheet[] {
  const book = read(content, { dense: true, cellNF: true, cellText: false });
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name] ?? {};
    const { e: end } = utils.decode_range(sheet['!ref'] ?? 'A1');
    const data = sheet['!data'] ?? [];
    const rows = Array.from({ length: end.r + 1 }, (_, row) =>
      Array.from({ length: end.c + 1 }, (__, column) => data[row]?.[column] ?? null),
    );
    return { name, filter: sheet['!autofilter']?.ref ?? null, rows };
  });
}

/** Whether the first row of each sheet stays while the others scroll. */
export function frozenIn(content: Uint8Array): readonly boolean[] {
  const { files = {} } = read(content, { bookFiles: true }) as { files?: Record<string, { content: Buffer }> };
  const sheets = Object.entries(files).filter(([name]) => name.startsWith('xl/worksheets/'));
  return sheets.map(([, sheet]) => /<pane ySplit="1" [^>]*state="frozen"/.test(String(sheet.content)));
}

export const valuesOf = (rows: ReadSheet['rows']) => rows.map((row) => row.map((cell) => cell?.v ?? null));

/** By the reader of report files; rows by their number from 1. */
export const tablesOf = (content: Uint8Array): Promise<ReadTable[]> => readAll(openXlsx, Buffer.from(content));

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * What a value of JSON is in a cell: dates are days since 1899-12-30, moments those of São Paulo, to the second.
 */
export function inCell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'string') return value as number | boolean;
  if (DATE.test(value)) return Date.parse(value) / 86_400_000 + 25_569;
  if (!MOMENT.test(value)) return value;
  return Math.floor((Date.parse(value) - 3 * 3_600_000) / 1_000) / 86_400 + 25_569;
}

/** The same as the reader of report files has it, which keeps of a moment its day. */
export function inReport(value: unknown): unknown {
  const cell = inCell(value);
  if (typeof value !== 'string' || typeof cell !== 'number') return cell;
  return { date: new Date((Math.floor(cell) - 25_569) * 86_400_000).toISOString().slice(0, 10) };
}
