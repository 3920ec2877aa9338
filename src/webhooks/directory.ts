// Webhooks as they are now, for those who deliver: read forward from the log each time; what was known last serves while
// the log is out of reach.
import type { Folds } from '../commands/folds.js';
import { webhooksStream } from '../domain/webhooks/events.js';
import { clientWebhooks, type Webhook } from '../domain/webhooks/webhooks.js';

/** Clients whose last known webhooks are kept. */
const CLIENTS_MAX = 5_000;

export type WebhookDirectory = Readonly<{
  /** @throws what the log throws when it is away and nothing is known of this client */
  all(clientId: number): Promise<readonly Webhook[]>;
  /** Null: it was removed. */
  one(clientId: number, webhookId: string): Promise<Webhook | null>;
}>;

export function createWebhookDirectory(folds: Folds): WebhookDirectory {
  const lastKnown = new Map<number, readonly Webhook[]>();

  async function all(clientId: number): Promise<readonly Webhook[]> {
    try {
      const { state } = await folds.load(webhooksStream(clientId), clientWebhooks);
      lastKnown.delete(clientId);
      lastKnown.set(clientId, state.webhooks);
      for (const oldest of lastKnown.keys()) {
        if (lastKnown.size <= CLIENTS_MAX) break;
        lastKnown.delete(oldest);
      }
      return state.webhooks;
    } catch (error) {
      const known = lastKnown.get(clientId);
      if (known === undefined) throw error;
      return known;
    }
  }

  return {
    all,
    async one(clientId, webhookId) {
      return (await all(clientId)).find((webhook) => webhook.webhookId === webhookId) ?? null;
    },
  };
}
