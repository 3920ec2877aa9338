// What a webhook's owner asks for: a test, one delivery again, or all that was not delivered. Each makes deliveries with
// ids of their own, of the same event with the same bytes.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../commands/kernel/context.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import type { Delivery, DeliveryQueue, Replayable, ReplaySelection } from './deliveryQueue.js';
import { testEvent } from '../publicEvents.js';
import { newDelivery } from './newDeliveries.js';
import { firstDueAt, type RetrySeconds } from './retrySchedule.js';

/** So many events are sent again by one replay (docs/spec/webhooks.md#sending-again); `count` never says more. */
export const REPLAY_MAX = 100_000;
/** Events of one step of a replay. */
const STEP = 1_000;

/** `since` and `until` in milliseconds since 1970, both inclusive; `types` null for all the webhook has now. */
export type ReplayWindow = Readonly<{
  since: number;
  until: number;
  types: readonly string[] | null;
  all: boolean;
}>;

export type Resending = Readonly<{
  /** Of the webhook's first type; sent also while it is inactive. */
  test(webhook: Webhook): Promise<Readonly<{ deliveryId: string; eventId: string }>>;
  /** @returns how many: 0 when the webhook no longer has its type, or the body is no longer kept */
  redeliver(webhook: Webhook, delivery: Delivery): Promise<number>;
  countReplay(webhook: Webhook, window: ReplayWindow): Promise<number>;
  /** @returns null while another replay of this webhook runs */
  replay(webhook: Webhook, window: ReplayWindow): Promise<number | null>;
}>;

/** @param wake told after deliveries were stored, where this process delivers */
export function createResending(
  deps: Readonly<{ queue: DeliveryQueue; clock: Clock; retrySeconds: RetrySeconds; wake(): void }>,
): Resending {
  const { queue, clock, retrySeconds, wake } = deps;
  const now = (): number => clock.now().getTime();
  const made = (origin: 'REPLAY' | 'REDELIVERY' | 'TEST') => {
    const createdAt = now();
    return { deliveryId: randomUUID(), origin, createdAt, dueAt: firstDueAt(retrySeconds, createdAt) };
  };

  async function sendAgain(webhook: Webhook, selection: ReplaySelection): Promise<number> {
    let count = 0;
    for (let after: Replayable | null = null; count < REPLAY_MAX;) {
      const limit = Math.min(STEP, REPLAY_MAX - count);
      const some: readonly Replayable[] = await queue.selectForReplay(selection, after, limit);
      const again = some.map(({ eventId }) => ({ eventId, delivery: newDelivery(webhook, made('REPLAY')) }));
      count += await queue.enqueueAgain(webhook.clientId, again);
      wake();
      after = some.at(-1) ?? null;
      if (some.length < limit || after === null) break;
    }
    return count;
  }

  return {
    async test(webhook) {
      const [type] = webhook.events;
      if (type === undefined) throw new Error(`webhook ${webhook.webhookId} has no type of event`);
      const event = testEvent(randomUUID(), webhook.clientId, type, clock.now().toISOString());
      const delivery = newDelivery(webhook, made('TEST'));
      await queue.enqueue([{ event, deliveries: [delivery] }]);
      wake();
      return { deliveryId: delivery.deliveryId, eventId: event.eventId };
    },
    async redeliver(webhook, { eventId, type, origin }) {
      if (!(webhook.events as readonly string[]).includes(type)) return 0;
      const delivery = newDelivery(webhook, made(origin === 'TEST' ? 'TEST' : 'REDELIVERY'));
      const count = await queue.enqueueAgain(webhook.clientId, [{ eventId, delivery }]);
      wake();
      return count;
    },
    countReplay: (webhook, window) => queue.countForReplay(selectionOf(webhook, window), REPLAY_MAX),
    async replay(webhook, window) {
      const { webhookId } = webhook;
      if (!(await queue.beginReplay(webhookId, now()))) return null;
      try {
        return await sendAgain(webhook, selectionOf(webhook, window));
      } finally {
        await queue.endReplay(webhookId);
      }
    },
  };
}

function selectionOf({ clientId, webhookId, events }: Webhook, window: ReplayWindow): ReplaySelection {
  const { since, until, types, all } = window;
  const wanted = types === null ? events : events.filter((type) => types.includes(type));
  return { clientId, webhookId, types: wanted, since, until, all };
}
