// Looks up the webhooks of a client, for routes, the command line and the dispatcher. They are read from the fold,
// not from a read model: there are at most 20 per client, their secrets are in no other store, and registrations
// are visible at once.
import { LOG_READ_MS_MAX, inTime } from '../kernel/context.js';
import { DomainError } from '../../domain/problem.js';
import {
  clientWebhooks,
  webhooksStream,
  type ClientWebhooks,
  type RemovedWebhook,
  type Webhook,
} from '../../domain/webhooks/fold.js';
import type { Folds } from '../kernel/folds.js';
import type { RegisterFollower } from '../registers/registerFollower.js';

export type WebhookDirectory = ReturnType<typeof createWebhookDirectory>;

/** @param lastKnown the registers that follow the log; null to answer nothing but what is read */
export function createWebhookDirectory(
  folds: Folds,
  isUnavailable: (error: unknown) => boolean,
  lastKnown: Pick<RegisterFollower, 'registers' | 'status'> | null,
) {
  /** While the log is unavailable, the last known, after 2 s. @throws DomainError Unavailable without any */
  async function stateOf(clientId: number): Promise<Pick<ClientWebhooks, 'webhooks' | 'removed'>> {
    try {
      const loading = folds.load(webhooksStream(clientId), clientWebhooks);
      return (await inTime(LOG_READ_MS_MAX, loading)).state;
    } catch (error) {
      const isUnread =
        isUnavailable(error) || (error instanceof DomainError && error.problem.is === 'Unavailable');
      if (!isUnread || lastKnown?.status().caughtUp !== true) throw error;
      return lastKnown.registers.webhooksOf(clientId);
    }
  }

  /** In order of registration. */
  const webhooksOf = async (clientId: number): Promise<readonly Webhook[]> => (await stateOf(clientId)).webhooks;

  return {
    webhooksOf,
    /** With those of which deliveries may be left. */
    async allOf(clientId: number): Promise<readonly RemovedWebhook[]> {
      const { webhooks, removed } = await stateOf(clientId);
      return [...removed, ...webhooks];
    },
    /** Null: it was removed, or never existed. */
    async webhookOf(clientId: number, webhookId: string): Promise<Webhook | null> {
      return (await webhooksOf(clientId)).find((webhook) => webhook.webhookId === webhookId) ?? null;
    },
  };
}
