// A table of any length as a file to download, written in a thread of its own: 20,000 rows would hold all other requests.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { DomainError } from '../domain/problem.js';
import { CSV_TYPE } from '../spreadsheets/csv.js';
import { exportTables, type ExportFormat, type RowBatch } from '../spreadsheets/exportTables.js';
import type { Column } from '../spreadsheets/xlsxCell.js';
import { XLSX_TYPE } from '../spreadsheets/xlsxPage.js';
import type { ConsoleDependencies } from './dependencies.js';
import type { ConsoleCall } from './route.js';

export type ExportedTable = Readonly<{
  format: ExportFormat;
  /** Of the sheet. */
  name: string;
  /** Without its extension. */
  fileName: string;
  columns: readonly Column[];
  batches: AsyncIterable<readonly object[]>;
}>;

/** A thread holds up to 160 MB. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
const inTurn = pLimit(AT_ONCE);

/** Answers an attachment. @throws DomainError Unavailable while too many wait */
export async function sendTable(
  call: ConsoleCall,
  { spool }: Pick<ConsoleDependencies, 'spool'>,
  table: ExportedTable,
): Promise<void> {
  if (inTurn.pendingCount >= WAITING_MAX) throw new DomainError({ is: 'Unavailable' });
  const { format, fileName } = table;
  const file = await inTurn(() => written(call.state.session.clientId, spool, table));
  call.set('Content-Disposition', `attachment; filename="${fileName}.${format}"`);
  call.type = format === 'csv' ? CSV_TYPE : XLSX_TYPE;
  call.body = file.bytes;
  call.length = file.length;
}

/** The file has no name any more when it is read. */
async function written(
  clientId: number,
  spool: ConsoleDependencies['spool'],
  { format, name, columns, batches }: ExportedTable,
) {
  const place = await spool.open(clientId, 1);
  place.arrival.end();
  try {
    const path = join(place.dir, 'tabela');
    await exportTables(format, [{ name, columns, path, batches: inJson(batches) }], () => undefined);
    const file = await open(path, 'r');
    const { size: length } = await file.stat();
    return { length, bytes: file.createReadStream() };
  } finally {
    await place.remove();
  }
}

async function* inJson(batches: AsyncIterable<readonly object[]>): AsyncGenerator<RowBatch> {
  for await (const rows of batches) yield { rows: rows.length, json: Buffer.from(JSON.stringify(rows)) };
}
