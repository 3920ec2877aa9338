import { afterEach, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lastEvent } from '../../../src/commands/kernel/events.js';
import { sealOf, type Seal } from '../../../src/domain/seal.js';
import { sealNow, startSealer, type SealSchedule } from '../../../src/commands/seals/seals.js';
import { signCheckpoint } from '../../../src/commands/seals/checkpoint.js';
import { TreeEdge } from '../../../src/commands/seals/merkleTree.js';
import { verify } from '../../../src/commands/log/verify.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { LogWentBack, type EventLog } from '../../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { until } from '../../support/until.js';
import { closed, closedMany, collect, methodsOf, part, readAll } from '../../support/logEvents.js';
import { deploySigned, signer } from '../../support/sealing.js';
import { temporaryDir } from '../../support/service.js';
import { useBooks } from '../support/booksOnLog.js';

const clock = { now: () => new Date('2026-03-02T12:00:00Z'), monotonicMs: () => 0 };
const NEVER: SealSchedule = { everyEvents: 1_000, afterMs: 3_600_000, retryMs: 10 };

describe('The sealer', () => {
  const books = useBooks();
  const seals = async (): Promise<Seal[]> =>
    (await readAll(books.rawLog, 'seals')).map((event) => sealOf(event) as Seal);
  const sealsCome = (count: number) => collect(books.rawLog, 0, ['seals'], count);
  const errors: unknown[] = [];
  const start = (rhythm: SealSchedule, rawLog = books.rawLog) =>
    startSealer({ rawLog, clock, signer, schedule: rhythm, onError: (error) => errors.push(error) });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  it('seals every thousand events, and the rest when it catches up', async () => {
    for (let first = 0; first < 2_500; first += 500)
      await books.rawLog.append([
        { stream: 'books-1', events: closedMany(500, first), expectedRevision: first - 1 },
      ]);
    const sealer = start(NEVER);
    await sealsCome(3);
    expect((await seals()).map(({ count }) => count)).toEqual([1_000, 2_000, 2_500]);
    expect((await seals())[2]?.last).toEqual({ stream: 'books-1', revision: 2_499 });
    await sealer.stop();
    expect(await seals()).toHaveLength(3);
  });

  it('seals once, some time after the first unsealed event, and nothing while there are no events', async () => {
    const sealer = start({ ...NEVER, afterMs: 30 });
    const sealed = sealsCome(1);
    await books.rawLog.append([{ stream: 'books-1', events: closedMany(3), expectedRevision: -1 }]);
    await sealed;
    // Covered by the fact that names it.
    await books.rawLog.append([{ stream: 'lines-1', events: [part(new Uint8Array(10))], expectedRevision: -1 }]);
    const before = (await seals()).length;
    const another = sealsCome(before + 1);
    await books.rawLog.append([{ stream: 'books-1', events: [closed(4)], expectedRevision: 2 }]);
    await another;
    const counts = (await seals()).map(({ count }) => count);
    expect(counts).toEqual([...new Set(counts)]);
    expect(counts.slice(-2)).toEqual([3, 4]);
    await sealer.stop();
  });

  it('seals the remaining events when it is stopped', async () => {
    const sealer = start(NEVER);
    await books.rawLog.append([{ stream: 'books-1', events: closedMany(3), expectedRevision: -1 }]);
    await sealer.stop();
    await sealer.stop();
    expect((await seals()).at(-1)?.count).toBe(3);
  });

  it('writes no seal into a log that no longer holds the last one, such as an emptied one', async () => {
    let current = books.rawLog;
    const through: EventLog = {
      append: (...call) => current.append(...call),
      read: (...call) => current.read(...call),
      subscribe: (...call) => current.subscribe(...call),
      head: () => current.head(),
      close: () => current.close(),
    };
    const emptied = await openEmbeddedLog(join(books.folder, 'emptied', 'log.db'), { writesHere: true });
    const failures: unknown[] = [];
    const schedule = { ...NEVER, everyEvents: 3 };
    await books.rawLog.append([{ stream: 'books-1', events: closedMany(3), expectedRevision: -1 }]);
    const sealer = startSealer({
      rawLog: through,
      clock,
      signer,
      schedule,
      onError: (error) => failures.push(error),
    });
    try {
      await sealsCome(1);
      current = emptied;
      await emptied.append([{ stream: 'books-1', events: closedMany(5), expectedRevision: -1 }]);
      await books.rawLog.close(); // as of a server that stops: the subscription ends
      await until(() => failures.some((error) => error instanceof LogWentBack));
    } finally {
      await sealer.stop();
    }
    expect(await readAll(emptied, 'seals')).toEqual([]);
    await emptied.close();
  });

  it('uses constant memory, however long no seal is due', async () => {
    const sealer = start({ ...NEVER, everyEvents: 8 });
    await books.rawLog.append([{ stream: 'chart-1', events: closedMany(1), expectedRevision: -1 }]);
    const before = await buffersKept();
    const sealed = sealsCome(5);
    for (let revision = 0; revision < 40; revision++)
      await books.rawLog.append([
        {
          stream: 'chart-1',
          events: [part(new Uint8Array(1_000_000).fill(revision))],
          expectedRevision: revision,
        },
      ]);
    await sealed;
    const kept = (await buffersKept()) - before;
    await sealer.stop();
    expect(kept).toBeLessThan(10_000_000);
  });

  it('resumes from the last seal without reading earlier events', async () => {
    await deploySigned(books.rawLog);
    await books.rawLog.append([{ stream: 'books-1', events: closedMany(700), expectedRevision: -1 }]);
    await sealNow(books.rawLog, clock, signer);
    await books.rawLog.append([{ stream: 'books-2', events: closedMany(5), expectedRevision: -1 }]);
    const from: number[] = [];
    const watched: EventLog = {
      ...methodsOf(books.rawLog),
      subscribe: (position, prefixes, signal) => {
        from.push(position);
        return books.rawLog.subscribe(position, prefixes, signal);
      },
    };
    await sealNow(watched, clock, signer);
    expect(from).toEqual([702]);
    expect((await seals()).map(({ count }) => count)).toEqual([702, 707]);
    expect(await verify(books.rawLog)).toMatchObject({ ok: true, seals: 2 });
  });

  it('computes the same tree however often it was interrupted', async () => {
    const roots: (string | undefined)[] = [];
    const events = closedMany(60);
    for (const step of [60, 7]) {
      const own = await temporaryDir();
      const other = await openEmbeddedLog(join(own, 'log.db'), { writesHere: true });
      for (let first = 0; first < 60; first += step) {
        await other.append([
          { stream: 'books-1', events: events.slice(first, first + step), expectedRevision: first - 1 },
        ]);
        await sealNow(other, clock, signer);
      }
      const last = await lastEvent(other, 'seals');
      const seal = last && sealOf(last);
      roots.push(seal?.root);
      await other.close();
      await rm(own, { recursive: true });
    }
    expect(roots[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(roots[1]).toBe(roots[0]);
  });

  it('makes a seal whose tree is of other events, or whose edge is of another tree, differ', async () => {
    await deploySigned(books.rawLog);
    await books.rawLog.append([{ stream: 'books-1', events: closedMany(7), expectedRevision: -1 }]);
    await sealNow(books.rawLog, clock, signer);
    const [seal] = await readAll(books.rawLog, 'seals');
    const sealed = sealOf(seal as Recorded) as Seal;
    const edge = [...sealed.edge].reverse();
    const root = TreeEdge.resume(sealed.count, edge)?.root() ?? '';
    const checkpoint = signCheckpoint(signer, { size: sealed.count, root });
    for (const changed of [{ root, edge, checkpoint }, { edge }, { edge: [] }]) {
      const other = await openEmbeddedLog(join(await temporaryDir(), 'log.db'), { writesHere: true });
      for (const stream of ['deployment', 'books-1'])
        await other.append([{ stream, events: await readAll(books.rawLog, stream), expectedRevision: -1 }]);
      await other.append([
        {
          stream: 'seals',
          events: [{ ...(seal as Recorded), data: { ...sealed, ...changed } }],
          expectedRevision: -1,
        },
      ]);
      expect(await verify(other)).toMatchObject({ ok: false, problems: [{ is: 'SealDiffers', upToSeal: 0 }] });
      await other.close();
    }
  });

  it('does no harm when two run at once', async () => {
    await deploySigned(books.rawLog);
    const other = await openEmbeddedLog(join(books.folder, 'log.db'), { writesHere: true });
    const sealers = [
      start({ everyEvents: 10, afterMs: 5, retryMs: 5 }),
      start({ everyEvents: 7, afterMs: 3, retryMs: 5 }, other),
    ];
    for (let number = 0; number < 150; number += 1)
      await books.rawLog.append([{ stream: 'books-1', events: [closed(number)], expectedRevision: number - 1 }]);
    await Promise.all(sealers.map((sealer) => sealer.stop()));
    await sealNow(books.rawLog, clock, signer);
    const counts = (await seals()).map(({ count }) => count);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(152);
    expect(await verify(books.rawLog)).toMatchObject({ ok: true });
    await other.close();
  });

  it('reports an error and seals nothing when the last sealed event is missing', async () => {
    await books.rawLog.append([{ stream: 'books-1', events: closedMany(3), expectedRevision: -1 }]);
    await sealNow(books.rawLog, clock, signer);
    const cut: EventLog = {
      ...methodsOf(books.rawLog),
      read: (stream, revision) => books.rawLog.read(stream === 'books-1' ? 'books-0' : stream, revision),
    };
    const errors: unknown[] = [];
    const sealer = startSealer({
      rawLog: cut,
      clock,
      signer,
      schedule: NEVER,
      onError: (error) => errors.push(error),
    });
    while (errors.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await sealer.stop();
    expect(errors[0]).toMatchObject({ name: 'SealedEventMissing' });
    expect(await seals()).toHaveLength(1);
  });

  it('finds the last event of a stream of any length', async () => {
    expect(await lastEvent(books.rawLog, 'books-1')).toBeNull();
    for (let length = 1; length <= 70; length += 1) {
      await books.rawLog.append([{ stream: 'books-1', events: [closed(length)], expectedRevision: length - 2 }]);
      expect((await lastEvent(books.rawLog, 'books-1'))?.revision).toBe(length - 1);
    }
  });
});

/**
 * Bytes in buffers somebody still holds. Freed ones are given back beside the collector: it is asked a few times.
 */
async function buffersKept(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  let least = Infinity;
  for (let round = 0; round < 10; round++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}
