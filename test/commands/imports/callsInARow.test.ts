// How many calls to the log an import waits for, one after the other (docs/spec/log.md#calls-in-a-row).
import { afterAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportJson } from '../../../src/commands/imports/importTrialBalance.js';
import { DomainError } from '../../../src/domain/problem.js';
import { openWorkerPool, type WorkerPool } from '../../../src/workers/workerPool.js';
import { buildAccounts, buildCnpj, buildMonth, everyLineWrong, registersFile } from '../../support/builders.js';
import { countCalls, type CountedLog } from '../../support/callsInARow.js';
import { temporaryDir } from '../../support/service.js';
import { asOperator, openCommandDeps } from '../support/commandDeps.js';
import { applyCompanies, importers } from '../support/importing.js';

const LATE_MS = 50;
const COUNTED = ['books-', 'chart-', 'ids-', 'lines-', 'refusals-'];
/** Three parts. */
const ACCOUNTS = buildAccounts(11_000);
const COMPANIES = 5;
const COMPANY_IDS = Array.from({ length: COMPANIES }, (_, index) => index + 1);

let counted: CountedLog;
let workers: WorkerPool;

type Asked = Readonly<{
  company?: number;
  lines?: number;
  variant?: number;
  blanks?: number;
  validateOnly?: boolean;
}>;

const folder = await temporaryDir();
const deps = await openCommandDeps(folder, {
  wrap: (log) => {
    counted = countCalls(log, LATE_MS, COUNTED);
    return counted.log;
  },
});
/** As one process has it. */
const importer = (): ImportJson => importers(deps, () => workers).importJson;
const companies = COMPANY_IDS.map((id) => ({
  cnpj: buildCnpj(id),
  chartName: 'Plano',
  accountsFile: 'plano.csv',
}));
await applyCompanies(deps, folder, ACCOUNTS, registersFile('acme', companies));
// One thread, so that each import finds the chart that the one before had it read.
workers = openWorkerPool();
const importJson = importer();
await Promise.all(COMPANY_IDS.map((company) => imported('2026-01', { company })));
afterAll(async () => {
  await workers.close();
  await deps.close();
});

/** Which hold nothing that a check needs. */
async function newThreads(): Promise<void> {
  await workers.close();
  workers = openWorkerPool();
}

function bodyOf(period: string, { company = 1, lines = 20, variant = 0, blanks = 0 }: Asked): ArrayBuffer {
  const month = buildMonth(ACCOUNTS.slice(0, lines), {
    cnpj: buildCnpj(company),
    period,
    chartName: 'Plano',
    variant,
  });
  return bytesOf(' '.repeat(blanks) + JSON.stringify(month));
}

function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(new TextEncoder().encode(text)).buffer;
}

function imported(period: string, asked: Asked = {}) {
  return importedBy(importJson, period, asked);
}

function importedBy(process: ImportJson, period: string, asked: Asked) {
  const { validateOnly = false } = asked;
  return process(bodyOf(period, asked), { clientId: 1, validateOnly, seesReconciliations: false }, asOperator);
}

describe('An import waits for', () => {
  it.each([20, 11_000])('two calls in a row, one of them an append, with %d lines', async (lines) => {
    const variant = lines;
    counted.take();
    expect(await imported('2026-02', { lines, variant })).toMatchObject({ resend: false, imported: lines });
    const { inARow, appendsInARow, reads, appends } = counted.take();
    expect({ inARow, appendsInARow }).toEqual({ inARow: 2, appendsInARow: 1 });
    expect([...reads].sort()).toEqual(['books-1', 'chart-1', 'ids-trialBalance']);
    expect(appends.at(-1)).toBe('books-1');
    expect(appends).toContain('ids-trialBalance');
    expect(new Set(appends.filter((stream) => stream.startsWith('lines-'))).size).toBe(1);
  });

  it('the balances that it compares with not at all when it stored them itself, whichever thread checks', async () => {
    await imported('2026-03', { company: 2 });
    await newThreads();
    counted.take();
    await imported('2026-04', { company: 2 });
    // The new thread was handed the chart as well.
    const { inARow, reads } = counted.take();
    expect({ inARow, reads: [...reads].sort() }).toEqual({
      inARow: 2,
      reads: ['books-2', 'chart-2', 'ids-trialBalance'],
    });
  });

  it('one call more for balances that another process stored', async () => {
    const elsewhere = importer();
    await importedBy(elsewhere, '2026-02', { company: 3 });
    counted.take();
    await imported('2026-03', { company: 3 });
    const { inARow, reads } = counted.take();
    expect(inARow).toBe(3);
    expect(reads.filter((stream) => stream.startsWith('lines-'))).toHaveLength(1);
  });

  it('one call when it is resent, in the same bytes or in others, reads no lines and reserves no id', async () => {
    await imported('2026-02', { company: 4 });
    for (const blanks of [0, 1]) {
      counted.take();
      expect(await imported('2026-02', { company: 4, blanks })).toMatchObject({ resend: true });
      const { inARow, reads, appends } = counted.take();
      expect({ inARow, appends }).toEqual({ inARow: 1, appends: [] });
      expect(reads.filter((stream) => stream.startsWith('lines-'))).toEqual([]);
    }
  });

  it('three calls when it is refused, and reserves no id', async () => {
    const wrong = buildMonth(ACCOUNTS.slice(0, 20), { cnpj: buildCnpj(5), period: '2026-02', chartName: 'Plano' });
    const body = bytesOf(JSON.stringify(everyLineWrong(wrong, 'movement')));
    counted.take();
    await expect(
      importJson(body, { clientId: 1, validateOnly: false, seesReconciliations: true }, asOperator),
    ).rejects.toThrow(DomainError);
    expect(counted.take()).toMatchObject({ inARow: 3, appends: ['refusals-5'] });
  });

  it('one call when it is only validated, and appends nothing', async () => {
    counted.take();
    await imported('2026-02', { company: 5, validateOnly: true });
    expect(counted.take()).toMatchObject({ inARow: 1, appends: [] });
  });
});

/**
 * Commits in the log's write-ahead log, by SQLite's file format: a frame that ends a commit names the size of the
 * database. Frames left of an earlier round have other salts.
 */
async function commitsSoFar(): Promise<number> {
  const wal = await readFile(join(folder, 'log.db-wal'));
  const pageBytes = wal.readUInt32BE(8);
  const salts = wal.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + 24 + pageBytes <= wal.length; at += 24 + pageBytes)
    if (wal.readUInt32BE(at + 4) !== 0 && wal.subarray(at + 8, at + 16).equals(salts)) commits += 1;
  return commits;
}

it.each([20, 11_000])(
  'An import of %d lines is one commit of the log, a resend and a check none',
  async (lines) => {
    const period = lines === 20 ? '2026-07' : '2026-08';
    // Begins the write-ahead log anew if it is due.
    await imported('2026-07', { company: 2, lines: 20, variant: lines });
    const before = await commitsSoFar();
    await imported(period, { lines, validateOnly: true });
    expect((await commitsSoFar()) - before).toBe(0);
    counted.take();
    expect(await imported(period, { lines })).toMatchObject({ resend: false, imported: lines });
    expect((await commitsSoFar()) - before).toBe(1);
    expect(counted.take()).toMatchObject({ appendsInARow: 1 });
    expect(await imported(period, { lines })).toMatchObject({ resend: true });
    expect((await commitsSoFar()) - before).toBe(1);
  },
);
