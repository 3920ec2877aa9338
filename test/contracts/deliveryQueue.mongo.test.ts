// The contract over the real driver, on whatever server MONGODB_URL names, each run in a database of its own; and, where
// it is installed, on mongo-java-server, whose updates of one document exclude each other: there claims are proven.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { openMongoDeliveryQueue } from '../../src/stores/deliveryQueue/mongo.js';
import { openDatabase, withStore } from '../support/database.js';
import { startServer, type RunningServer } from '../support/installedServers.js';
import { withServers } from '../support/servers.js';
import { deliveryQueueContract } from './deliveryQueue.contract.js';
import type { OpenQueue } from './deliveryQueueRows.js';

const on =
  (url: () => string): OpenQueue =>
  async () => {
    const database = await openDatabase(url());
    return { open: () => openMongoDeliveryQueue(database.mongo), drop: () => database.drop() };
  };

withStore('MONGODB_URL', (url) =>
  deliveryQueueContract(
    'MongoDB',
    on(() => url),
    false,
  ),
);

withServers(['mongo-java-server'], () =>
  describe('on mongo-java-server', () => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startServer('mongo-java-server');
    });
    afterAll(() => server.remove());
    deliveryQueueContract(
      'MongoDB, claims',
      on(() => server.url),
    );
  }),
);
