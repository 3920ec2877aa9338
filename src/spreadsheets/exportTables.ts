// Exports tables of any length to files in a thread of their own: one workbook, or one CSV for each table.
import { Worker } from 'node:worker_threads';
import type { Column } from './xlsxCell.js';

export type ExportFormat = 'xlsx' | 'csv';

/** `json` is the text of an array of `rows` rows. */
export type RowBatch = Readonly<{ rows: number; json: Uint8Array }>;

export type ExportTable = Readonly<{
  /** Name of its sheet: at most 31 letters. */
  name: string;
  columns: readonly Column[];
  /** The path of its CSV; a workbook has the path of its first table. */
  path: string;
  batches: AsyncIterable<RowBatch>;
}>;

export type ExportHead = Readonly<{ format: ExportFormat; tables: readonly Omit<ExportTable, 'batches'>[] }>;

export type FromExport = Readonly<{ is: 'next'; table: number }> | Readonly<{ is: 'done' }>;
/** The JSON text of a batch; null after the last one. */
export type ToExport = Readonly<{ json: Uint8Array | null }>;

/** The thread holds one batch and what the compression buffers. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 128 };

/** @throws errors of the file system and what the batches throw; the files are then incomplete */
export async function exportTables(
  format: ExportFormat,
  tables: readonly ExportTable[],
  onRows: (rows: number) => void,
): Promise<void> {
  const head: ExportHead = { format, tables: tables.map(({ name, columns, path }) => ({ name, columns, path })) };
  const batches = tables.map((table) => table.batches[Symbol.asyncIterator]());
  const thread = new Worker(new URL('./exportThread.js', import.meta.url), {
    workerData: head,
    resourceLimits: RESOURCE_LIMITS,
  });
  const sendNext = async (table: number): Promise<void> => {
    const next = await batches[table]?.next();
    const batch = next === undefined || next.done === true ? null : next.value;
    thread.postMessage({ json: batch?.json ?? null } satisfies ToExport);
    onRows(batch?.rows ?? 0);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', (message: FromExport) => {
        if (message.is === 'done') resolve();
        else sendNext(message.table).catch(reject);
      });
      thread.on('error', reject);
      thread.on('exit', (code) => reject(new Error(`the export's thread ended with code ${code}`)));
    });
  } finally {
    await thread.terminate();
    for (const iterator of batches) await iterator.return?.();
  }
}
