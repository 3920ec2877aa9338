// The pool of readers: how many files are read at a time, and who waits.
import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentWorkerLost } from '../../../src/workers/documents/documentWorker.js';
import { openFilePool, type FilePool } from '../../../src/workers/files/filePool.js';
import type { FileSources } from '../../../src/workers/files/hostedReader.js';
import { until } from '../../support/until.js';

const CSV = 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n1.1;1,00;0,00;0,00;1,00\n';

let pool: FilePool | null = null;
afterEach(() => pool?.close());

describe('The readers of files', () => {
  it('are ended when they compute without a word, and make room for others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pool-'));
    const path = join(folder, 'a.csv');
    // No row is found in it, so that there is nothing to tell until it is read.
    await writeFile(path, `${CSV}${'\n'.repeat(20_000_000)}`);
    const readers = (pool = openFilePool({ atOnce: 1, silenceMsMax: 1 }));
    const sources: FileSources = { chartNamed: async () => null, chart: async () => [], lines: async () => [] };
    const request = { fileName: 'a.csv', cnpj: '11222333000181', competence: null, chartName: 'X', mapping: null };
    const reads = [1, 2].map(() => readers.read({ path, kind: 'text', request }, sources));
    for (const read of await Promise.allSettled(reads))
      expect(read).toMatchObject({ status: 'rejected', reason: { reason: { is: 'FileTookTooLong' } } });
    expect(readers.counts()).toEqual({ reading: 0, waiting: 0 });
    await rm(folder, { recursive: true });
  });

  it('leave their places to others where the system has no thread for them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pool-'));
    const path = join(folder, 'a.csv');
    await writeFile(path, CSV);
    const entry = new URL('https://no.thread/'); // refused as a thread is that cannot be made
    const readers = (pool = openFilePool({ entry }));
    const sources: FileSources = { chartNamed: async () => null, chart: async () => [], lines: async () => [] };
    const request = { fileName: 'a.csv', cnpj: '11222333000181', competence: null, chartName: 'X', mapping: null };
    const read = () => readers.read({ path, kind: 'text', request }, sources);
    for (const outcome of await Promise.allSettled([read(), read(), read(), read()]))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DocumentWorkerLost) as unknown });
    expect(readers.counts()).toEqual({ reading: 0, waiting: 0 });
    entry.href = new URL('../../../src/workers/files/fileThread.js', import.meta.url).href;
    const { findings, release } = await read();
    expect(findings.received).toBe(1);
    release();
    await rm(folder, { recursive: true });
  });

  it('read two at a time; who comes later waits for their release, and is not refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pool-'));
    const path = join(folder, 'a.csv');
    await writeFile(path, CSV);
    const readers = (pool = openFilePool());
    // Every reader asks for the chart, and is told only when this test says so.
    const told: (() => void)[] = [];
    const sources: FileSources = {
      chartNamed: () => new Promise((resolve) => told.push(() => resolve(null))),
      chart: async () => [],
      lines: async () => [],
    };
    const request = { fileName: 'a.csv', cnpj: '11222333000181', competence: null, chartName: 'X', mapping: null };
    const reads = Array.from({ length: 4 }, () => readers.read({ path, kind: 'text', request }, sources));
    await until(async () => told.length === 2, 'two readers that ask for their chart');
    expect(readers.counts()).toEqual({ reading: 2, waiting: 2 });
    for (const tell of told) tell();
    const [first, second] = await Promise.all(reads.slice(0, 2));
    // What was read is kept for its check: only a release makes room.
    expect([told.length, readers.counts()]).toEqual([2, { reading: 2, waiting: 2 }]);
    first?.release();
    await until(async () => told.length === 3, 'a third reader');
    expect(readers.counts()).toEqual({ reading: 2, waiting: 1 });
    second?.release();
    await until(async () => told.length === 4, 'a fourth reader');
    for (const tell of told) tell();
    for (const read of await Promise.all(reads)) {
      expect(read.findings.received).toBe(1);
      read.release();
    }
    expect(readers.counts()).toEqual({ reading: 0, waiting: 0 });
    await rm(folder, { recursive: true });
  });
});
