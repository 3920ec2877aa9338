// Tables of any length as files, a batch of rows at a time: one workbook, or one CSV for each table.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from './csv.js';
import { tableSheet, xlsxStream } from './xlsxFile.js';
import type { Column, CellRow } from './xlsxParts.js';

export type ExportFormat = 'xlsx' | 'csv';

/** `name`: of its sheet, at most 31 letters. */
export type Table = Readonly<{
  name: string;
  columns: readonly Column[];
  batches: AsyncIterable<readonly CellRow[]>;
}>;

/** @throws TooManyRows, errors of the file system and what the batches throw; the files are then incomplete */
export async function exportTables(
  format: ExportFormat,
  tables: readonly (Table & Readonly<{ path: string }>)[],
): Promise<void> {
  const files = format === 'csv' ? tables.map((table) => [table]) : [tables];
  for (const ofFile of files)
    await pipeline(tableStream(format, ofFile), createWriteStream(ofFile[0]?.path ?? '', { flush: true }));
}

/** The tables as a workbook; the first as a CSV. */
export function tableStream(format: ExportFormat, tables: readonly Table[]): Readable {
  const [first] = tables;
  if (format === 'csv' && first !== undefined) return Readable.from(csvText(first));
  return xlsxStream(
    tables.map(({ name, columns, batches }) => ({ ...tableSheet(name, columns, batches), isFrozen: true })),
  );
}

async function* csvText({ columns, batches }: Table): AsyncGenerator<string> {
  const names = columns.map(({ name }) => name);
  yield BYTE_ORDER_MARK + csvOf(names, [], BRAZILIAN);
  for await (const rows of batches) yield csvOf(names, rows, BRAZILIAN, { header: false });
}
