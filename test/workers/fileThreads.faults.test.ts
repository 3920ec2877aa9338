// An XLS is parsed at once, without a pause: what ends a thread that one keeps busy, or whose memory it fills.
import { beforeEach, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileToRead } from '../../src/commands/imports/document.js';
import { openWorkerPool, type PoolOptions } from '../../src/workers/workerPool.js';
import { FACTS } from '../domain/trialBalance/checks/checking.js';
import { biff8, containerOf, numbersRow } from '../files/rawXls.js';
import { temporaryDir } from '../support/service.js';

const ROWS = 65_536;
const COLUMNS = 250;
const CSV = 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n1.01;1,00;0,00;0,00;1,00\n';

let folder = '';
let large: FileToRead;
let small: FileToRead;
beforeEach(async () => {
  folder = await temporaryDir();
  const { cnpj, competence } = FACTS;
  const named = (fileName: string): FileToRead => {
    return { path: join(folder, fileName), fileName, cnpj, competence, chartName: 'X', mapping: null };
  };
  large = named('a.xls');
  small = named('a.csv');
  const rows = Array.from({ length: ROWS }, (_, row) => numbersRow(row, COLUMNS));
  await writeFile(large.path, containerOf(biff8(rows)));
  await writeFile(small.path, CSV);
});

describe('An XLS of sixteen million cells', () => {
  it.each<[reason: string, PoolOptions]>([
    ['FileTookTooLong', { stepSilenceMsMax: 4_000 }],
    ['FileTookTooMuchMemory', { stepSilenceMsMax: 600_000, readMsMax: 600_000 }],
  ])('is refused as %s, and the next file is read', async (is, options) => {
    const pool = openWorkerPool({ filesAtOnce: 1, ...options });
    try {
      await expect(pool.openFile(large, 1)).rejects.toMatchObject({ problem: { reasons: [{ is }] } });
      const open = await pool.openFile(small, 1);
      expect((await open.read(null)).received).toBe(1);
      open.release();
    } finally {
      await pool.close();
    }
  });
});
