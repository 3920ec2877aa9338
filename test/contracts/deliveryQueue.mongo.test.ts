// The contract over the real driver, on whatever server MONGODB_URL names, each run in a database of its own; and,
// where it is installed, on mongo-java-server, whose updates of one document exclude each other: there claims are
// proven.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mock } from 'node:test';
import { openMongoDeliveryQueue } from '../../src/stores/openDeliveryQueue.js';
import { LATE_MS, UNSEEN_MAX_MS } from '../../src/stores/mongo/mongoDocuments.js';
import { rows } from '../../src/webhooks/delivery/deliveries.js';
import type { Mongo } from '../../src/stores/mongo/connection.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { startServer, type RunningServer } from '../support/installedServers.js';
import { withServers } from '../support/servers.js';
import { until } from '../support/until.js';
import { deliveryQueueContract } from './deliveryQueue.contract.js';
import { deliveryOf, eventOf, T, TYPES, type OpenQueue } from './deliveryQueueRows.js';

const on =
  (url: () => string): OpenQueue =>
  async () => {
    const database = await openDatabase(url());
    return {
      open: () => openMongoDeliveryQueue(database.mongo),
      drop: () => database.drop(),
      unseenMs: UNSEEN_MAX_MS,
    };
  };

withStore('MONGODB_URL', (url) => {
  deliveryQueueContract(
    'MongoDB',
    on(() => url),
    false,
  );
  describe('on MONGODB_URL', () => ofEarlier(() => url));
});

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
    ofEarlier(() => server.url);
  }),
);

/** Rows whose time no reader saw in time. */
function ofEarlier(url: () => string): void {
  const listed = { clientId: 1, types: TYPES, hidden: [] };
  const scheduledFor = (webhookId: string) =>
    [0, 1].map((at) => ({
      event: eventOf(1, 'import.completed', T + at),
      deliveries: [deliveryOf(webhookId, { createdAt: T + at, status: 'SKIPPED' })],
    }));
  const timeOf = async ({ db }: Mongo) =>
    ((await db.command({ isMaster: 1 })) as { localTime: Date }).localTime.getTime();
  /** Later times differ from the earlier ones. */
  const nextTimeOf = async (mongo: Mongo) => {
    const before = await timeOf(mongo);
    await until(async () => (await timeOf(mongo)) > before, 'the next millisecond of the server');
    return timeOf(mongo);
  };

  it('sets the change time of repeated inserts again', async () => {
    const { mongo, drop } = await openDatabase(url());
    const scheduled = scheduledFor(randomUUID());
    const [newer = '', older = ''] = scheduled.map(({ deliveries: [one] }) => one?.deliveryId).reverse();
    await openMongoDeliveryQueue(mongo).enqueue(scheduled);
    const queue = openMongoDeliveryQueue(mongo);
    const changed = async (changedSince: number) => {
      const { rows: found } = await queue.list({ ...listed, changedSince }, { skip: 0, limit: 10 });
      return found.map(({ deliveryId }) => deliveryId);
    };
    const storedAgainAt = await nextTimeOf(mongo);
    expect(await changed(storedAgainAt)).toEqual([]);
    await queue.enqueue(scheduled);
    expect(await changed(storedAgainAt)).toEqual([newer, older]);
    await drop();
  });

  it('sets the change time again when an insert took long', async () => {
    const { mongo, drop } = await openDatabase(url());
    const monotonic = mock.method(performance, 'now');
    let storedAt = Infinity;
    const slow: Mongo = {
      ...mongo,
      async ask(what, question, timeoutMs) {
        const answer = await mongo.ask(what, question, timeoutMs);
        if (what === `Writing ${rows.name}`) {
          storedAt = await nextTimeOf(mongo);
          const now = performance.now();
          monotonic.mock.mockImplementation(() => now + LATE_MS + 1);
        }
        return answer;
      },
    };
    try {
      const queue = openMongoDeliveryQueue(slow);
      await queue.enqueue(scheduledFor(randomUUID()));
      const found = await queue.list({ ...listed, changedSince: storedAt }, { skip: 0, limit: 10 });
      expect(found.total).toBe(2);
    } finally {
      monotonic.mock.restore();
      await drop();
    }
  });
}
