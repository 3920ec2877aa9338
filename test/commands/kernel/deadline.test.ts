// A log that takes questions and answers late or never: a command is given up at its deadline, wherever it waits
// and however many calls it makes.
import { describe, expect, it } from '#jest';
import { Deadline } from '../../../src/commands/kernel/context.js';
import { OwnerQueue, transact } from '../../../src/commands/kernel/transact.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { operator, processOn, testClock, useBooks } from '../support/booksOnLog.js';
import { withMembers } from '../../support/withMembers.js';

const unavailable = { problem: { is: 'Unavailable' } };
const never = () => new Promise<never>(() => undefined);
const nothing = { initial: () => ({}), evolve: (state: object) => state } as const;

describe('a log that answers late or never', () => {
  const books = useBooks();

  /** A command with as little time as there is. */
  const commandOn = (silent: EventLog) => {
    const clock = testClock();
    const context = { ...operator, deadline: new Deadline(clock, 200) };
    return transact(processOn(silent, clock), context, {
      stream: 'refusals-1',
      fold: nothing,
      gather: async () => null,
      decide: () => ({ events: [{ type: 'Noted', data: {} }], outcome: null }),
    });
  };

  it('ends a command that waits for an append or a read with Unavailable', async () => {
    const noAppend = withMembers(books.log, { append: never });
    const noRead = withMembers(books.log, {
      async *read() {
        await never();
      },
    });
    const outcomes = await Promise.allSettled([commandOn(noAppend), commandOn(noRead)]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: unavailable });
    for await (const event of books.log.read('refusals-1', 0)) throw new Error(`${event.type} was stored`);
  });

  it('is not called any more once its answers together exceed the deadline', async () => {
    const clock = { ...testClock(), ms: 0, monotonicMs: () => clock.ms };
    let appends = 0;
    const slow = withMembers(books.log, {
      async append() {
        appends++;
        clock.ms += 4_000;
        return { ok: false, actual: 0 }; // a race lost again and again
      },
    });
    const losing = transact(processOn(slow, clock), operator, {
      stream: 'refusals-1',
      fold: nothing,
      gather: async () => null,
      decide: () => ({ events: [{ type: 'Noted', data: {} }], outcome: null }),
    });
    await expect(losing).rejects.toMatchObject(unavailable);
    expect(appends).toBe(3); // 10 s, at 4 s each
  });
});

describe('the time of a command', () => {
  const clock = { now: () => new Date(0), ms: 0, monotonicMs: () => clock.ms };
  const passing = (ms: number) => async () => void (clock.ms += ms);

  it('does not affect a call that has its result or its error by then', async () => {
    const deadline = new Deadline(clock, 0);
    expect(await deadline.within(Promise.resolve(7))).toBe(7);
    await expect(deadline.within(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('excludes computing, but includes the calls that computing waits for', async () => {
    const deadline = new Deadline(clock, 10_000);
    await deadline.pauseDuring(passing(60_000));
    deadline.check();
    await deadline.pauseDuring(async () => {
      await passing(60_000)();
      await deadline.within(Promise.resolve().then(passing(9_999)));
      await passing(60_000)();
    });
    deadline.check();
    clock.ms += 1;
    expect(() => deadline.check()).toThrow(expect.objectContaining(unavailable));
  });

  it('includes the wait in a queue: work whose deadline passes is never started', async () => {
    const turns = new OwnerQueue();
    let end: () => void = () => undefined;
    const long = turns.run(1, () => new Promise<void>((resolve) => (end = resolve)), new Deadline(clock, 10_000));
    let begun = false;
    const waiting = turns.run(1, async () => void (begun = true), new Deadline(testClock(), 20));
    await expect(waiting).rejects.toMatchObject(unavailable);
    end();
    await long;
    await turns.run(1, async () => undefined, new Deadline(testClock()));
    expect(begun).toBe(false);
  });
});
