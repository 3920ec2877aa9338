// Several processes and threads on one folder, one of them killed again and again.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EventLog } from '../../../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../../../src/stores/log/sqlite/embeddedLog.js';
import { append, catchUp, closed, collect, readAll } from '../../../support/logEvents.js';
import { PATIENCE_MS, until } from '../../../support/until.js';
import { startScript, type ChildLines } from './processes/childLines.js';
import { temporaryDir } from '../../../support/service.js';

describe('The embedded log between processes', () => {
  let folder: string;
  let log: EventLog;
  let children: ChildLines[];

  beforeEach(async () => {
    folder = await temporaryDir();
    log = await openEmbeddedLog(join(folder, 'log.db'), { answerMs: PATIENCE_MS });
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await log.close();
  });
  const start = (...args: string[]) => {
    const child = startScript('logWriter', [folder, ...args, '0', String(PATIENCE_MS)]);
    children.push(child);
    return child;
  };
  const isAck = (line: string) => line.startsWith('ack ');

  it('loses no acknowledged event and leaves no gap when a process is killed while writing', async () => {
    const seen: string[] = [];
    const stop = new AbortController();
    const reading = (async () => {
      for await (const { events } of log.subscribe(0, ['books-'], stop.signal))
        for (const { stream, revision, position, id } of events)
          seen.push(`${stream} ${revision} ${position} ${id}`);
    })();
    const steady = start('books-1');
    const acknowledged: string[] = [];
    const note = (stream: string, child: ChildLines) =>
      acknowledged.push(...child.lines.filter(isAck).map((line) => line.replace('ack', stream)));
    for (let round = 0; round < 6; round += 1) {
      const killed = start('books-2');
      await killed.until(20 + 7 * round, isAck);
      await killed.kill();
      note('books-2', killed);
      await steady.until(steady.lines.length + 10, undefined); // nobody waits for a lock of the dead
    }
    await steady.kill();
    note('books-1', steady);

    const head = await log.head();
    await append(log, 'books-3', [closed(1)]);
    await until(() => seen.length >= head + 1);
    stop.abort();
    await reading;
    expect(acknowledged.length).toBeGreaterThan(6 * 20);
    const stored = new Set(seen);
    expect(acknowledged.filter((line) => !stored.has(line))).toEqual([]);
    expect(seen.map((line) => Number(line.split(' ')[2]))).toEqual(
      Array.from({ length: head + 1 }, (_, n) => n + 1),
    );
    for (const stream of ['books-1', 'books-2']) {
      const revisions = (await readAll(log, stream)).map(({ revision }) => revision);
      expect(revisions).toEqual(revisions.map((_, index) => index));
    }
  });

  it('yields the events of other processes within a few polls', async () => {
    const delays: number[] = [];
    const other = await openEmbeddedLogOfWorker(folder);
    const from = await log.head();
    await collect(log, from, ['client-'], 15, async ({ events }) => {
      const now = Date.now();
      for (const { metadata } of events) delays.push(now - Date.parse(metadata.at));
      other.appendNow();
    });
    await other.end();
    // Looked for every 20 ms; a machine with much else to do is late for most of them, not for all.
    expect(Math.min(...delays)).toBeLessThanOrEqual(5_000);
  });

  it('takes appends of worker threads beside those of the main thread', async () => {
    const workers = await Promise.all([1, 2, 3].map(() => openEmbeddedLogOfWorker(folder)));
    workers.forEach((worker) => Array.from({ length: 20 }, () => worker.appendNow()));
    for (let number = 0; number < 20; number += 1) await append(log, 'books-9', [closed(number)], number - 1);
    await until(async () => (await log.head()) === 80);
    await Promise.all(workers.map((worker) => worker.end()));
    const events = (await catchUp(log, 0, [''])).flatMap((batch) => batch.events);
    expect(events.map(({ position }) => position)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    expect(new Set(events.map(({ stream }) => stream)).size).toBe(4);
  });
});

type AppendingWorker = Readonly<{ appendNow(): void; end(): Promise<void> }>;

async function openEmbeddedLogOfWorker(folder: string): Promise<AppendingWorker> {
  const worker = new Worker(new URL('./processes/logWorker.js', import.meta.url), {
    workerData: folder,
  });
  await new Promise((resolve) => worker.once('message', resolve));
  return {
    appendNow: () => worker.postMessage('append'),
    end: async () => {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('end');
      await ended;
    },
  };
}
