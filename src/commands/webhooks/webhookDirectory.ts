// Looks up the webhooks of a client, for routes, the command line and the dispatcher. They are read from the fold, not from a read
// model: there are at most 20 per client, their secrets are in no other store, and registrations are visible at once.
import { LOG_READ_MS_MAX, inTime } from '../kernel/context.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../../domain/problem.js';
import { clientWebhooks, webhooksStream, type Webhook } from '../../domain/webhooks/fold.js';
import type { Folds } from '../kernel/folds.js';
import type { RegisterFollower } from '../registers/registerFollower.js';

export type WebhookDirectory = Readonly<{
  /**
   * In order of registration. While the log is unavailable, the last known ones, after 2 s at most.
   * @throws DomainError Unavailable when the log is unavailable and was not reached yet
   */
  webhooksOf(clientId: number): Promise<readonly Webhook[]>;
  /** Null: it was removed, or never existed. */
  webhookOf(clientId: number, webhookId: string): Promise<Webhook | null>;
}>;

/**
 * @param lastKnown the registers that follow the log; null to answer nothing but what is read
 */
export function createWebhookDirectory(
  folds: Folds,
  isUnavailable: (error: unknown) => boolean,
  lastKnown: Pick<RegisterFollower, 'registers' | 'status'> | null,
): WebhookDirectory {
  const upcoming = new Map<number, Promise<readonly Webhook[]>>();
  const running = new Map<number, Promise<readonly Webhook[]>>();

  async function load(clientId: number): Promise<readonly Webhook[]> {
    const { state } = await inTime(LOG_READ_MS_MAX, folds.load(webhooksStream(clientId), clientWebhooks));
    return state.webhooks;
  }

  async function readNext(clientId: number): Promise<readonly Webhook[]> {
    await Promise.all([nextTurn(), running.get(clientId)?.catch(() => undefined)]);
    upcoming.delete(clientId);
    const reading = load(clientId).finally(() => running.delete(clientId));
    running.set(clientId, reading);
    return reading;
  }

  /**
   * Callers in one turn of the event loop, or during a read, share the next read: it starts after their calls, so it contains
   * everything stored before them. Its time is bounded once for all of them, the wait for the read before included.
   */
  function sharedRead(clientId: number): Promise<readonly Webhook[]> {
    const next = upcoming.get(clientId);
    if (next !== undefined) return next;
    const shared = inTime(LOG_READ_MS_MAX, readNext(clientId));
    upcoming.set(clientId, shared);
    return shared;
  }

  async function webhooksOf(clientId: number): Promise<readonly Webhook[]> {
    try {
      return await sharedRead(clientId);
    } catch (error) {
      const isUnread =
        isUnavailable(error) || (error instanceof DomainError && error.problem.is === 'Unavailable');
      if (!isUnread || lastKnown?.status().caughtUp !== true) throw error;
      return lastKnown.registers.webhooksOf(clientId);
    }
  }

  return {
    webhooksOf,
    async webhookOf(clientId, webhookId) {
      return (await webhooksOf(clientId)).find((webhook) => webhook.webhookId === webhookId) ?? null;
    },
  };
}
