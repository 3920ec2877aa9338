// The webhooks a client has, for routes, the command line and those who deliver. Read from the fold they are decided on, not from
// a read model: at most 20 a client, their secrets belong in no other store, and what was just registered shows at once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/problem.js';
import { webhooksStream } from '../../domain/webhooks/events.js';
import { clientWebhooks, type Webhook } from '../../domain/webhooks/fold.js';
import { inTime } from '../kernel/deadline.js';
import type { Folds } from '../kernel/folds.js';

export type WebhookDirectory = Readonly<{
  /**
   * In the order of their registration. While the log is away, those known last.
   * @throws DomainError Unavailable when it is, and none are known yet
   */
  webhooksOf(clientId: number): Promise<readonly Webhook[]>;
  /** The same of one; null: it was removed, or never was. */
  webhookOf(clientId: number, webhookId: string): Promise<Webhook | null>;
}>;

/** Beyond this time the log counts as away. */
const READ_MAX_MS = 2_000;
const CLIENTS_MAX = 5_000;

export function createWebhookDirectory(folds: Folds, isOutOfReach: (error: unknown) => boolean): WebhookDirectory {
  const known = new LRUCache<number, readonly Webhook[]>({ max: CLIENTS_MAX });
  const upcoming = new Map<number, Promise<readonly Webhook[]>>();
  const running = new Map<number, Promise<readonly Webhook[]>>();

  async function load(clientId: number): Promise<readonly Webhook[]> {
    const { state } = await inTime(READ_MAX_MS, folds.load(webhooksStream(clientId), clientWebhooks));
    known.set(clientId, state.webhooks);
    return state.webhooks;
  }

  /**
   * All who ask in one turn of the event loop, or while a reading is under way, share the one that begins after it: each
   * gets what was stored before it asked.
   */
  function read(clientId: number): Promise<readonly Webhook[]> {
    const asked = upcoming.get(clientId);
    if (asked !== undefined) return asked;
    const shared = (async () => {
      await Promise.all([nextTurn(), running.get(clientId)?.catch(() => undefined)]);
      upcoming.delete(clientId);
      const reading = load(clientId).finally(() => running.delete(clientId));
      running.set(clientId, reading);
      return reading;
    })();
    upcoming.set(clientId, shared);
    return shared;
  }

  async function webhooksOf(clientId: number): Promise<readonly Webhook[]> {
    try {
      return await read(clientId);
    } catch (error) {
      const isAway = isOutOfReach(error) || (error instanceof DomainError && error.problem.is === 'Unavailable');
      const last = known.get(clientId);
      if (!isAway || last === undefined) throw error;
      return last;
    }
  }

  return {
    webhooksOf,
    async webhookOf(clientId, webhookId) {
      return (await webhooksOf(clientId)).find((webhook) => webhook.webhookId === webhookId) ?? null;
    },
  };
}
