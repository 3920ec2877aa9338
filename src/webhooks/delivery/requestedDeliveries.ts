// Deliveries that the owner of a webhook requests: a test, a redelivery, or a replay of what was not delivered. Each creates
// deliveries with new ids, for the same event with the same bytes (docs/spec/webhooks.md#sending-again).
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../commands/kernel/context.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { testEvent } from '../eventEnvelope.js';
import type {
  DeliveryQueue,
  Replayable,
  ReplaySelection,
  ReplayWindow,
  RequestedDeliveries,
} from './deliveryQueue.js';
import { newDelivery } from './newDeliveries.js';
import { firstDueAt, type RetrySeconds } from './retrySchedule.js';

/** Limit of events of one replay, and of its count. */
export const REPLAY_EVENTS_MAX = 100_000;
/** Events read and enqueued at a time. */
const STEP_EVENTS = 1_000;

/** `wake` is called after deliveries were stored; it wakes the dispatcher of this process. */
export type RequestedDeliveriesDeps = Readonly<{
  queue: DeliveryQueue;
  clock: Clock;
  retrySeconds: RetrySeconds;
  wake(): void;
}>;

export function createRequestedDeliveries(deps: RequestedDeliveriesDeps): RequestedDeliveries {
  const { queue, clock, wake } = deps;
  return {
    async test(webhook, sample) {
      const event = testEvent(randomUUID(), webhook.clientId, sample, clock.now().toISOString());
      const delivery = newDelivery(webhook, requestedNow(deps, 'TEST'));
      await queue.enqueue([{ event, deliveries: [delivery] }]);
      wake();
      return { deliveryId: delivery.deliveryId, eventId: event.eventId };
    },
    async redeliver(webhook, { eventId, type, origin }) {
      if (!(webhook.events as readonly string[]).includes(type)) return 0;
      const delivery = newDelivery(webhook, requestedNow(deps, origin === 'TEST' ? 'TEST' : 'REDELIVERY'));
      const count = await queue.enqueueAgain(webhook.clientId, [{ eventId, delivery }]);
      wake();
      return count;
    },
    countReplay: async (webhook, window) =>
      (await queue.selectForReplay(selectionOf(webhook, window), null, REPLAY_EVENTS_MAX)).length,
    async replay(webhook, window) {
      const { webhookId } = webhook;
      if (!(await queue.beginReplay(webhookId, clock.now().getTime()))) return null;
      try {
        return await replayAll(deps, webhook, selectionOf(webhook, window));
      } finally {
        await queue.endReplay(webhookId);
      }
    },
  };
}

function requestedNow({ clock, retrySeconds }: RequestedDeliveriesDeps, origin: 'REPLAY' | 'REDELIVERY' | 'TEST') {
  const createdAt = clock.now().getTime();
  return { deliveryId: randomUUID(), origin, createdAt, dueAt: firstDueAt(retrySeconds, createdAt) };
}

async function replayAll(
  deps: RequestedDeliveriesDeps,
  webhook: Webhook,
  selection: ReplaySelection,
): Promise<number> {
  const { queue, wake } = deps;
  let count = 0;
  for (let after: Replayable | null = null; count < REPLAY_EVENTS_MAX;) {
    const limit = Math.min(STEP_EVENTS, REPLAY_EVENTS_MAX - count);
    const events: readonly Replayable[] = await queue.selectForReplay(selection, after, limit);
    const again = events.map(({ eventId }) => ({
      ...{ eventId, delivery: newDelivery(webhook, requestedNow(deps, 'REPLAY')) },
    }));
    count += await queue.enqueueAgain(webhook.clientId, again);
    wake();
    after = events.at(-1) ?? null;
    if (events.length < limit || after === null) break;
  }
  return count;
}

function selectionOf({ clientId, webhookId, events }: Webhook, window: ReplayWindow): ReplaySelection {
  const { since, until, types, all } = window;
  const selected = types === null ? events : events.filter((type) => types.includes(type));
  return { clientId, webhookId, types: selected, since, until, all };
}
