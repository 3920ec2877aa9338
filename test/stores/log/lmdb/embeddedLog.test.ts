// What the embedded log promises beyond the contract.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from '../../../../src/domain/kernel/log.js';
import { EventUnreadable } from '../../../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../../../src/domain/kernel/storeUnavailable.js';
import { openEmbeddedLog } from '../../../../src/stores/log/lmdb/embeddedLog.js';
import { catchUp, closed, closedMany, collect, numberOf, part, readAll } from '../../../support/logEvents.js';
import { until } from '../../../support/until.js';
import { openingLockOf } from '../../../../src/stores/log/lmdb/lmdbQuirks.js';
import { startScript } from './processes/childLines.js';
import { openTables } from '../../../../src/stores/log/lmdb/tables.js';
import { tamper, type Tampering } from '../../../commands/log/tamper.js';
import { temporaryDir } from '../../../support/service.js';

describe('The embedded log', () => {
  let folder: string;
  let log: EventLog;
  beforeEach(async () => {
    folder = await temporaryDir();
    log = await openEmbeddedLog(folder);
  });
  afterEach(async () => {
    await log.close();
    await rm(folder, { recursive: true });
  });
  const behindItsBack = async (act: (t: Tampering) => void) => {
    await log.close();
    await tamper(folder, act);
    log = await openEmbeddedLog(folder);
  };

  it('counts positions from 1, without a gap, over all streams', async () => {
    expect(await log.head()).toBe(0);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        log.append(`books-${n}`, closedMany(1 + (n % 3)), n % 4 === 0 ? 5 : -1),
      ),
    );
    const events = (await catchUp(log, 0, [''])).flatMap((batch) => batch.events);
    expect(events.length).toBeGreaterThan(50);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
    expect(await log.head()).toBe(events.length);
  });

  it('reports the scanned position to a subscriber although nothing matched', async () => {
    await log.append('lines-1', [part(new Uint8Array(10))], -1);
    const positions: number[] = [];
    const enough = new AbortController();
    for await (const { position, events, caughtUp } of log.subscribe(0, ['books-'], enough.signal)) {
      expect({ events, caughtUp }).toEqual({ events: [], caughtUp: true });
      positions.push(position);
      if (positions.length === 3) enough.abort();
      else void log.append('lines-1', [part(new Uint8Array(10))], positions.length - 1);
    }
    expect(positions).toEqual([1, 2, 3]);
  });

  it('never reads the body of an event outside the subscription', async () => {
    for (let number = 0; number < 5; number += 1) {
      await log.append('lines-1', [part(new Uint8Array(1_000))], number - 1);
      await log.append('books-1', [closed(number)], number - 1);
    }
    await behindItsBack((t) => t.remove({ stream: 'lines-1', revision: 2 }, 'body'));
    expect((await collect(log, 0, ['books-'], 5)).map(numberOf)).toEqual([0, 1, 2, 3, 4]);
  });

  it('yields the events before a damaged one, then throws', async () => {
    await log.append('books-1', closedMany(5), -1);
    await behindItsBack((t) => t.spoil({ stream: 'books-1', revision: 3 }, (record) => record.fill(0, 11, 12)));
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { events } of log.subscribe(0, ['books-'], new AbortController().signal))
        seen.push(...events.map(numberOf));
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'EventDamaged',
      stream: 'books-1',
      revision: 3,
      position: 4,
    });
    expect(seen).toEqual([0, 1, 2]);
    await expect(readAll(log, 'books-1')).rejects.toThrow(EventUnreadable);
    expect((await readAll(log, 'books-1', 4)).map(numberOf)).toEqual([4]);
  });

  it('stores nothing of a commit in which one append would overwrite an event', async () => {
    await log.append('books-1', [closed(1)], -1);
    await log.close();
    const tables = openTables(folder);
    tables.events.putSync([3, 0], new Uint8Array(20)); // where the third event goes, if it begins a stream
    await tables.root.close();
    log = await openEmbeddedLog(folder);
    const together = [log.append('books-1', [closed(2)], 0), log.append('books-2', [closed(3)], -1)];
    for (const each of await Promise.allSettled(together))
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'AppendFailed' } });
    expect(await log.head()).toBe(1);
    expect((await readAll(log, 'books-1')).map(numberOf)).toEqual([1]);
  });

  it('waits a bounded time for a process that holds the lock, and continues when it is released', async () => {
    const impatient = await openEmbeddedLog(folder, { answerMs: 150 });
    const letGo = join(folder, 'let-go');
    const holder = startScript('lockHolder', [folder, letGo]);
    await holder.until(1);
    const event = closed(1);
    await expect(impatient.append('books-1', [event], -1)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(impatient.append('books-2', [closed(2)], -1)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readAll(impatient, 'books-1')).toEqual([]);
    await writeFile(letGo, '');
    expect(await holder.ended()).toBe(0);
    await expect(log.append('books-3', [closed(3)], -1)).resolves.toMatchObject({ ok: true });
    const again = async (): Promise<unknown> => impatient.append('books-1', [event], -1).catch(() => null);
    let answer: unknown = null;
    await until(async () => (answer = await again()) !== null, 'the first append is answered');
    expect(answer).toMatchObject({ ok: true, revision: 0 });
    expect(await readAll(log, 'books-2')).toEqual([]);
    await impatient.close();
  });

  it('opens a bounded time behind a process that is stopped in a commit, and says which log it is', async () => {
    const lock = openingLockOf(folder);
    let go = (): void => undefined;
    const commit = lock.shared(() => new Promise<void>((resolve) => (go = resolve)));
    await expect(openEmbeddedLog(folder, { openMs: 150 })).rejects.toMatchObject({
      problem: { is: 'LogHeld', path: join(folder, 'data.mdb') },
    });
    go();
    await commit;
    lock.close();
    await (await openEmbeddedLog(folder)).close();
  });
});
