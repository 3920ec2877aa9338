// What the embedded log promises beyond the contract.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EventUnreadable, type EventLog } from '../../../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../../../src/domain/kernel/storeError.js';
import { LogReadOnly, openEmbeddedLog, openReadOnlyLog } from '../../../../src/stores/log/sqlite/embeddedLog.js';
import {
  append,
  catchUp,
  closed,
  closedMany,
  collect,
  numberOf,
  part,
  readAll,
} from '../../../support/logEvents.js';
import { until } from '../../../support/until.js';
import { SqliteFile } from '../../../../src/stores/sqlite/sqliteFile.js';
import { startScript } from './processes/childLines.js';
import { tamper, type Tampering } from '../../../commands/log/tamper.js';
import { temporaryDir } from '../../../support/service.js';

describe('The embedded log', () => {
  let folder: string;
  let log: EventLog;
  beforeEach(async () => {
    folder = await temporaryDir();
    log = await openEmbeddedLog(join(folder, 'log.db'));
  });
  afterEach(() => log.close());
  const behindItsBack = async (act: (t: Tampering) => void) => {
    await log.close();
    await tamper(folder, act);
    log = await openEmbeddedLog(join(folder, 'log.db'));
  };

  it('counts positions from 1, without a gap, over all streams', async () => {
    expect(await log.head()).toBe(0);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        append(log, `books-${n}`, closedMany(1 + (n % 3)), n % 4 === 0 ? 5 : -1),
      ),
    );
    const events = (await catchUp(log, 0, [''])).flatMap((batch) => batch.events);
    expect(events.length).toBeGreaterThan(50);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
    expect(await log.head()).toBe(events.length);
  });

  it('stores nothing of several streams when one of them is at another revision', async () => {
    const first = { stream: 'ids-1', events: closedMany(1), expectedRevision: -1 };
    const parts = { stream: 'lines-1', events: closedMany(3), expectedRevision: -1 };
    const stale = { stream: 'books-1', events: closedMany(1), expectedRevision: 0 };
    const results = await Promise.all([log.append([first, parts, stale]), log.append([parts])]);
    expect(results).toEqual([
      { ok: false, actual: -1 },
      { ok: true, revision: 2, position: 3 },
    ]);
    expect(await readAll(log, 'ids-1')).toEqual([]);
    expect(await log.head()).toBe(3);
  });

  it('reports the scanned position to a subscriber although nothing matched', async () => {
    await append(log, 'lines-1', [part(new Uint8Array(10))]);
    const positions: number[] = [];
    const enough = new AbortController();
    for await (const { position, events, caughtUp } of log.subscribe(0, ['books-'], enough.signal)) {
      expect({ events, caughtUp }).toEqual({ events: [], caughtUp: true });
      positions.push(position);
      if (positions.length === 3) enough.abort();
      else void append(log, 'lines-1', [part(new Uint8Array(10))], positions.length - 1);
    }
    expect(positions).toEqual([1, 2, 3]);
  });

  it('moves large appends into its file while it is open', async () => {
    for (let revision = -1; revision < 9; revision += 1)
      await append(log, 'lines-1', [part(new Uint8Array(1_000_000))], revision);
    const sizeOf = async (name: string) => (await stat(join(folder, name))).size;
    await until(async () => (await sizeOf('log.db')) > 4_500_000);
  });

  it('never reads the body of an event outside the subscription', async () => {
    for (let number = 0; number < 5; number += 1) {
      await append(log, 'lines-1', [part(new Uint8Array(1_000))], number - 1);
      await append(log, 'books-1', [closed(number)], number - 1);
    }
    await behindItsBack((t) => t.spoil({ stream: 'lines-1', revision: 2 }));
    expect((await collect(log, 0, ['books-'], 5)).map(numberOf)).toEqual([0, 1, 2, 3, 4]);
  });

  it('yields the events before a damaged one, then throws', async () => {
    await append(log, 'books-1', closedMany(5));
    await behindItsBack((t) => t.spoil({ stream: 'books-1', revision: 3 }));
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

  it('commits together what waits together', async () => {
    await append(log, 'books-0', [closed(0)]);
    const other = new SqliteFile(join(folder, 'log.db'), { mode: 'mode=rw' });
    const commits = await commitsOf(async () => {
      other.exec('BEGIN IMMEDIATE');
      const sent = Array.from({ length: 20 }, (_, n) => append(log, `books-${n + 1}`, closedMany(2)));
      other.exec('COMMIT');
      await Promise.all(sent);
    });
    other.close();
    expect(commits).toBeLessThanOrEqual(2); // the first may have begun before the others were sent
  });

  it('waits a bounded time for a process that holds the lock, and continues when it is released', async () => {
    const impatient = await openEmbeddedLog(join(folder, 'log.db'), { answerMs: 150 });
    const letGo = join(folder, 'let-go');
    const holder = startScript('lockHolder', [folder, letGo]);
    await holder.until(1);
    const event = closed(1);
    await expect(append(impatient, 'books-1', [event])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(append(impatient, 'books-2', [closed(2)])).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readAll(impatient, 'books-1')).toEqual([]);
    await writeFile(letGo, '');
    expect(await holder.ended()).toBe(0);
    await expect(append(log, 'books-3', [closed(3)])).resolves.toMatchObject({ ok: true });
    const again = async (): Promise<unknown> => append(impatient, 'books-1', [event]).catch(() => null);
    let answer: unknown = null;
    await until(async () => (answer = await again()) !== null, 'the first append is answered');
    expect(answer).toMatchObject({ ok: true, revision: 0 });
    expect(await readAll(log, 'books-2')).toEqual([]);
    await impatient.close();
  });

  it('opens a bounded time behind a process that is stopped in a commit, and says which log it is', async () => {
    const letGo = join(folder, 'let-go');
    const holder = startScript('lockHolder', [folder, letGo]);
    await holder.until(1);
    await expect(openEmbeddedLog(join(folder, 'log.db'), { openMs: 150 })).rejects.toMatchObject({
      problem: { is: 'LogHeld', path: join(folder, 'log.db') },
    });
    await writeFile(letGo, '');
    expect(await holder.ended()).toBe(0);
    await (await openEmbeddedLog(join(folder, 'log.db'))).close();
  });

  it('has everything in its one file once it is closed', async () => {
    await append(log, 'books-1', closedMany(3));
    await log.close();
    const copy = join(folder, 'copy.db');
    await copyFile(join(folder, 'log.db'), copy);
    const copied = await openReadOnlyLog(copy);
    expect((await readAll(copied, 'books-1')).map(numberOf)).toEqual([0, 1, 2]);
    await expect(append(copied, 'books-1', [closed(3)], 2)).rejects.toThrow(LogReadOnly);
    await copied.close();
    expect(await readdir(folder)).not.toContain('copy.db-wal');
  });

  /**
   * Counts by the frames that end a transaction in the write-ahead log: they tell the size of the file (SQLite,
   * "WAL file format").
   */
  async function commitsOf(work: () => Promise<unknown>): Promise<number> {
    const wal = () => readFile(join(folder, 'log.db-wal'));
    const before = (await wal()).length;
    await work();
    const bytes = await wal();
    let commits = 0;
    for (let at = Math.max(before, WAL_HEADER_BYTES); at < bytes.length; at += FRAME_HEADER_BYTES + PAGE_BYTES)
      if (bytes.readUInt32BE(at + 4) !== 0) commits += 1;
    return commits;
  }
});

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_BYTES = 4_096;
