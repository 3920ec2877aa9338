// An export as large as a month can be, in a thread whose heap is bounded, so that a sheet held in memory would
// end it.
import { expect, it } from '#jest';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openXlsx } from '../../src/files/formats/xlsx/openXlsx.js';
import { openedFrom } from '../files/support/readTables.js';
import { LINES, rowOf } from './support/largeExportRows.js';
import { temporaryDir } from '../support/service.js';

const ENTRY = new URL('./support/largeExportThread.js', import.meta.url);
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 128 };

const dir = await temporaryDir();

it('holds 700,000 lines, each as it was', async () => {
  const path = join(dir, 'month.xlsx');
  const thread = new Worker(ENTRY, { workerData: path, resourceLimits: RESOURCE_LIMITS });
  expect(await once(thread, 'exit')).toEqual([0]);
  let read = 0;
  let wrong = 0;
  await openedFrom(openXlsx, path, async ({ tables }) => {
    for (const table of tables)
      for await (const rows of table.rows())
        for (const { line, cells } of rows) {
          if (line === 1) continue;
          const { codigo, saldo } = rowOf(line - 2);
          if (cells[0] !== codigo || cells[1] !== saldo) wrong++;
          read++;
        }
  });
  expect([read, wrong]).toEqual([LINES, 0]);
});
