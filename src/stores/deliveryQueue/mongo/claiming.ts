// Claims in MongoDB: due deliveries are looked up, claimed by one update with a new token, and read back by the token.
import { randomUUID } from 'node:crypto';
import type { Claimed, DeliveryQueue } from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import {
  bodyOf,
  IN_HAND_INDEX,
  OPEN_INDEX,
  PARALLEL,
  SLICE,
  sliced,
  type DeliveryDocument,
  type Prepare,
  type QueueCollections,
} from './documents.js';

/** Attempts while other processes claim first; then the claim returns what it has. */
const CLAIM_TRIES = 3;

type ClaimRequests = Parameters<DeliveryQueue['claim']>[1];
type DueDocument = Pick<DeliveryDocument, '_id' | 'webhookId'>;

export function claiming(
  mongo: Mongo,
  { deliveries, events }: QueueCollections,
  prepared: Prepare,
): Pick<DeliveryQueue, 'claim'> {
  /** The oldest due deliveries of each webhook; another process may claim them first. */
  async function dueOf(requests: ClaimRequests, now: number): Promise<readonly DueDocument[]> {
    const found: DueDocument[] = [];
    for (const some of sliced(requests, PARALLEL)) {
      const each = some.map(({ webhookId, count }) =>
        mongo.ask('Looking for due deliveries', () =>
          deliveries
            .find(
              { lane: webhookId, token: null, dueAt: { $lte: now } },
              { hint: OPEN_INDEX, sort: { dueAt: 1 }, limit: count },
            )
            .project<DueDocument>({ webhookId: 1 })
            .batchSize(count)
            .toArray(),
        ),
      );
      found.push(...(await Promise.all(each)).flat());
    }
    return found;
  }

  /** Claims each document only if it is unclaimed and still due. */
  async function take(due: readonly DueDocument[], now: number): Promise<readonly DeliveryDocument[]> {
    const token = randomUUID();
    const ids = due.map(({ _id }) => _id);
    const free = { _id: { $in: ids }, token: null, dueAt: { $lte: now } };
    await mongo.ask('Claiming deliveries', () => deliveries.updateMany(free, { $set: { token } }));
    const taken = await mongo.ask('Reading claims', () =>
      deliveries.find({ token }, { hint: IN_HAND_INDEX }).batchSize(ids.length).toArray(),
    );
    const byId = new Map(taken.map((document) => [document._id, document]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async function claim(now: number, requests: ClaimRequests): Promise<readonly Claimed[]> {
    await prepared();
    const claimed: DeliveryDocument[] = [];
    let missing: ClaimRequests = requests;
    for (let tries = 0; tries < CLAIM_TRIES && missing.length > 0; tries++) {
      const due = await dueOf(missing, now);
      if (due.length === 0) break;
      const taken = await take(due, now);
      claimed.push(...taken);
      missing = lostOf(missing, due, taken);
    }
    const ids = [...new Set(claimed.map(({ eventId }) => eventId))];
    const found = await mongo.ask('Reading bodies', () =>
      events
        .find({ _id: { $in: ids } })
        .batchSize(SLICE)
        .toArray(),
    );
    const bodies = new Map(found.map((event) => [event._id, bodyOf(event)]));
    return claimed.map((document) => claimedOf(document, bodies.get(document.eventId) ?? null));
  }

  return { claim };
}

/** The number of deliveries of each webhook that other processes claimed first. */
function lostOf(
  requests: ClaimRequests,
  due: readonly DueDocument[],
  taken: readonly DueDocument[],
): ClaimRequests {
  const of = (all: readonly DueDocument[], id: string): number =>
    all.filter(({ webhookId }) => webhookId === id).length;
  return requests
    .map(({ webhookId }) => ({ webhookId, count: of(due, webhookId) - of(taken, webhookId) }))
    .filter(({ count }) => count > 0);
}

function claimedOf(document: DeliveryDocument, body: Buffer | null): Claimed {
  const { _id: deliveryId, token, eventId, clientId, webhookId, type, origin } = document;
  const { activation, attempts, createdAt } = document;
  return {
    ...{ deliveryId, token: token ?? '', eventId, clientId, webhookId, type, origin },
    ...{ activation, attempts, createdAt, body },
  };
}
