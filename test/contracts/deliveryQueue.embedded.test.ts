// The contract on SQLite, and what only a file has: it outlives its process, and may be out of reach.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../src/domain/kernel/storeUnavailable.js';
import { openEmbeddedDeliveryQueue } from '../../src/stores/deliveryQueue/embedded.js';
import { deliveryQueueContract } from './deliveryQueue.contract.js';

deliveryQueueContract('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'));
  return {
    open: () => openEmbeddedDeliveryQueue(join(folder, 'queue.db')),
    drop: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
});

describe('the embedded queue', () => {
  it('says that it is away while its folder is, and works once it is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'queue-'));
    const path = join(folder, 'later', 'queue.db');
    const queue = openEmbeddedDeliveryQueue(path);
    await expect(queue.due(1, '', 1)).rejects.toThrow(StoreUnavailable);
    await mkdir(join(folder, 'later'));
    expect(await queue.due(1, '', 1)).toEqual({ webhooks: [], nextDueAt: null });
    await queue.close();
    await expect(queue.due(1, '', 1)).rejects.toThrow(StoreUnavailable);
    await rm(folder, { recursive: true, force: true });
  });
});
