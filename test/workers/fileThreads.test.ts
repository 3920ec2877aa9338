// Files in the pool: how many are read at a time, which wait, and what ends a thread.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FileToRead } from '../../src/commands/imports/document.js';
import { DomainError } from '../../src/domain/problem.js';
import { openWorkerPool, type WorkerPool } from '../../src/workers/workerPool.js';
import { ThreadLost } from '../../src/runtime/thread.js';
import { CHART, FACTS } from '../domain/trialBalance/checks/checking.js';
import { until } from '../support/until.js';
import { temporaryDir } from '../support/service.js';

const CSV = 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n1.01;1,00;0,00;0,00;1,00\n';

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const CLIENT = 1;

let pool: WorkerPool | null = null;
let folder = '';
let file: FileToRead;
beforeEach(async () => {
  folder = await temporaryDir();
  const path = join(folder, 'a.csv');
  await writeFile(path, CSV);
  file = {
    path,
    fileName: 'a.csv',
    cnpj: FACTS.cnpj,
    competence: FACTS.competence,
    chartName: 'X',
    mapping: null,
  };
});
afterEach(() => pool?.close());

describe('Files', () => {
  it('end a thread that computes without reporting progress, and free its place', async () => {
    // No row is found in it, so that there is nothing to report until it is read.
    await writeFile(file.path, `${CSV}${'\n'.repeat(20_000_000)}`);
    const workers = (pool = openWorkerPool({ filesAtOnce: 1, stepSilenceMsMax: 1 }));
    const read = async () => (await workers.openFile(file, CLIENT)).read(null);
    for (const outcome of await Promise.allSettled([read(), read()])) {
      expect(outcome.status).toBe('rejected');
      const reason: unknown = outcome.status === 'rejected' ? outcome.reason : null;
      expect(reason).toBeInstanceOf(DomainError);
      expect(reason).toMatchObject({ problem: { reasons: [{ is: 'FileTookTooLong' }] } });
    }
    expect(workers.fileCounts().waiting).toBe(0);
  });

  it('are refused when their check hangs, which is ended, and make room for others', async () => {
    const entry = new URL('./hangingWorker.js', import.meta.url);
    const workers = (pool = openWorkerPool({ filesAtOnce: 1, stepSilenceMsMax: 300, entry }));
    const parts = [bytesOf({ accounts: CHART })];
    const checked = async (): Promise<unknown> => {
      const open = await workers.openFile(file, CLIENT);
      try {
        await open.read({ chartId: 4, version: 1, parts });
        return await open.check(FACTS, new Map());
      } finally {
        open.release();
      }
    };
    for (const outcome of await Promise.allSettled([checked(), checked()]))
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { problem: { reasons: [{ is: 'FileTookTooLong' }] } },
      });
  });

  it('are refused when they take longer than any file may, although rows come all the time', async () => {
    await writeFile(file.path, CSV + '9.9;1,00;0,00;0,00;1,00\n'.repeat(2_000_000));
    const workers = (pool = openWorkerPool({ readMsMax: 50 }));
    const read = async () => (await workers.openFile(file, CLIENT)).read(null);
    await expect(read()).rejects.toMatchObject({ problem: { reasons: [{ is: 'FileTookTooLong' }] } });
  });

  it('whose client leaves while they are read are dropped with their thread, and make room for others', async () => {
    await writeFile(file.path, CSV + '9.9;1,00;0,00;0,00;1,00\n'.repeat(2_000_000));
    const workers = (pool = openWorkerPool({ filesAtOnce: 1 }));
    const leaving = new AbortController();
    const onRows = (): void => leaving.abort(new Error('gone'));
    const read = async (): Promise<unknown> => {
      const open = await workers.openFile(file, CLIENT, { onRows, signal: leaving.signal });
      return open.read(null).finally(open.release);
    };
    await expect(read()).rejects.toThrow('gone');
    await writeFile(file.path, CSV);
    const open = await workers.openFile(file, CLIENT);
    expect((await open.read(null)).received).toBe(1);
    open.release();
  });

  it('free their places when the system cannot start a thread', async () => {
    const entry = new URL('https://no.thread/'); // refused as a thread is that cannot be made
    const workers = (pool = openWorkerPool({ entry }));
    for (const outcome of await Promise.allSettled([1, 2, 3, 4].map(() => workers.openFile(file, CLIENT))))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ThreadLost) as unknown });
    await until(async () => workers.fileCounts().reading === 0, 'the last release');
    entry.href = new URL('../../src/workers/worker.js', import.meta.url).href;
    const open = await workers.openFile(file, CLIENT);
    expect((await open.read(null)).received).toBe(1);
    open.release();
  });

  it('are read two at a time where they are small; the others wait for a release, and are not refused', async () => {
    const workers = (pool = openWorkerPool());
    const opening: ReturnType<typeof workers.openFile>[] = [];
    const begun = () => workers.fileCounts().reading + workers.fileCounts().waiting;
    for (let at = 1; at <= 4; at++) {
      opening.push(workers.openFile(file, CLIENT));
      // Its size is read from disk before it takes its turn.
      await until(async () => begun() === at, 'its turn');
    }
    const [first, second] = await Promise.all(opening.slice(0, 2));
    expect(first?.chartName).toBe('X');
    await first?.read(null);
    // What was read is kept for its check: only a release makes room.
    expect(workers.fileCounts()).toEqual({ reading: 2, waiting: 2 });
    first?.release();
    first?.release();
    await opening[2];
    expect(workers.fileCounts()).toEqual({ reading: 2, waiting: 1 });
    second?.release(); // not read at all
    for (const open of await Promise.all(opening.slice(2))) {
      expect((await open.read(null)).received).toBe(1);
      open.release();
    }
    await until(async () => workers.fileCounts().reading === 0, 'the last release');
  });

  it('are refused with their reason when they cannot be opened', async () => {
    await writeFile(file.path, '%PDF-1.7');
    const workers = (pool = openWorkerPool());
    await expect(workers.openFile(file, CLIENT)).rejects.toMatchObject({
      problem: { is: 'ImportRefused', reasons: [{ is: 'FileFormatUnknown' }] },
    });
    await until(async () => workers.fileCounts().reading === 0, 'the release');
  });

  it('are matched again with a chart that changed after they were read', async () => {
    const workers = (pool = openWorkerPool());
    const open = await workers.openFile(file, CLIENT);
    const parts = [bytesOf({ accounts: CHART.filter(({ code }) => code !== '1.01') })];
    const findings = await open.read({ chartId: 4, version: 1, parts });
    expect(findings).toMatchObject({ received: 1, lineErrorCount: 0 });
    const before = await open.check(FACTS, new Map([['chart 4@1', parts]]));
    expect(before).toMatchObject({ reasons: [{ is: 'NoAccountEnters' }] });
    const chart = { chartId: 4, version: 2, active: true, validFrom: '2026-01-01', validTo: null };
    const changed = { ...FACTS, chart };
    const inputs = new Map([['chart 4@2', [bytesOf({ accounts: CHART })]]]);
    expect(await open.check(changed, inputs)).toMatchObject({ imported: 1, reasons: [] });
    open.release();
  });

  it('can be checked again, with the same result, after their thread was given back', async () => {
    const workers = (pool = openWorkerPool());
    const open = await workers.openFile(file, CLIENT);
    const parts = [bytesOf({ accounts: CHART })];
    await open.read({ chartId: 4, version: 1, parts });
    const check = () => open.check(FACTS, new Map([['chart 4@1', parts]]));
    const first = await check();
    expect(first).toMatchObject({ imported: 1, reasons: [] });
    expect(await check()).toEqual(first);
    expect(workers.fileCounts()).toEqual({ reading: 1, waiting: 0 });
    open.release();
    open.release();
    await until(() => workers.fileCounts().reading === 0, 'the release');
  });

  it('leave nothing in memory once they were checked, although their thread is replaced', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await writeFile(file.path, CSV + '1.01;1,00;0,00;0,00;1,00\n'.repeat(20_001));
    const workers = (pool = openWorkerPool());
    const parts = [bytesOf({ accounts: CHART })];
    const checked = async (): Promise<WeakRef<object>> => {
      const open = await workers.openFile(file, CLIENT);
      await open.read({ chartId: 4, version: 1, parts });
      const kept: object[] = [];
      // The stack of an error in it holds what it refers to.
      const check = async () => void kept.push(await open.check(FACTS, new Map([['chart 4@1', parts]])));
      await check();
      open.release();
      return new WeakRef(kept[0] ?? {});
    };
    const results = [await checked(), await checked(), await checked()];
    await until(() => workers.fileCounts().reading === 0, 'the release');
    await until(
      () => {
        collect();
        return results.every((result) => result.deref() === undefined);
      },
      'the memory to be free',
      20_000,
    );
  });
});
