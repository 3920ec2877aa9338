// The call log in MongoDB: whole, in order, for any number of processes, and for 90 days.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CallLog, CallRecord } from '../../../src/api/http/callLog.js';
import { openMongo } from '../../../src/stores/mongo/connection.js';
import { openMongoCallLog } from '../../../src/stores/callLog/mongoCallLog.js';
import { openDatabase, withStore, type Database } from './database.js';
import { until } from '../../support/until.js';

const noon = Date.UTC(2026, 7, 31, 12, 0, 30);
const DAY_MS = 86_400_000;

const call = (changes: Partial<CallRecord> = {}): CallRecord => ({
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

withStore('MONGODB_URL', (url) =>
  describe('the call log in MongoDB', () => {
    let database: Database;
    let trouble: unknown[];
    const open = (now = noon): CallLog =>
      openMongoCallLog({
        mongo: database.mongo,
        now: () => now,
        onError: (error, dropped) => void trouble.push([error, dropped]),
      });

    beforeEach(async () => {
      database = await openDatabase(url);
      trouble = [];
    });
    afterEach(() => database.drop());

    it("finds a client's calls by id, route, status and key", async () => {
      const log = open();
      const ours = [
        call({ at: noon, clientId: 8, status: 404, keyId: 1 }),
        call({ at: noon + 1, clientId: 8, route: 'POST /api/v1/graphql (x)', keyId: 2 }),
      ];
      for (const one of [...ours, call({ at: noon + 2 })]) log.record(one);
      const [first, second] = ours;
      const found = (filter: object) => log.list(10, { clientId: 8, ...filter });
      expect(await found({})).toEqual([second, first]);
      expect(await log.list(1, { clientId: 8 })).toEqual([second]);
      expect(await found({ requestId: first?.requestId })).toEqual([first]);
      expect(await found({ route: 'GRAPHql (' })).toEqual([second]);
      for (const status of ['4', '40', '404']) expect(await found({ status })).toEqual([first]);
      for (const status of ['5', '0404', 'x', '']) expect([status, await found({ status })]).toEqual([status, []]);
      expect(await found({ keyId: 2 })).toEqual([second]);
      expect(trouble).toEqual([]);
      await log.close();
    });

    it('lists calls newest first, whole, from every process', async () => {
      const [one, other] = [open(), open()];
      const calls = Array.from({ length: 5 }, (_, at) => call({ at: noon + at, status: 200 + at }));
      for (const [at, each] of calls.entries()) (at % 2 === 0 ? one : other).record(each);
      await one.close();
      await other.close();
      expect(await open().list(10)).toEqual([...calls].reverse());
      expect(await open().list(1)).toEqual([calls[4]]);
      expect(trouble).toEqual([]);
    });

    it('writes in the background', async () => {
      const [one, other] = [open(), open()];
      one.record(call());
      await until(async () => (await other.list(1)).length === 1);
      await one.close();
    });

    it('knows the last use of a key to the minute, in whatever order processes write', async () => {
      const [one, other] = [open(), open()];
      one.record(call({ at: noon }));
      other.record(call({ at: noon - DAY_MS }));
      other.record(call({ at: noon + 60_000, keyId: 8 }));
      await one.close();
      await other.close();
      expect(await open().lastUses()).toEqual(
        new Map([
          [7, Date.UTC(2026, 7, 31, 12, 0)],
          [8, Date.UTC(2026, 7, 31, 12, 1)],
        ]),
      );
    });

    it('keeps calls 90 days, and the last use of a key for good', async () => {
      const before = open();
      const kept = call({ at: noon - 89 * DAY_MS });
      before.record(call({ at: noon - 91 * DAY_MS, keyId: 9 }));
      before.record(kept);
      await before.close();
      const later = open();
      later.record(call());
      await later.close();
      expect((await later.list(10)).map(({ at }) => at)).toEqual([noon, kept.at]);
      expect((await later.lastUses()).has(9)).toBe(true);
    });

    it('keeps calls it could not write, reports the error, and writes them once', async () => {
      const away = await openMongo('mongodb://127.0.0.1:9/none');
      const log = openMongoCallLog({ mongo: away, onError: (error, dropped) => trouble.push([error, dropped]) });
      log.record(call());
      await log.close();
      expect(trouble).toEqual([[expect.objectContaining({ name: 'StoreUnavailable' }), 0]]);
      await away.close();
    });
  }),
);
