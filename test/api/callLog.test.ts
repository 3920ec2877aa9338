import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CallLog, CallRecord } from '../../src/api/http/callLog.js';
import { openEmbeddedCallLog } from '../../src/stores/callLog/embeddedCallLog.js';
import { until } from '../support/until.js';
import { temporaryDir } from '../support/service.js';

const noon = Date.UTC(2026, 7, 31, 12, 0, 30);
const DAY_MS = 86_400_000;

const call = (changes: Partial<CallRecord> = {}): CallRecord => ({
  at: noon,
  requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  keyId: 7,
  keyName: 'ERP "Matriz", 中\n',
  clientId: 3,
  route: 'GET /api/v1/trial-balances/{id}/lines',
  status: 200,
  durationMs: 1.5,
  address: '127.0.0.1',
  ...changes,
});

describe('the call log', () => {
  let directory: string;
  let path: string;
  let trouble: (readonly [string, number])[];
  const open = (now = noon): CallLog =>
    openEmbeddedCallLog({
      path,
      now: () => now,
      onError: (error, dropped) => void trouble.push([error.message, dropped]),
    });

  beforeEach(async () => {
    directory = await temporaryDir();
    path = join(directory, 'calls.db');
    trouble = [];
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('lists complete calls, newest first, also after a restart', async () => {
    const log = open();
    log.record(call({ at: noon - 2, status: 201 }));
    log.record(call());
    expect(await log.list(10)).toEqual([call(), call({ at: noon - 2, status: 201 })]);
    expect(await log.list(1)).toEqual([call()]);
    await log.close();

    const again = open();
    again.record(call({ at: noon + 1 }));
    expect((await again.list(1000)).map(({ at }) => at)).toEqual([noon + 1, noon, noon - 2]);
    await again.close();
    expect(trouble).toEqual([]);
  });

  it("finds a client's calls however many others made since, by id, route, status and key", async () => {
    const log = open();
    const ours = [
      call({ at: noon, clientId: 8, requestId: 'a', status: 404, keyId: 1 }),
      call({ at: noon + 1, clientId: 8, requestId: 'b', route: 'POST /api/v1/graphql', keyId: 2 }),
    ];
    ours.forEach((one) => log.record(one));
    for (let at = 0; at < 6_000; at++) log.record(call({ at: noon + 2 + at }));
    const found = async (filter: object, limit = 10) =>
      (await log.list(limit, { clientId: 8, ...filter })).map(({ requestId }) => requestId);
    expect(await log.list(10, { clientId: 8 })).toEqual(ours.toReversed());
    expect(await found({}, 1)).toEqual(['b']);
    expect(await found({ requestId: 'a' })).toEqual(['a']);
    expect(await found({ route: 'GRAPH' })).toEqual(['b']);
    for (const status of ['4', '40', '404']) expect(await found({ status })).toEqual(['a']);
    expect(await found({ status: '5' })).toEqual([]);
    expect(await found({ keyId: 2 })).toEqual(['b']);
    await log.close();
  });

  it('stores the last use of a key to the minute', async () => {
    const log = open();
    log.record(call({ at: noon }));
    log.record(call({ at: noon - DAY_MS }));
    log.record(call({ at: noon + 60_000, keyId: 8 }));
    expect(await log.lastUses()).toEqual(
      new Map([
        [7, Date.UTC(2026, 7, 31, 12, 0)],
        [8, Date.UTC(2026, 7, 31, 12, 1)],
      ]),
    );
    log.record(call({ at: noon - 2 * DAY_MS }));
    expect((await log.lastUses()).get(7)).toBe(Date.UTC(2026, 7, 31, 12, 0));
    await log.close();
  });

  it('keeps calls 90 days, and the last use of a key for good', async () => {
    const log = open();
    log.record(call({ at: noon - 91 * DAY_MS, keyId: 9 }));
    expect(await log.list(10)).toHaveLength(1);
    log.record(call({ at: noon - 89 * DAY_MS }));
    await log.close();
    const later = open(noon);
    later.record(call());
    expect((await later.list(10)).map(({ at }) => at)).toEqual([noon, noon - 89 * DAY_MS]);
    expect((await later.lastUses()).has(9)).toBe(true);
    await later.close();
  });

  it('writes while another process reads and writes the same file', async () => {
    const [one, other] = [open(), open()];
    for (let at = 0; at < 2_500; at++) (at % 2 === 0 ? one : other).record(call({ at: noon + at }));
    await Promise.all([one.lastUses(), other.lastUses()]);
    expect((await other.list(5_000)).map(({ at }) => at)).toEqual(
      Array.from({ length: 2_500 }, (_, at) => noon + 2_499 - at),
    );
    await Promise.all([one.close(), other.close()]);
    expect(trouble).toEqual([]);
  });

  it('reports that the file cannot be written, and never throws', async () => {
    path = join(directory, 'missing', 'calls.db');
    const log = open();
    log.record(call());
    await log.close();
    expect(trouble.length).toBeGreaterThan(0);
    expect(trouble[0]?.[1]).toBe(0);
  });

  it('is written in the background, and keeps after a kill all calls that another process had read', async () => {
    const child = fork(new URL('./support/callLogWriter.js', import.meta.url).pathname, [path], {
      stdio: 'ignore',
    });
    const log = open();
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
