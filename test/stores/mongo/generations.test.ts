// Who fills read models may be stopped for long and wake after another filled newer ones: it comes too late, and
// what is live stays whole. Leases and terms are made so that the two are certain to meet.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import type { Filling } from '../../../src/projections/engine/readStore.js';
import { openMongoReadStore } from '../../../src/stores/readStore/openReadStore.js';
import { declared, seeds } from '../../contracts/readStore.contract.js';
import { openDatabase, withStore, type Database } from './database.js';
import { startServer, type RunningServer } from '../../support/installedServers.js';
import { withServers } from '../../support/servers.js';

/** Thinks itself the holder for good, and never says that it is alive: as one that is stopped does. */
const STOPPED = { expiresMs: 3_600_000, renewMs: 3_600_000, giveUpMs: 3_600_000 };
/** Takes over from whoever was silent for a moment. */
const QUICK = { expiresMs: 50, renewMs: 20, giveUpMs: 3_600_000 };

const checkpointOf = (filling: Filling, position: number) =>
  filling.apply('fruits', [], { logId: 'log-1', position, changedAt: position });

withStore('MONGODB_URL', (url) =>
  describe('filling read models in MongoDB', () => {
    let database: Database;
    beforeEach(async () => {
      database = await openDatabase(url);
    });
    afterEach(() => database.drop());

    it('by a process that was suspended and replaced changes nothing live', async () => {
      const [sleeper, other] = [STOPPED, QUICK].map((terms) =>
        openMongoReadStore(database.mongo, declared, terms),
      );
      if (sleeper === undefined || other === undefined) throw new Error('no stores');
      const late = await sleeper.fill();
      await checkpointOf(late, 5);
      const filled = await other.fill();
      await checkpointOf(filled, 9);
      await filled.goLive();

      await expect(late.goLive()).rejects.toThrow('overtaken');
      await late.discard();
      for (const store of [sleeper, other]) {
        expect((await store.live())?.name).toBe(filled.name);
        expect(await store.checkpoint('fruits')).toEqual({ logId: 'log-1', position: 9, changedAt: 9 });
        expect(Buffer.from(await store.listRows(seeds, 1, 1, 0, 10)).toString()).toBe('[]');
      }
      await Promise.all([sleeper.close(), other.close()]);
    });
  }),
);

// FerretDB's updates of one document do not exclude each other; those of mongo-java-server and MongoDB do.
withServers(['mongo-java-server'], () =>
  describe('filling read models where updates of one document exclude each other', () => {
    let server: RunningServer;
    let database: Database;
    beforeAll(async () => {
      server = await startServer('mongo-java-server');
      database = await openDatabase(server.url);
    });
    afterAll(async () => {
      await database.drop();
      await server.remove();
    });

    it('keeps the highest of many concurrent first checkpoints', async () => {
      const store = openMongoReadStore(database.mongo, declared);
      const filling = await store.fill();
      await Promise.all(Array.from({ length: 20 }, (_, at) => checkpointOf(filling, ((at * 7) % 20) + 1)));
      expect(await filling.checkpoint('fruits')).toEqual({ logId: 'log-1', position: 20, changedAt: 20 });
      await filling.discard();
      await store.close();
    });
  }),
);
