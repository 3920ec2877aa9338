// An export as large as a month can be: the thread's heap is bounded, so that a sheet held in memory would end it.
import { afterAll, beforeAll, expect, it } from '#jest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openXlsx } from '../../src/files/formats/xlsx/openXlsx.js';
import { exportTables, type RowBatch } from '../../src/spreadsheets/exportTables.js';
import { openedFrom } from '../files/support/readTables.js';

const LINES = 700_000;
const BATCH_LINES = 2_000;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(() => rm(dir, { recursive: true }));

const rowOf = (at: number) => ({ codigo: String(at).padStart(9, '0'), saldo: (at * 9_999_999_967 + 1) / 100 });

async function* batches(): AsyncGenerator<RowBatch> {
  for (let from = 0; from < LINES; from += BATCH_LINES) {
    const rows = Array.from({ length: BATCH_LINES }, (_, at) => rowOf(from + at));
    yield { rows: rows.length, json: Buffer.from(JSON.stringify(rows)) };
  }
}

it('holds 700,000 lines, each as it was', async () => {
  const path = join(dir, 'month.xlsx');
  const columns = [
    { name: 'codigo', kind: 'text' },
    { name: 'saldo', kind: 'amount' },
  ] as const;
  await exportTables('xlsx', [{ name: 'Linhas', columns, path, batches: batches() }], () => undefined);
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
