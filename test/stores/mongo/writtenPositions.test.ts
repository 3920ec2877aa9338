// Read-your-writes between processes: what one notes, the next read of the same key in another waits for.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../../src/domain/kernel/storeUnavailable.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { openMongoWrittenPositions } from '../../../src/stores/writtenPositions/mongoWrittenPositions.js';
import { startMongoProxy } from '../../support/mongoProxy.js';
import { until } from '../../support/until.js';
import { openDatabase, withStore, type Database } from './database.js';

/** What a busy machine may take to note a position; a write waits for no more than a moment. */
const PATIENCE_MS = 60_000;
/** How long a write waits. */
const NOTED_MS = 200;

function positions(mongo: Mongo, logId = 'log-1') {
  const waited: number[] = [];
  const trouble: unknown[] = [];
  const written = openMongoWrittenPositions({
    mongo,
    logId: () => logId,
    async waitFor(position) {
      waited.push(position);
      return true;
    },
    onError: (error) => trouble.push(error),
  });
  return { written, waited, trouble };
}

withStore('MONGODB_URL', (url) =>
  describe('positions that keys wrote, in MongoDB', () => {
    let database: Database;
    let patient: Mongo;
    beforeEach(async () => {
      database = await openDatabase(url);
      const { mongo } = database;
      patient = { ...mongo, ask: (what, question) => mongo.ask(what, question, PATIENCE_MS) };
    });
    afterEach(() => database.drop());

    it('make a read in another process wait for the newest write of its key, once', async () => {
      const [writer, reader] = [positions(patient), positions(patient)];
      await writer.written.note(7, 120);
      await writer.written.note(7, 90);
      await reader.written.waitFor(7);
      await reader.written.waitFor(7);
      expect(reader.waited).toEqual([120]);
      await writer.written.note(7, 130);
      await reader.written.waitFor(7);
      expect(reader.waited).toEqual([120, 130]);
      expect(writer.trouble).toEqual([]);
    });

    it('apply to no other key and no other log', async () => {
      const [writer, reader, other] = [positions(patient), positions(patient), positions(patient, 'log-2')];
      await writer.written.note(7, 120);
      await reader.written.waitFor(8);
      await other.written.waitFor(7);
      expect([...reader.waited, ...other.waited]).toEqual([]);
    });

    it('are noted although that takes longer than a write waits', async () => {
      const proxy = await startMongoProxy(database.url);
      const slow = await openMongo(proxy.url);
      const { written, trouble } = positions(slow);
      proxy.hold('update', 2 * NOTED_MS);
      await written.note(7, 120);
      const reader = positions(patient);
      await until(async () => {
        await reader.written.waitFor(7);
        return reader.waited.length > 0;
      }, 'the note');
      expect([reader.waited, trouble]).toEqual([[120], [expect.any(StoreUnavailable)]]);
      await slow.close();
      await proxy.close();
    });

    it('survive fifty writes of one key at once', async () => {
      const { written, waited, trouble } = positions(patient);
      await written.note(7, 1);
      await Promise.all(Array.from({ length: 50 }, (_, at) => written.note(7, at + 1)));
      expect(trouble).toEqual([]);
      await written.waitFor(7);
      expect(waited).toEqual([50]);
    });
  }),
);

describe('positions while MongoDB is away', () => {
  it('fail neither a write nor a read; a process still waits for its own writes', async () => {
    const mongo = await openMongo('mongodb://127.0.0.1:9/none');
    const { written, waited, trouble } = positions(mongo);
    await written.note(7, 20);
    await written.note(7, 10);
    expect(trouble).toHaveLength(2);
    await written.waitFor(7);
    await written.waitFor(8);
    expect(waited).toEqual([20]);
    await mongo.close();
  });
});
