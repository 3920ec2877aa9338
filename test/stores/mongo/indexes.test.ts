// What is asked of MongoDB names its index, which exists, and its time limit: neither is left to the server's
// estimates.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { Document } from 'mongodb';
import type { CallRecord } from '../../../src/api/http/callLog.js';
import { calls, keyUses, StoredCalls } from '../../../src/api/http/callLog.js';
import { openPeople, openSessions } from '../../../src/app/stores.js';
import { MongoDocuments } from '../../../src/stores/mongo/mongoDocuments.js';
import { openMongoDeliveryQueue } from '../../../src/stores/openDeliveryQueue.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { openMongoReadStore } from '../../../src/stores/readStore/openReadStore.js';
import { deliveryOf, eventOf, T, TYPES } from '../../contracts/deliveryQueueRows.js';
import { declared, fruits, seeds } from '../../contracts/readStore.contract.js';
import { openDatabase, withStore, type Database } from './database.js';

const range = { skip: 0, limit: 10 };

withStore('MONGODB_URL', (serverUrl) =>
  describe('what is asked of MongoDB', () => {
    let database: Database;
    let mongo: Mongo;
    let asked: Document[];
    beforeEach(async () => {
      database = await openDatabase(serverUrl);
      mongo = await openMongo(`${database.url}?monitorCommands=true`);
      asked = [];
      mongo.db.client.on('commandStarted', ({ command }) => void asked.push(command));
    });
    afterEach(async () => {
      expect(asked.filter((each) => !('getMore' in each) && !(Number(each['maxTimeMS']) > 0))).toEqual([]);
      await mongo.close();
      await database.drop();
    });

    /** Names of the indexes that the lists and counts of this work named; each has to exist. */
    async function indexesOf(work: () => Promise<unknown>): Promise<readonly unknown[]> {
      const before = asked.length;
      await work();
      const questions = asked.slice(before).filter((each) => 'find' in each || 'aggregate' in each);
      for (const { find, aggregate, hint } of questions.filter(({ hint }) => hint !== undefined)) {
        const made = await database.mongo.db.collection(String(find ?? aggregate)).indexes();
        expect(made.map(({ name }) => name)).toContain(hint);
      }
      const isById = ({ filter }: Document) => filter !== undefined && '_id' in (filter as Document);
      return questions.filter((each) => !isById(each)).map(({ hint }) => hint as unknown);
    }

    it('by the read models, for lists and for counts', async () => {
      const store = openMongoReadStore(mongo, declared);
      const filling = await store.fill();
      await filling.goLive();
      const one = { clientId: 1, where: [] };
      const [first = []] = fruits.indexes;
      const equal = Object.fromEntries(first.slice(1).map((each) => [each, 'x']));
      const named = `by_${first.join('_')}`;
      expect(await indexesOf(() => store.count(fruits, one))).toEqual(['by_clientId']);
      expect(await indexesOf(() => store.count(fruits, { ...one, where: equal }))).toEqual([named]);
      expect(await indexesOf(() => store.count(fruits, { ...one, changedSince: 1 }))).toEqual(['by_change']);
      expect(await indexesOf(() => store.scan(fruits, one, { ...range, afterId: null }))).toEqual(['by_clientId']);
      const [field = ''] = seeds.filterable;
      expect(await indexesOf(() => store.findInList(seeds, 1, 1, field, 'x', range))).toEqual(['by_parent']);
      expect(await indexesOf(() => store.listRows(seeds, 1, 1, 0, 10))).toEqual(['by_parent']);
      await store.close();
    });

    it('by the delivery queue', async () => {
      const queue = openMongoDeliveryQueue(mongo);
      const webhookId = randomUUID();
      const due = deliveryOf(webhookId, {});
      const other = deliveryOf(webhookId, { status: 'SKIPPED' });
      await queue.enqueue([{ event: eventOf(1, 'import.completed', T), deliveries: [due, other] }]);
      const filter = { clientId: 1, types: TYPES, hidden: [] };
      expect(await indexesOf(() => queue.list(filter, range))).toEqual(['listed', 'listed']);
      expect(await indexesOf(() => queue.list({ ...filter, changedSince: T }, range))).toEqual([
        'changed',
        'changed',
        'changed',
      ]);
      expect(await indexesOf(() => queue.stats(T))).toEqual(['open', 'open', 'open']);
      expect(await queue.countByType()).toMatchObject([{ counts: { PENDING: 1, SKIPPED: 1, FAILED: 0 } }]);
      expect(await indexesOf(() => queue.due(T, '', 10))).toEqual(['open', 'open']);
      expect(await indexesOf(() => queue.claim(T + 1, [{ webhookId, count: 1 }]))).toEqual(['open', 'inHand']);
      expect(await indexesOf(() => queue.claims())).toEqual(['inHand']);
      expect(await indexesOf(() => queue.rebase(T))).toEqual(['open']);
      expect(await indexesOf(() => queue.failuresInARow(webhookId, 1, 5))).toEqual(['finished']);
      const selection = { clientId: 1, webhookId, types: TYPES, since: 0, until: T, all: false };
      expect(await indexesOf(() => queue.selectForReplay(selection).next())).toEqual(['forReplay', 'byEvent']);
      expect(await indexesOf(() => queue.purge(0, T + 1))).toEqual(['open']);
      await queue.close();
    });

    it('by the call log, the sign-ins and the attempts, also before anything was written', async () => {
      const documents = new MongoDocuments(mongo, { collections: [calls, keyUses] });
      const log = new StoredCalls({ documents, onError: (error) => expect(error).toBeNull() });
      const { credentials } = openPeople({ dataDir: '' }, mongo);
      const sessions = openSessions({ dataDir: '' }, mongo);
      for (let round = 0; round < 2; round += 1) {
        expect(await indexesOf(() => log.list(10))).toEqual(['byTime']);
        expect(await indexesOf(() => log.list(10, { clientId: 1 }))).toEqual(['byClient']);
        expect(await indexesOf(() => log.list(10, { clientId: 1, requestId: 'x' }))).toEqual(['byClient']);
        expect(await indexesOf(() => credentials.records(1, 10))).toEqual(['byClient']);
        expect(await indexesOf(() => sessions.count('x', T))).toEqual(['byAccount']);
        expect(await indexesOf(() => sessions.attempt(`account ${round}`, T))).toEqual(['byAccount']);
        log.record({ at: T, requestId: randomUUID(), clientId: 1, keyId: 1 } as CallRecord);
      }
      await log.close();
    });
  }),
);
