// The contract on SQLite, and what only a file has: it outlives its process, and may be out of reach.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '#jest';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { openEmbeddedDeliveryQueue } from '../../src/stores/openDeliveryQueue.js';
import { queueCollections, rows } from '../../src/webhooks/delivery/deliveries.js';
import { openSqliteDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';
import type { Documents } from '../../src/commands/kernel/documents.js';
import { deliveryQueueContract } from './deliveryQueue.contract.js';
import { deliveryOf, eventOf, TYPES } from './deliveryQueueRows.js';
import { temporaryDir } from '../support/service.js';
import { withMembers } from '../support/withMembers.js';

/** As a service does: in threads. */
const openQueue = (path: string) => openEmbeddedDeliveryQueue(path, () => () => undefined);

deliveryQueueContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openQueue(join(folder, 'queue.db')),
    drop: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
    unseenMs: 0,
  };
});

describe('the embedded queue', () => {
  it('is unavailable while its folder is missing, and works once it exists', async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'later', 'queue.db');
    const queue = openQueue(path);
    await expect(queue.due(1, '', 1)).rejects.toThrow(StoreUnavailable);
    await mkdir(join(folder, 'later'));
    expect(await queue.due(1, '', 1)).toEqual({ webhooks: [], nextDueAt: null });
    await queue.close();
    await expect(queue.due(1, '', 1)).rejects.toThrow(StoreUnavailable);
    await rm(folder, { recursive: true, force: true });
  });

  it('lists changes since a time although the clock of another process was ahead', async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'queue.db');
    const queue = openQueue(path);
    await queue.enqueue([{ event: eventOf(1, 'import.completed'), deliveries: [deliveryOf(randomUUID())] }]);
    const ahead = Date.now() + 3_600_000;
    // Leaves what a process whose clock is an hour ahead does.
    const other = openSqliteDocuments(path, { collections: queueCollections });
    await other.update(rows, {}, { set: { changedAt: ahead } });
    await other.close();
    const { changedUntil } = await changedSince(queue, 0);
    expect(changedUntil).toBe(ahead + 1);
    const fresh = deliveryOf(randomUUID());
    const scheduled = [{ event: eventOf(1, 'import.completed'), deliveries: [fresh] }];
    await queue.enqueue(scheduled);
    const later = await changedSince(queue, changedUntil);
    expect(later.rows).toMatchObject([{ deliveryId: fresh.deliveryId }]);
    await queue.enqueue(scheduled); // is there
    expect((await changedSince(queue, later.changedUntil)).total).toBe(0);
    await queue.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('counts a delivery that another pushes off the page while the page is read', async () => {
    const folder = await temporaryDir();
    const documents = openSqliteDocuments(join(folder, 'queue.db'), { collections: queueCollections });
    const add = () =>
      queue.enqueue([{ event: eventOf(1, 'import.completed'), deliveries: [deliveryOf(randomUUID())] }]);
    const find: Documents['find'] = async (...args) => (await add(), documents.find(...args));
    const queue = new DeliveryQueue(documents, withMembers(documents, { find }), async () => null);
    await add();
    const page = await queue.list(
      { clientId: 1, types: TYPES, hidden: [], changedSince: 0 },
      { skip: 0, limit: 1 },
    );
    expect([page.rows.length, page.total]).toEqual([1, 2]);
    await queue.close();
    await rm(folder, { recursive: true, force: true });
  });
});

function changedSince(queue: DeliveryQueue, since: number) {
  return queue.list({ clientId: 1, types: TYPES, hidden: [], changedSince: since }, { skip: 0, limit: 10 });
}
