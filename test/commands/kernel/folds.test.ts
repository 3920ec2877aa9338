// Cached states on logs that were restored, emptied or replaced behind the process.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Folds } from '../../../src/commands/kernel/folds.js';
import type { Fold } from '../../../src/domain/kernel/event.js';
import { newEvent } from '../../../src/commands/kernel/events.js';
import { idsFold, idsStream, type IdsReserved } from '../../../src/domain/kernel/ids.js';
import { LogWentBack, NO_STREAM, type EventLog, type StreamAppend } from '../../../src/domain/kernel/log.js';
import { openLog, operator, testClock } from '../support/booksOnLog.js';
import { part } from '../../support/logEvents.js';
import { until } from '../../support/until.js';
import { temporaryDir } from '../../support/service.js';

const STREAM = idsStream('trialBalance');

/** Read from the first event on. */
const fromTheStart: Fold<{ last: number }> = { initial: idsFold.initial, evolve: idsFold.evolve };

describe('A state that is cached', () => {
  let folder: string;
  let opened: EventLog[];
  /** What the process reads and writes now. */
  let current: EventLog;
  let reads: number;
  /** A read ends only then. */
  let held: Promise<void>;
  const log: EventLog = {
    append: (...call) => current.append(...call),
    async *read(...call) {
      reads += 1;
      yield* current.read(...call);
      await held;
    },
    subscribe: (...call) => current.subscribe(...call),
    head: () => current.head(),
    close: () => current.close(),
  };

  beforeEach(async () => {
    folder = await temporaryDir();
    opened = [];
    reads = 0;
    held = Promise.resolve();
    await use('a');
  });
  afterEach(() => Promise.all(opened.map((each) => each.close())));

  async function use(name: string): Promise<void> {
    current = await openLog(join(folder, name));
    opened.push(current);
  }

  /** What is in log `from` now, as a backup of it holds it. */
  async function backUp(from: string, to: string): Promise<void> {
    await current.close();
    await cp(join(folder, from), join(folder, to), { recursive: true });
    await use(from);
  }

  async function reserveUpTo(to: number, revision: number): Promise<StreamAppend> {
    const reserved: IdsReserved = { type: 'IdsReserved', data: { from: to, to } };
    const events = [newEvent(reserved, operator, testClock(), null)];
    const entry = { stream: STREAM, events, expectedRevision: revision };
    expect(await current.append([entry])).toMatchObject({ ok: true });
    return entry;
  }

  const lastId = async (folds: Folds): Promise<number> => (await folds.load(STREAM, fromTheStart)).state.last;

  it('is brought up to date from its last event, in one call', async () => {
    const folds = new Folds(log);
    await reserveUpTo(1, NO_STREAM);
    expect(await lastId(folds)).toBe(1);
    await reserveUpTo(2, 0);
    reads = 0;
    expect(await lastId(folds)).toBe(2);
    expect(await lastId(folds)).toBe(2);
    expect(reads).toBe(2);
  });

  it('is read once more, and not once each, for all that ask while it is read, and sees what was stored before they asked', async () => {
    const folds = new Folds(log);
    await reserveUpTo(1, NO_STREAM);
    let goOn = (): void => undefined;
    held = new Promise((resolve) => (goOn = resolve));
    const first = lastId(folds);
    await until(() => reads === 1, 'the first read to be under way');
    await reserveUpTo(2, 0);
    const others = Array.from({ length: 10 }, () => lastId(folds));
    goOn();
    expect(await first).toBe(1);
    expect(await Promise.all(others)).toEqual(Array(10).fill(2));
    expect(reads).toBe(2);
  });

  it('is folded with the parts of its events in order', async () => {
    for (let n = 0; n < 6; n++) {
      await current.append([
        {
          stream: `lines-${n}`,
          events: [part(new Uint8Array([n])), part(new Uint8Array([10 + n]))],
          expectedRevision: NO_STREAM,
        },
      ]);
      await reserveUpTo(n + 1, n - 1);
    }
    const withParts: Fold<number[]> = {
      initial: () => [],
      evolve: (state, { revision }, parts = []) => [...state, revision, ...parts.flatMap((bytes) => [...bytes])],
      partsOf: ({ revision }) =>
        revision === 3 ? null : { stream: `lines-${revision}`, fromRevision: 0, count: 2 },
    };
    const { state } = await new Folds(log).load(STREAM, withParts);
    expect(state).toEqual([0, 0, 10, 1, 1, 11, 2, 2, 12, 3, 4, 4, 14, 5, 5, 15]);
  });

  it('is not used on a log that was restored to an earlier state, not even once that has grown as long', async () => {
    const folds = new Folds(log);
    await reserveUpTo(1, NO_STREAM);
    await backUp('a', 'backup');
    await reserveUpTo(2, 0);
    expect(await lastId(folds)).toBe(2);

    await use('backup');
    await expect(lastId(folds)).rejects.toThrow(LogWentBack);
    await reserveUpTo(7, 0);
    await reserveUpTo(8, 1);
    await expect(lastId(folds)).rejects.toThrow(`Event 1 of ${STREAM}, read before, is no longer in the log`);
  });

  it('is not used on a log restored to before the last append of this process, which it did not read', async () => {
    const folds = new Folds(log);
    await reserveUpTo(1, NO_STREAM);
    await backUp('a', 'backup');
    expect(await lastId(folds)).toBe(1);
    folds.noteAppend(await reserveUpTo(2, 0));

    await use('backup');
    await expect(lastId(folds)).rejects.toThrow(`Event 1 of ${STREAM}, read before, is no longer in the log`);
    await reserveUpTo(7, 0);
    await expect(lastId(folds)).rejects.toThrow(LogWentBack);
    await use('a');
    expect(await lastId(folds)).toBe(2);
    await reserveUpTo(3, 1);
    expect(await lastId(folds)).toBe(3);
  });

  it('is not begun anew on a restored log after a read that failed half-way', async () => {
    let fails = false;
    const failing: EventLog = {
      ...log,
      async *read(...call) {
        yield* log.read(...call);
        if (fails) throw new Error('cut off');
      },
    };
    const folds = new Folds(failing);
    await reserveUpTo(1, NO_STREAM);
    await backUp('a', 'backup');
    await reserveUpTo(2, 0);
    expect(await lastId(folds)).toBe(2);
    await reserveUpTo(3, 1);
    fails = true;
    await expect(lastId(folds)).rejects.toThrow('cut off');
    fails = false;
    await use('backup');
    await expect(lastId(folds)).rejects.toThrow(LogWentBack);
    await use('a');
    expect(await lastId(folds)).toBe(3);
  });

  it('is not used on an empty log', async () => {
    const folds = new Folds(log);
    await reserveUpTo(1, NO_STREAM);
    expect(await lastId(folds)).toBe(1);
    await use('empty');
    await expect(lastId(folds)).rejects.toThrow(LogWentBack);
  });

  it('is used again once a log that answered with old data is up to date', async () => {
    const folds = new Folds(log);
    await reserveUpTo(1, NO_STREAM);
    expect(await lastId(folds)).toBe(1);
    const newest = current;
    await use('empty');
    await expect(lastId(folds)).rejects.toThrow(LogWentBack);
    current = newest;
    await reserveUpTo(2, 0);
    expect(await lastId(folds)).toBe(2);
  });

  it('begins with the last event where that is all it follows from', async () => {
    const folds = new Folds(log);
    for (let n = 0; n < 10; n++) await reserveUpTo(n + 1, n - 1);
    const revisions: Fold<readonly number[]> = {
      ofLastEvent: true,
      initial: () => [],
      evolve: (state, { revision }) => [...state, revision],
    };
    expect((await folds.load(STREAM, revisions)).state).toEqual([9]);
    await reserveUpTo(11, 9);
    expect(await folds.load(STREAM, revisions)).toMatchObject({ state: [9, 10], revision: 10 });
  });
});
