// The delivery queue in MongoDB, for any number of processes on any number of machines.
import type { DeliveryQueue } from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import { Leases, LEASE_TIMES, type LeaseTimes } from '../../mongo/lease.js';
import { claiming } from './claiming.js';
import { preparing, queueCollections } from './documents.js';
import { keeping } from './housekeeping.js';
import { listing } from './listing.js';
import { working } from './scheduling.js';

/** Uses a connection that the caller opens and closes. */
export function openMongoDeliveryQueue(mongo: Mongo, times: LeaseTimes = LEASE_TIMES): DeliveryQueue {
  const collections = queueCollections(mongo);
  const prepared = preparing(mongo, collections);
  const leases = new Leases(mongo, 'leases', times);
  return {
    ...working(mongo, collections, prepared),
    ...claiming(mongo, collections, prepared),
    ...listing(mongo, collections, prepared),
    ...keeping(mongo, collections, prepared),
    fanOutLease: (signal) => leases.acquire('fanOut', signal),
    close: () => Promise.resolve(),
  };
}
