// Ids of several processes on one log.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createFolds } from '../../../src/commands/kernel/folds.js';
import { createIdAllocator, type IdAllocator } from '../../../src/commands/kernel/idAllocator.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { eventsIn, openLog, testClock } from '../support/booksOnLog.js';
import { countCalls, type CountedLog } from '../../support/callsInARow.js';
import { removeDir, temporaryDir } from '../../support/service.js';

let folder: string;
let log: EventLog;
let counted: CountedLog;
beforeEach(async () => {
  folder = await temporaryDir();
  log = await openLog(folder);
  counted = countCalls(log, 1, ['ids-']);
});
afterEach(async () => {
  await log.close();
  await removeDir(folder);
});

const allocator = (): IdAllocator => createIdAllocator(counted.log, createFolds(counted.log, null), testClock());

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
  const [one, other] = [allocator(), allocator()];
  const reserve = one.look('chart');
  await other.reserve('chart', 5);
  expect(await reserve(1)).toBe(6);

  const again = one.look('chart');
  expect(await again(2)).toBe(7);
  counted.take();
  expect(await again(1)).toBe(9);
  expect(counted.take()).toMatchObject({ reads: [], appends: ['ids-chart'] });
  const events = await eventsIn(log, 'ids-chart');
  expect(events.map(({ data }) => data)).toEqual([
    { from: 1, to: 5 },
    { from: 6, to: 6 },
    { from: 7, to: 8 },
    { from: 9, to: 9 },
  ]);
});
