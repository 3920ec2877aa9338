// Read-your-writes between processes: what one notes, the next read of the same key in another waits for.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { Documents } from '../../src/commands/kernel/documents.js';
import { openWrittenPositions, writtenPositions } from '../../src/api/readYourWrites.js';
import { openTransient } from '../../src/app/stores.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { MongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { startMongoProxy } from '../support/mongoProxy.js';
import { until } from '../support/until.js';
import { onBothStores } from './support/bothStores.js';

const collections = [writtenPositions];
/** How long a write waits. */
const NOTED_MS = 200;

/** `isReached`: what the read models answer to whoever waits for a position. */
function positionsIn(documents: Documents, { logId = 'log-1', isReached = true } = {}) {
  const waited: number[] = [];
  const trouble: unknown[] = [];
  const written = openWrittenPositions({
    documents,
    logId: () => logId,
    async waitFor(position) {
      waited.push(position);
      return isReached;
    },
    onError: (error) => trouble.push(error),
  });
  return { written, waited, trouble };
}

onBothStores('Written positions contract', (places) => {
  let documents: readonly [Documents, Documents];
  beforeEach(() => {
    documents = [openTransient(...places.here()), openTransient(...places.here())];
  });
  afterEach(async () => {
    for (const each of documents) await each.close();
  });

  it('make a read in another process wait for the newest write of its key, once', async () => {
    const writer = positionsIn(documents[0]);
    const reader = positionsIn(documents[1]);
    await reader.written.waitFor(7);
    await writer.written.note(7, 120);
    await writer.written.note(7, 90);
    await reader.written.waitFor(7);
    await reader.written.waitFor(7);
    expect(reader.waited).toEqual([120]);
    await writer.written.note(7, 130);
    await reader.written.waitFor(7);
    expect([reader.waited, writer.trouble]).toEqual([[120, 130], []]);
  });

  it('apply to no other key and no other log', async () => {
    const writer = positionsIn(documents[0]);
    const reader = positionsIn(documents[1]);
    const other = positionsIn(documents[1], { logId: 'log-2' });
    await writer.written.note(7, 120);
    await reader.written.waitFor(8);
    await other.written.waitFor(7);
    expect([...reader.waited, ...other.waited]).toEqual([]);
  });

  it('are waited for only once when they are never reached', async () => {
    const { written, waited } = positionsIn(documents[0], { isReached: false });
    await written.note(1, 50);
    await written.waitFor(1);
    await written.waitFor(1);
    expect(waited).toEqual([50]);
  });

  it('survive fifty writes of one key at once', async () => {
    const { written, waited } = positionsIn(documents[0]);
    await written.note(7, 1);
    await Promise.all(Array.from({ length: 50 }, (_, at) => written.note(7, at + 1)));
    await written.waitFor(7);
    expect(waited).toEqual([50]);
  });
});

withStore('MONGODB_URL', (url) =>
  describe('positions that keys wrote, in a slow MongoDB', () => {
    it('are noted although that takes longer than a write waits', async () => {
      const database = await openDatabase(url);
      const proxy = await startMongoProxy(database.url);
      const slow = await openMongo(proxy.url);
      const { written, trouble } = positionsIn(new MongoDocuments(slow, { collections }));
      proxy.hold('update', 2 * NOTED_MS);
      await written.note(7, 120);
      const reader = positionsIn(new MongoDocuments(database.mongo, { collections }));
      await until(async () => {
        await reader.written.waitFor(7);
        return reader.waited.length > 0;
      }, 'the note');
      expect([reader.waited, trouble]).toEqual([[120], [expect.any(StoreUnavailable)]]);
      await slow.close();
      await proxy.close();
      await database.drop();
    });
  }),
);

describe('positions while MongoDB is away', () => {
  it('fail neither a write nor a read; a process still waits for its own writes', async () => {
    const mongo = await openMongo('mongodb://127.0.0.1:9/none');
    const { written, waited, trouble } = positionsIn(new MongoDocuments(mongo, { collections }));
    await written.note(7, 20);
    await written.note(7, 10);
    expect(trouble).toHaveLength(2);
    await written.waitFor(7);
    await written.waitFor(8);
    expect(waited).toEqual([20]);
    await mongo.close();
  });
});
