// The thread that writes an export: it asks for batches of rows one at a time, so that its memory holds one batch.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serve } from '../runtime/thread.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from './csv.js';
import type { Column, Row } from './xlsxParts.js';
import { tableSheet, writeXlsx } from './xlsxFile.js';

/** `name` of its sheet, `path` of its CSV. */
export type TableHead = Readonly<{ name: string; columns: readonly Column[]; path: string }>;
export type ExportHead = Readonly<{ format: 'xlsx' | 'csv'; tables: readonly TableHead[] }>;

/** The JSON text of rows; null after the last one. */
type Batch = Readonly<{ json: Uint8Array | null }>;

let giveBatch: (batch: Batch) => void = () => undefined;

const handlers = {
  write: ({ format, tables }: ExportHead): Promise<void> =>
    format === 'xlsx' ? writeWorkbook(tables) : writeCsvFiles(tables),
  batch: (batch: Batch): void => giveBatch(batch),
};
export type ExportHandlers = typeof handlers;

const askForBatch = serve(handlers);

/** All tables in one file. */
async function writeWorkbook(tables: readonly TableHead[]): Promise<void> {
  const sheets = tables.map(({ name, columns }, table) => tableSheet(name, columns, rowsOf(table)));
  await writeXlsx(tables[0]?.path ?? '', sheets);
}

/** A file for each table. */
async function writeCsvFiles(tables: readonly TableHead[]): Promise<void> {
  for (const [table, { path, columns }] of tables.entries())
    await pipeline(Readable.from(csvText(table, columns)), createWriteStream(path, { flush: true }));
}

async function* csvText(table: number, columns: readonly Column[]): AsyncGenerator<string> {
  const names = columns.map(({ name }) => name);
  yield BYTE_ORDER_MARK + csvOf(names, [], BRAZILIAN);
  for await (const rows of rowsOf(table)) yield csvOf(names, rows, BRAZILIAN, { header: false });
}

async function* rowsOf(table: number): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const firstBatch = new Promise<Batch>((resolve) => (giveBatch = resolve));
    askForBatch(table);
    const { json } = await firstBatch;
    if (json === null) return;
    yield JSON.parse(new TextDecoder().decode(json)) as readonly Row[];
  }
}
