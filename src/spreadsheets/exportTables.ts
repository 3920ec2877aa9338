// Exports tables of any length to files in a thread of their own: one workbook, or one CSV for each table.
import { Thread } from '../runtime/thread.js';
import type { ExportHandlers, ExportHead, TableHead } from './exportThread.js';

export type ExportFormat = ExportHead['format'];

/** `json` is the text of an array of `rows` rows. */
export type RowBatch = Readonly<{ rows: number; json: Uint8Array }>;

/** A sheet's name has at most 31 letters; a workbook has the path of its first table. */
export type ExportTable = TableHead & Readonly<{ batches: AsyncIterable<RowBatch> }>;

const ENTRY = new URL('./exportThread.js', import.meta.url);
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
  const sendNext = async (table: number): Promise<void> => {
    const next = await batches[table]?.next();
    const batch = next === undefined || next.done === true ? null : next.value;
    await thread.request('batch', { json: batch?.json ?? null });
    onRows(batch?.rows ?? 0);
  };
  /** A notice is the index of the table of which the thread wants the next batch. */
  const onNotice = (table: number): void =>
    void sendNext(table).catch((error: unknown) => thread.end(error as Error));
  const thread = new Thread<ExportHandlers>(ENTRY, { limits: RESOURCE_LIMITS, onNotice });
  try {
    await thread.request('write', head);
  } finally {
    await thread.end();
    for (const iterator of batches) await iterator.return?.();
  }
}
