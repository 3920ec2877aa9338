// The contract on SQLite, and what only a file has: it outlives its process, and may be out of reach.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../src/domain/kernel/storeUnavailable.js';
import { openEmbeddedDeliveryQueue } from '../../src/stores/deliveryQueue/sqlite/embeddedDeliveryQueue.js';
import { QueueFile } from '../../src/stores/deliveryQueue/sqlite/queueFile.js';
import type { DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';
import { deliveryQueueContract } from './deliveryQueue.contract.js';
import { deliveryOf, eventOf, TYPES } from './deliveryQueueRows.js';
import { temporaryDir } from '../support/service.js';

deliveryQueueContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openEmbeddedDeliveryQueue(join(folder, 'queue.db')),
    drop: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
    unseenMs: 0,
  };
});

describe('the embedded queue', () => {
  it('is unavailable while its folder is missing, and works once it exists', async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'later', 'queue.db');
    const queue = openEmbeddedDeliveryQueue(path);
    await expect(queue.due(1, '', 1)).rejects.toThrow(StoreUnavailable);
    await mkdir(join(folder, 'later'));
    expect(await queue.due(1, '', 1)).toEqual({ webhooks: [], nextDueAt: null });
    await queue.close();
    await expect(queue.due(1, '', 1)).rejects.toThrow(StoreUnavailable);
    await rm(folder, { recursive: true, force: true });
  });

  it('migrates a file of an earlier version: its rows count as changed then', async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'queue.db');
    const first = openEmbeddedDeliveryQueue(path);
    const old = deliveryOf(randomUUID());
    await first.enqueue([{ event: eventOf(1, 'import.completed'), deliveries: [old] }]);
    await first.close();
    const file = new QueueFile(path); // as it was before there were times
    file.run('DROP INDEX deliveries_changed');
    file.run('ALTER TABLE deliveries DROP COLUMN changed_at');
    file.run('DROP TABLE change_clock');
    file.run('ALTER TABLE deliveries DROP COLUMN earlier_attempts');
    file.close();

    const takenOverAt = Date.now();
    const queues = [openEmbeddedDeliveryQueue(path), openEmbeddedDeliveryQueue(path)] as const;
    const [changed, same] = await Promise.all(queues.map((queue) => changedSince(queue, takenOverAt)));
    expect(changed).toMatchObject({ total: 1, rows: [{ deliveryId: old.deliveryId }] });
    expect(same).toEqual(changed);
    const [queue, other] = queues;
    const later = changed?.changedUntil ?? 0;
    expect((await changedSince(queue, later)).total).toBe(0);
    const fresh = deliveryOf(randomUUID());
    await other.enqueue([{ event: eventOf(1, 'import.completed'), deliveries: [fresh] }]);
    expect((await changedSince(queue, later)).rows).toMatchObject([{ deliveryId: fresh.deliveryId }]);
    expect(await queue.attemptsOf(1, old.deliveryId)).toEqual([]);
    await Promise.all(queues.map((each) => each.close()));
    await rm(folder, { recursive: true, force: true });
  });

  it('lists changes since a time although the clock of another process was ahead', async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'queue.db');
    const queue = openEmbeddedDeliveryQueue(path);
    await queue.enqueue([{ event: eventOf(1, 'import.completed'), deliveries: [deliveryOf(randomUUID())] }]);
    const ahead = Date.now() + 3_600_000;
    const file = new QueueFile(path); // what a process whose clock is an hour ahead leaves behind
    file.run('UPDATE deliveries SET changed_at = ?', ahead);
    file.run('UPDATE change_clock SET at = ?', ahead);
    file.close();
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
});

function changedSince(queue: DeliveryQueue, since: number) {
  return queue.list({ clientId: 1, types: TYPES, hidden: [], changedSince: since }, { skip: 0, limit: 10 });
}
