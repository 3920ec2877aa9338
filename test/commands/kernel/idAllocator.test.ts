// Ids of several processes on one log.
import { expect, it } from '#jest';
import { Folds } from '../../../src/commands/kernel/folds.js';
import { IdAllocator } from '../../../src/commands/kernel/idAllocator.js';
import { NO_STREAM } from '../../../src/domain/kernel/log.js';
import { testClock, useBooks } from '../support/booksOnLog.js';
import { closed, readAll } from '../../support/logEvents.js';
import { countCalls, type CountedLog } from '../../support/callsInARow.js';

let counted: CountedLog;
const books = useBooks(async ({ log }) => void (counted = countCalls(log, 1, ['ids-'])));

const allocator = (): IdAllocator => new IdAllocator(counted.log, new Folds(counted.log), testClock());

it('are unique, and ascending within a process, however many reserve at once', async () => {
  const processes = [allocator(), allocator(), allocator()];
  const given = await Promise.all(
    processes.map((ids) =>
      Promise.all(Array.from({ length: 40 }, (_, n) => ids.reserve('trialBalance', 1 + (n % 3)))),
    ),
  );
  for (const firsts of given) expect([...firsts].sort((a, b) => a - b)).toEqual(firsts);
  const all = given.flatMap((firsts) =>
    firsts.flatMap((first, n) => Array.from({ length: 1 + (n % 3) }, (_, i) => first + i)),
  );
  expect(new Set(all).size).toBe(all.length);
  expect(Math.min(...all)).toBe(1);
});

it('are reserved with nothing but an append after a look, and after a look that another process made old', async () => {
  const one = allocator();
  const other = allocator();
  one.look('chart');
  await other.reserve('chart', 5);
  expect(await one.reserve('chart', 1)).toBe(6);
  counted.take();
  expect(await one.reserve('chart', 2)).toBe(7);
  expect(counted.take()).toMatchObject({ reads: [], appends: ['ids-chart'] });
  const events = await readAll(books.log, 'ids-chart');
  expect(events.map(({ data }) => data)).toEqual([
    { from: 1, to: 5 },
    { from: 6, to: 6 },
    { from: 7, to: 8 },
  ]);
});

/** As a command does that needs an id for its fact. */
async function store(ids: IdAllocator, stream: string, expectedRevision = NO_STREAM, between = async () => {}) {
  let given = 0;
  const { ok } = await ids.withIds('trialBalance', 2, async (first, reservation) => {
    given = first;
    await between();
    return books.log.append([...reservation, { stream, events: [closed(first)], expectedRevision }]);
  });
  return ok ? given : null;
}

it('are stored with what needs them, those of all that wait meanwhile in the append of the first', async () => {
  const ids = allocator();
  const stored = await Promise.all(['a', 'b', 'c', 'd'].map((stream) => store(ids, stream)));
  expect(stored).toEqual([1, 3, 5, 7]);
  const events = await readAll(books.log, 'ids-trialBalance');
  expect(events.map(({ data }) => data)).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 8 },
  ]);
});

it('are never given twice: an append whose ids another process took stores nothing', async () => {
  const one = allocator();
  const other = allocator();
  expect(await store(one, 'a', NO_STREAM, async () => void (await other.reserve('trialBalance', 7)))).toBeNull();
  expect(await readAll(books.log, 'a')).toEqual([]);
  expect(await store(one, 'a')).toBe(8);
});

it('are not used up by a race that was lost elsewhere, nor by an append that failed, and those that wait go on', async () => {
  const ids = allocator();
  const failing = ids.withIds('trialBalance', 2, () => Promise.reject(new Error('away')));
  const stored = [store(ids, 'a', 4), store(ids, 'b', 4), store(ids, 'c')];
  await expect(failing).rejects.toThrow('away');
  expect(await Promise.all(stored)).toEqual([null, null, 1]);
  expect((await readAll(books.log, 'ids-trialBalance')).map(({ data }) => data)).toEqual([{ from: 1, to: 2 }]);
});
