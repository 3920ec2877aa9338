// Deliveries that the owner of a webhook requests: a test, a redelivery, or a replay of what was not delivered. Each creates
// deliveries with new ids, for the same event with the same bytes (docs/spec/webhooks.md#sending-again).
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../commands/kernel/context.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { testEvent } from '../eventEnvelope.js';
import type {
  DeliveryQueue,
  PublicEvent,
  ReplayPage,
  ReplayPlace,
  ReplaySelection,
  ReplayWindow,
  RequestedDeliveries,
} from './deliveryQueue.js';
import { newDelivery } from './newDeliveries.js';
import { firstDueAt, type RetrySeconds } from './retrySchedule.js';

/** Limit of events of one replay, and of its count. */
export const REPLAY_EVENTS_MAX = 100_000;

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
    async redeliver(webhook, { event, type, origin }) {
      if (event === null || !(webhook.events as readonly string[]).includes(type)) return 0;
      const delivery = newDelivery(webhook, requestedNow(deps, origin === 'TEST' ? 'TEST' : 'REDELIVERY'));
      await queue.enqueue([{ event, deliveries: [delivery] }]);
      wake();
      return 1;
    },
    async countReplay(webhook, window) {
      let count = 0;
      for await (const events of selected(queue, selectionOf(webhook, window))) count += events.length;
      return count;
    },
    replay: (webhook, window) =>
      queue.replaying(webhook.webhookId, clock.now().getTime(), async () => {
        let count = 0;
        for await (const events of selected(queue, selectionOf(webhook, window))) {
          const again = events.map((event) => ({
            event,
            deliveries: [newDelivery(webhook, requestedNow(deps, 'REPLAY'))],
          }));
          await queue.enqueue(again);
          wake();
          count += events.length;
        }
        return count;
      }),
  };
}

function requestedNow({ clock, retrySeconds }: RequestedDeliveriesDeps, origin: 'REPLAY' | 'REDELIVERY' | 'TEST') {
  const createdAt = clock.now().getTime();
  return { deliveryId: randomUUID(), origin, createdAt, dueAt: firstDueAt(retrySeconds, createdAt) };
}

/** The selected events by pages, up to the limit. */
async function* selected(
  queue: DeliveryQueue,
  selection: ReplaySelection,
): AsyncGenerator<readonly PublicEvent[]> {
  let after: ReplayPlace | null = null;
  for (let left = REPLAY_EVENTS_MAX; left > 0;) {
    const { events, next }: ReplayPage = await queue.selectForReplay(selection, after);
    yield events.slice(0, left);
    if (next === null) return;
    left -= events.length;
    after = next;
  }
}

function selectionOf({ clientId, webhookId, events }: Webhook, window: ReplayWindow): ReplaySelection {
  const { since, until, types, all } = window;
  const selected = types === null ? events : events.filter((type) => types.includes(type));
  return { clientId, webhookId, types: selected, since, until, all };
}
