// Writes the workbook of `workerData` in a thread of its own, whose heap the test bounds.
import { workerData } from 'node:worker_threads';
import { exportTables } from '../../../src/spreadsheets/exportTables.js';
import { columns, LINES, rowOf } from './largeExportRows.js';

const BATCH_LINES = 2_000;

async function* batches() {
  for (let from = 0; from < LINES; from += BATCH_LINES)
    yield Array.from({ length: BATCH_LINES }, (_, at) => rowOf(from + at));
}

await exportTables('xlsx', [{ name: 'Linhas', columns, path: workerData as string, batches: batches() }]);
