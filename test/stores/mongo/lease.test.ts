// A lease that was released is free at once, whatever was under way.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { StoreUnavailable } from '../../../src/domain/kernel/storeError.js';
import { Leases } from '../../../src/stores/mongo/lease.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { startFaultProxy, type FaultProxy } from '../../support/faultProxy.js';
import { until } from '../../support/until.js';
import { openDatabase, withStore, type Database } from './database.js';

const TIMES = { expiresMs: 600_000, renewMs: 2, giveUpMs: 500_000 };
/** The holder gives up at once; to anybody else its lease is taken for longer than a test lasts. */
const GIVING_UP = { expiresMs: 600_000, renewMs: 20, giveUpMs: 100 };
const ROUNDS = 20;
const TAKEN_MAX_MS = 20_000;

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
      const one = new Leases(mongo, 'leases', TIMES);
      const other = new Leases(mongo, 'leases', TIMES);
      for (let round = 0; round < ROUNDS; round += 1) {
        const lease = await (round % 2 === 0 ? one : other).tryTake('work');
        expect(lease).not.toBeNull();
        await until(() => changes.underWay > 0, 'a renewal');
        await lease?.release();
      }
      expect(changes.atOnceMax).toBe(1);
    });

    describe('whose holder lost the server', () => {
      let proxy: FaultProxy;
      let behind: Mongo;
      let leases: Leases;
      beforeEach(async () => {
        const url = new URL(database.url);
        proxy = await startFaultProxy(Number(url.port));
        url.port = String(proxy.port);
        behind = await openMongo(url.toString());
        leases = new Leases(behind, 'leases', GIVING_UP);
      });
      afterEach(async () => {
        await behind.close();
        await proxy.close();
      });
      const taken = async () => {
        const lease = await leases.acquire('work', AbortSignal.timeout(TAKEN_MAX_MS), () => true);
        await lease?.release();
        return lease !== null;
      };

      it('and gave it up is taken again by it as soon as the server is back', async () => {
        const lease = await leases.tryTake('work');
        proxy.become('refuse');
        await until(() => lease?.lost.aborted === true, 'the loss');
        proxy.become('pass');
        const other = new Leases(database.mongo, 'leases', GIVING_UP);
        expect(await other.tryTake('work')).toBeNull();
        expect(await taken()).toBe(true);
        // A release may fail: it expires.
        await until(async () => (await other.tryTake('work')) !== null, 'it to be free');
      });

      it('and could not release it is taken again by it', async () => {
        const lease = await leases.tryTake('work');
        proxy.become('refuse');
        await lease?.release();
        proxy.become('pass');
        expect(await taken()).toBe(true);
      });

      it('before it heard that it had it is taken again by it', async () => {
        await (await leases.tryTake('work'))?.release();
        const deaf: Mongo = {
          ...behind,
          ask: async (what, question, timeoutMs) => {
            const answer = await behind.ask(what, question, timeoutMs);
            if (what === 'Taking a lease') throw new StoreUnavailable('The answer was lost');
            return answer;
          },
        };
        leases = new Leases(deaf, 'leases', GIVING_UP);
        await expect(leases.tryTake('work')).rejects.toThrow('lost');
        Object.assign(deaf, { ask: behind.ask });
        expect(await taken()).toBe(true);
      });

      it('is not taken twice while it is held', async () => {
        const lease = await leases.tryTake('work');
        expect(await leases.tryTake('work')).toBeNull();
        await lease?.release();
      });
    });
  }),
);
