// A lease that was released is free at once, whatever was under way.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Leases } from '../../../src/stores/mongo/lease.js';
import type { Mongo } from '../../../src/stores/mongo/connection.js';
import { until } from '../../support/until.js';
import { openDatabase, withStore, type Database } from './database.js';

const TIMES = { expiresMs: 600_000, renewMs: 2, giveUpMs: 500_000 };
const ROUNDS = 20;

withStore('MONGODB_URL', (url) =>
  describe('a lease in MongoDB', () => {
    let database: Database;
    let changes = { underWay: 0, atOnceMax: 0 };
    let mongo: Mongo;
    beforeEach(async () => {
      database = await openDatabase(url);
      changes = { underWay: 0, atOnceMax: 0 };
      const ask: Mongo['ask'] = (what, question) => {
        changes.underWay += 1;
        changes.atOnceMax = Math.max(changes.atOnceMax, changes.underWay);
        return database.mongo.ask(what, question, 60_000).finally(() => (changes.underWay -= 1));
      };
      mongo = { ...database.mongo, ask };
    });
    afterEach(() => database.drop());

    it('is released after the renewal under way, which could write its owner back', async () => {
      const [one, other] = [new Leases(mongo, 'leases', TIMES), new Leases(mongo, 'leases', TIMES)];
      for (let round = 0; round < ROUNDS; round += 1) {
        const lease = await (round % 2 === 0 ? one : other).tryTake('work');
        expect(lease).not.toBeNull();
        await until(() => changes.underWay > 0, 'a renewal');
        await lease?.release();
      }
      expect(changes.atOnceMax).toBe(1);
    });
  }),
);
