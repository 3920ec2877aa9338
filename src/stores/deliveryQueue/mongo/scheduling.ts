// Scheduling and settling in MongoDB: one document a delivery, each change of it one atomic update.
import type {
  Attempted,
  Claim,
  DeliveryQueue,
  DueWebhook,
  MadeAttempt,
  NewDelivery,
  PublicEvent,
  Scheduled,
  Settlement,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import { duplicatesIn } from '../../mongo/errors.js';
import {
  type DeliveryDocument,
  type EventDocument,
  type Prepare,
  type QueueCollections,
  IN_HAND_INDEX,
  OPEN_INDEX,
  PARALLEL,
  SLICE,
  sliced,
} from './documents.js';
import { LATE_MS, serverTime, SET_CHANGED_AT } from './serverTime.js';

const BULK_MS = 30_000;

type Untimed = Omit<DeliveryDocument, 'changedAt'>;

type Working = Pick<
  DeliveryQueue,
  'enqueue' | 'enqueueAgain' | 'due' | 'claims' | 'release' | 'settle' | 'closeOpen' | 'rebase'
>;

export function working(mongo: Mongo, { deliveries, events }: QueueCollections, prepared: Prepare): Working {
  async function insertEvents(documents: readonly EventDocument[]): Promise<void> {
    for (const some of sliced(documents))
      await mongo
        .ask('Storing events', () => events.insertMany(some, { ordered: false }), BULK_MS)
        .catch((error: unknown) => void duplicatesIn(error));
  }

  /**
   * Existing rows keep all fields except their time, which is set again: their insert was repeated because it had no answer, so
   * its duration is unknown, and no row may become visible long after its time.
   */
  async function insertDeliveries(rows: readonly Untimed[]): Promise<void> {
    for (const some of sliced(rows)) {
      const askedMs = performance.now();
      const changedAt = await serverTime(mongo);
      const documents = some.map((row) => ({ ...row, changedAt }));
      const there = await mongo
        .ask('Storing deliveries', () => deliveries.insertMany(documents, { ordered: false }), BULK_MS)
        .then((): readonly number[] => [])
        .catch((error: unknown) => duplicatesIn(error));
      const isLate = performance.now() - askedMs > LATE_MS;
      const ids = documents.flatMap(({ _id }, at) => (isLate || there.includes(at) ? [_id] : []));
      if (ids.length === 0) continue;
      const untouched = { _id: { $in: ids }, token: null, lastAttemptAt: null }; // an attempt sets its own time
      await mongo.ask('Timing deliveries', () => deliveries.updateMany(untouched, SET_CHANGED_AT), BULK_MS);
    }
  }

  async function enqueue(scheduled: readonly Scheduled[]): Promise<void> {
    if (scheduled.length === 0) return;
    await prepared();
    await insertEvents(scheduled.map(({ event }) => eventDocument(event)));
    await insertDeliveries(
      scheduled.flatMap(({ event, deliveries: each }) => each.map((one) => rowOf(event, one))),
    );
  }

  async function settleOne({ claim, status, attempt, dueAt, at, announce }: Settlement): Promise<boolean> {
    const held = { _id: claim.deliveryId, token: claim.token };
    if (announce !== null) {
      const stillHeld = await mongo.ask('Looking at a claim', () => deliveries.countDocuments(held));
      if (stillHeld === 0) return false;
      await enqueue([announce]);
    }
    const isFinished = status === 'DELIVERED' || status === 'FAILED';
    const fields: Partial<DeliveryDocument> = {
      status,
      token: null,
      ...(status === 'RETRYING' ? { dueAt } : { dueAt: null, lane: null }),
      ...(isFinished && { finishedAt: at }),
      ...(attempt !== null && {
        lastAttemptAt: attempt.at,
        url: attempt.url,
        activation: attempt.activation,
        responseStatus: attempt.responseStatus,
        responseBody: attempt.responseBody,
        error: attempt.error,
      }),
    };
    const set = { $set: fields, ...SET_CHANGED_AT };
    const change = attempt === null ? set : { ...set, $inc: { attempts: 1 }, $push: { made: madeOf(attempt) } };
    const { matchedCount } = await mongo.ask('Settling a delivery', () => deliveries.updateOne(held, change));
    return matchedCount === 1;
  }

  return {
    enqueue,
    async enqueueAgain(clientId, again) {
      await prepared();
      let count = 0;
      for (const some of sliced(again)) {
        const ids = some.map(({ eventId }) => eventId);
        const kept = await mongo.ask('Reading events', () =>
          events
            .find({ _id: { $in: ids }, clientId }, { projection: { body: 0 } })
            .batchSize(SLICE)
            .toArray(),
        );
        const byId = new Map(kept.map((event) => [event._id, event]));
        const documents = some.flatMap(({ eventId, delivery }) => {
          const event = byId.get(eventId);
          return event === undefined ? [] : [rowOf({ ...event, eventId }, delivery)];
        });
        await insertDeliveries(documents);
        count += documents.length;
      }
      return count;
    },
    async due(now, afterWebhookId, limit) {
      await prepared();
      const lanesOf = [{ $match: { lane: { $gt: afterWebhookId } } }, { $group: { _id: '$lane' } }];
      const open = await mongo.ask('Listing webhooks', () =>
        deliveries.aggregate<{ _id: string }>(lanesOf, { hint: OPEN_INDEX, batchSize: SLICE }).toArray(),
      );
      const webhooks: DueWebhook[] = [];
      let nextDueAt: number | null = null;
      const lanes = open.map(({ _id }) => _id).sort();
      for (const some of sliced(lanes, PARALLEL)) {
        const firsts = await Promise.all(some.map((lane) => firstOf(lane)));
        for (const first of firsts) {
          if (first === null || first.dueAt === null) continue;
          if (first.dueAt > now) nextDueAt = Math.min(nextDueAt ?? Infinity, first.dueAt);
          else if (webhooks.length < limit)
            webhooks.push({ webhookId: first.webhookId, clientId: first.clientId });
        }
        if (webhooks.length >= limit) break;
      }
      return { webhooks, nextDueAt };
    },
    async claims() {
      await prepared();
      const found = await mongo.ask('Listing claims', () =>
        deliveries.find({ token: { $gt: '' } }, { hint: IN_HAND_INDEX, projection: { token: 1 } }).toArray(),
      );
      return found.map(({ _id: deliveryId, token }) => ({ deliveryId, token: token ?? '' }) satisfies Claim);
    },
    async release(claims) {
      for (const { deliveryId, token } of claims)
        await mongo.ask('Releasing a claim', () =>
          deliveries.updateOne({ _id: deliveryId, token }, { $set: { token: null } }),
        );
    },
    async settle(settlements) {
      const held: boolean[] = [];
      for (const some of sliced(settlements, PARALLEL)) held.push(...(await Promise.all(some.map(settleOne))));
      return held;
    },
    async closeOpen(webhookId, status, upToActivation) {
      const upTo = upToActivation ?? Number.MAX_SAFE_INTEGER;
      const filter = { lane: webhookId, token: null, activation: { $lte: upTo } };
      const closed = await mongo.ask(
        'Closing deliveries',
        () => deliveries.updateMany(filter, { $set: { status, lane: null, dueAt: null }, ...SET_CHANGED_AT }),
        BULK_MS,
      );
      return closed.modifiedCount;
    },
    async rebase(now) {
      await prepared();
      const found = await mongo.ask('Listing waits', () =>
        deliveries.find({ lane: { $gt: '' }, lastAttemptAt: { $gt: now } }, { hint: OPEN_INDEX }).toArray(),
      );
      for (const { _id, dueAt, lastAttemptAt } of found)
        await mongo.ask('Rebasing a wait', () =>
          deliveries.updateOne(
            { _id, dueAt, lastAttemptAt },
            { $set: { dueAt: now + (dueAt ?? 0) - (lastAttemptAt ?? 0), lastAttemptAt: now }, ...SET_CHANGED_AT },
          ),
        );
    },
  };

  function firstOf(lane: string): Promise<DeliveryDocument | null> {
    return mongo.ask('Looking for due deliveries', () =>
      deliveries.findOne({ lane, token: null }, { hint: OPEN_INDEX, sort: { dueAt: 1 } }),
    );
  }
}

function eventDocument({ eventId, clientId, type, createdAt, body }: PublicEvent): EventDocument {
  return { _id: eventId, clientId, type, createdAt, body };
}

function rowOf({ eventId, clientId, type, createdAt }: Omit<PublicEvent, 'body'>, delivery: NewDelivery): Untimed {
  const { deliveryId, webhookId, url, activation, origin, status, dueAt } = delivery;
  const isOpen = status === 'PENDING';
  return {
    ...{ _id: deliveryId, eventId, clientId, webhookId, type, createdAt: delivery.createdAt },
    ...{ eventCreatedAt: createdAt, url, origin, activation, status, attempts: 0, lastAttemptAt: null },
    ...{ dueAt: isOpen ? dueAt : null, responseStatus: null, error: '', responseBody: '', finishedAt: null },
    ...{ lane: isOpen ? webhookId : null, token: null },
  };
}

function madeOf({ at, responseStatus, error }: Attempted): MadeAttempt {
  return { at, responseStatus, error };
}
