// A log that takes questions and never answers: a command is given up at its deadline, wherever it waits.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { beforeDeadline } from '../../src/commands/deadline.js';
import { transact } from '../../src/commands/transact.js';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { operator, openLog, processOn, removeFolder, temporaryFolder, testClock } from '../support/booksOnLog.js';

const unavailable = { problem: { is: 'Unavailable' } };
const never = () => new Promise<never>(() => undefined);
const nothing = { version: 1, initial: () => ({}), evolve: (state: object) => state } as const;

describe('a log that never answers', () => {
  let folder: string;
  let log: EventLog;
  beforeEach(async () => {
    folder = await temporaryFolder();
    log = await openLog(folder);
  });
  afterEach(async () => {
    await log.close();
    await removeFolder(folder);
  });

  /** A command with as little time as there is. */
  const commandOn = (silent: EventLog) => {
    const clock = testClock();
    const context = { ...operator, deadlineMs: clock.monotonicMs() };
    return transact(processOn(silent, clock), context, {
      stream: 'refusals-1',
      fold: nothing,
      gather: async () => null,
      decide: () => ({ events: [{ type: 'Noted', data: {} }], outcome: null }),
    });
  };

  it('is given up by a command that waits for its append, or to be read from', async () => {
    const noAppend: EventLog = { ...methodsOf(log), append: never };
    const noRead: EventLog = {
      ...methodsOf(log),
      async *read() {
        await never();
      },
    };
    const outcomes = await Promise.allSettled([commandOn(noAppend), commandOn(noRead)]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: unavailable });
    for await (const event of log.read('refusals-1', 0)) throw new Error(`${event.type} was stored`);
  });

  it('leaves a call that answers in its time alone, and its error too', async () => {
    const clock = testClock();
    expect(await beforeDeadline(clock, clock.monotonicMs() - 1, Promise.resolve(7))).toBe(7);
    await expect(
      beforeDeadline(clock, clock.monotonicMs() + 60_000, Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
  });
});

function methodsOf(log: EventLog): EventLog {
  return {
    append: (...args) => log.append(...args),
    read: (...args) => log.read(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: () => log.close(),
  };
}
