import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { CallLog, CallRecord } from '../../src/api/http/callLog.js';
import { calls, keyUses, StoredCalls } from '../../src/api/http/callLog.js';
import type { Clock } from '../../src/commands/kernel/context.js';
import type { Documents } from '../../src/commands/kernel/documents.js';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { MongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openThreadedDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';
import { onBothStores, type Place } from './support/bothStores.js';

const collections = [calls, keyUses];
const openIn = (...path: readonly string[]): Documents =>
  openThreadedDocuments(join(...path), { collections, journal: 'WAL', synchronous: 'NORMAL' });
const openAt = ([{ dataDir }, mongo]: Place): Documents =>
  mongo === null ? openIn(dataDir, 'calls.db') : new MongoDocuments(mongo, { collections });

const noon = Date.UTC(2026, 7, 31, 12, 0, 30);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const callOf = (changes: Partial<CallRecord> = {}): CallRecord => ({
  at: noon,
  requestId: randomUUID(),
  keyId: 7,
  keyName: 'ERP "Matriz", 中\n',
  clientId: 3,
  route: 'GET /api/v1/trial-balances/{id}/lines',
  status: 200,
  durationMs: 1.5,
  address: '127.0.0.1',
  ...changes,
});

onBothStores('Call log contract', (places) => {
  let trouble: unknown[];
  const open = (clock?: Clock): CallLog =>
    new StoredCalls({
      documents: openAt(places.here()),
      ...(clock && { clock }),
      onError: (error, dropped) => void trouble.push([error, dropped]),
    });

  beforeEach(() => void (trouble = []));
  afterEach(() => expect(trouble).toEqual([]));

  it('lists complete calls, newest first, also after a restart', async () => {
    const log = open();
    const one = callOf({ at: noon - 2, status: 201 });
    const other = callOf({ clientId: 4 });
    [one, other].forEach((call) => log.record(call));
    expect(await log.list(10)).toEqual([other, one]);
    expect(await log.list(1)).toEqual([other]);
    await log.close();

    const again = open();
    again.record(callOf({ at: noon + 1 }));
    expect((await again.list(1_000)).map(({ at }) => at)).toEqual([noon + 1, noon, noon - 2]);
    await again.close();
  });

  it("finds a client's calls however many others made since, by id, route, status and key", async () => {
    const log = open();
    const ours = [
      callOf({ at: noon, clientId: 8, requestId: 'a', status: 404, keyId: 1 }),
      callOf({ at: noon + 1, clientId: 8, requestId: 'b', route: 'POST /api/v1/graphql (x)', keyId: 2 }),
    ];
    ours.forEach((one) => log.record(one));
    for (let at = 0; at < 6_000; at++) log.record(callOf({ at: noon + 2 + at }));
    const found = async (filter: object, limit = 10) =>
      (await log.list(limit, { clientId: 8, ...filter })).map(({ requestId }) => requestId);
    expect(await log.list(10, { clientId: 8 })).toEqual(ours.toReversed());
    expect(await found({}, 1)).toEqual(['b']);
    expect(await found({ requestId: 'a' })).toEqual(['a']);
    expect(await found({ route: 'GRAPHql (' })).toEqual(['b']);
    for (const status of ['4', '40', '404']) expect(await found({ status })).toEqual(['a']);
    for (const status of ['5', '0404', 'x']) expect(await found({ status })).toEqual([]);
    expect(await found({ keyId: 2 })).toEqual(['b']);
    expect(await found({ clientId: 9 })).toEqual([]);
    await log.close();
  });

  it('lists the newest calls of batches that overlap in time, page by page', async () => {
    const log = open();
    for (let at = 0; at < 50; at++) log.record(callOf({ at: noon + at, clientId: (at % 30) + 1 }));
    log.record(callOf({ at: noon - 5, clientId: 1 }));
    const newest = Array.from({ length: 50 }, (_, at) => noon + 49 - at);
    expect((await log.list(45)).map(({ at }) => at)).toEqual(newest.slice(0, 45));
    expect((await log.list(100)).map(({ at }) => at)).toEqual([...newest, noon - 5]);
    await log.close();
  });

  it('stores the last use of a key to the minute, in whatever order processes write', async () => {
    const log = open();
    const other = open();
    log.record(callOf({ at: noon }));
    await log.lastUses();
    other.record(callOf({ at: noon - DAY_MS }));
    other.record(callOf({ at: noon + 60_000, keyId: 8 }));
    await other.lastUses();
    const uses = new Map([
      [7, Date.UTC(2026, 7, 31, 12, 0)],
      [8, Date.UTC(2026, 7, 31, 12, 1)],
    ]);
    expect(await log.lastUses()).toEqual(uses);
    log.record(callOf({ at: noon - 2 * DAY_MS }));
    expect(await log.lastUses()).toEqual(uses);
    await Promise.all([log.close(), other.close()]);
  });

  it('keeps calls 90 days, and the last use of a key for good', async () => {
    let [wallMs, monotonicMs] = [noon, 0];
    const log = open({ now: () => new Date(wallMs), monotonicMs: () => monotonicMs });
    const kept = async () => (await log.list(10)).map(({ at }) => at);
    log.record(callOf({ at: noon - 91 * DAY_MS, keyId: 9 }));
    expect(await kept()).toHaveLength(1);
    log.record(callOf({ at: noon - 89 * DAY_MS }));
    expect(await kept()).toHaveLength(2);
    [wallMs, monotonicMs] = [noon + HOUR_MS, HOUR_MS];
    log.record(callOf());
    expect(await kept()).toEqual([noon, noon - 89 * DAY_MS]);
    expect((await log.lastUses()).has(9)).toBe(true);
    await log.close();
  });

  it('deletes nothing in an hour in which the wall clock was set', async () => {
    let [wallMs, monotonicMs] = [noon, 0];
    const log = open({ now: () => new Date(wallMs), monotonicMs: () => monotonicMs });
    const kept = async () => (await log.list(10)).length;
    log.record(callOf());
    for (const [setMs, count] of [
      [365 * DAY_MS, 2],
      [-365 * DAY_MS, 3],
    ] as const) {
      [wallMs, monotonicMs] = [wallMs + HOUR_MS + setMs, monotonicMs + HOUR_MS];
      log.record(callOf());
      expect(await kept()).toBe(count);
    }
    await log.close();
  });

  it('writes in the background, while another process reads and writes', async () => {
    const one = open();
    const other = open();
    one.record(callOf());
    await until(async () => (await other.list(1)).length === 1, 'the call');
    for (let at = 1; at < 2_500; at++) (at % 2 === 0 ? one : other).record(callOf({ at: noon + at }));
    await Promise.all([one.lastUses(), other.lastUses()]);
    expect((await other.list(5_000)).map(({ at }) => at)).toEqual(
      Array.from({ length: 2_500 }, (_, at) => noon + 2_499 - at),
    );
    await Promise.all([one.close(), other.close()]);
  });
});

describe('the file of the call log', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDir()));

  it('that cannot be written is reported, and record never throws', async () => {
    const trouble: (readonly [string, number])[] = [];
    const log = new StoredCalls({
      documents: openIn(folder, 'missing', 'calls.db'),
      onError: (error, dropped) => void trouble.push([(error as Error).name, dropped]),
    });
    log.record(callOf());
    await log.close();
    expect(trouble).toEqual([['StoreUnavailable', 0]]);
  });

  it('has after a kill all calls that another process had read', async () => {
    const path = join(folder, 'calls.db');
    const child = fork(new URL('./support/callLogWriter.js', import.meta.url).pathname, [path], {
      stdio: 'ignore',
    });
    const log = new StoredCalls({ documents: openIn(path), onError: (error) => expect(error).toBeNull() });
    try {
      let seen = 0;
      await until(async () => (seen = (await log.list(1_000_000)).length) > 200, 'the calls');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const kept = await log.list(1_000_000);
      expect(kept.length).toBeGreaterThanOrEqual(seen);
      expect(kept.map(({ status }) => status)).toEqual(kept.map((_, at) => kept.length - at));
    } finally {
      child.kill('SIGKILL');
      await log.close();
    }
  });
});

describe('the call log while MongoDB is away', () => {
  it('keeps calls it could not write, and reports the error', async () => {
    const trouble: unknown[] = [];
    const away = await openMongo('mongodb://127.0.0.1:9/none');
    const documents = new MongoDocuments(away, { collections });
    const log = new StoredCalls({ documents, onError: (error, dropped) => trouble.push([error, dropped]) });
    log.record(callOf());
    await log.close();
    expect(trouble).toEqual([[expect.objectContaining({ name: 'StoreUnavailable' }), 0]]);
    await away.close();
  });
});
