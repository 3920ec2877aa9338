// The thread that writes an export: it asks for batches of rows one at a time, so that its memory holds one batch.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from './csv.js';
import type { ExportHead, FromExport, ToExport } from './exportTables.js';
import { xlsxCell, type CellValue, type Column } from './xlsxCell.js';
import { writeXlsx, type XlsxRow } from './xlsxFile.js';
import { widthOf } from './xlsxPage.js';

if (parentPort === null) throw new Error('exportThread.js runs as a worker thread only');
const port = parentPort;
const { format, tables } = workerData as ExportHead;

type Row = Readonly<Record<string, CellValue>>;

await (format === 'xlsx' ? writeWorkbook(tables[0]?.path ?? '') : writeCsvFiles());
send({ is: 'done' });

/** All tables in one file. */
async function writeWorkbook(path: string): Promise<void> {
  const sheets = tables.map(({ name, columns }, table) => ({
    name,
    widths: columns.map(widthOf),
    hasFilter: true,
    rows: sheetRows(table, columns),
  }));
  await writeXlsx(path, sheets);
}

async function* sheetRows(table: number, columns: readonly Column[]): AsyncGenerator<readonly XlsxRow[]> {
  yield [{ number: 1, cells: columns.map(({ name }) => xlsxCell('text', name)) }];
  let number = 1;
  for await (const rows of rowsOf(table))
    yield rows.map((row) => ({
      number: ++number,
      cells: columns.map(({ name, kind }) => xlsxCell(kind, row[name])),
    }));
}

/** A file for each table. */
async function writeCsvFiles(): Promise<void> {
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
    send({ is: 'next', table });
    const [{ json }] = (await once(port, 'message')) as [ToExport];
    if (json === null) return;
    yield JSON.parse(new TextDecoder().decode(json)) as readonly Row[];
  }
}

function send(message: FromExport): void {
  port.postMessage(message);
}
