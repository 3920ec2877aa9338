// The delivery queue in MongoDB, for any number of processes on any number of machines.
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryQueue } from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import { Leases, TERMS, type Terms } from '../../mongo/lease.js';
import { claiming } from './claiming.js';
import { preparing, queueCollections } from './documents.js';
import { keeping } from './keeping.js';
import { working } from './working.js';

/** How often a waiting process tries to become the one that fans out. */
const LEASE_EVERY_MS = 500;

/** Opens nothing by itself; the connection stays with whoever opened it. */
export function openMongoDeliveryQueue(mongo: Mongo, terms: Terms = TERMS): DeliveryQueue {
  const collections = queueCollections(mongo);
  const prepared = preparing(mongo, collections);
  const leases = new Leases(mongo, 'leases', terms);
  return {
    ...working(mongo, collections, prepared),
    ...claiming(mongo, collections),
    ...keeping(mongo, collections, prepared),
    async fanOutLease(signal) {
      while (!signal.aborted) {
        const lease = await leases.tryTake('fanOut');
        if (lease !== null) return lease;
        await pause(LEASE_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
      return null;
    },
    close: () => Promise.resolve(),
  };
}
