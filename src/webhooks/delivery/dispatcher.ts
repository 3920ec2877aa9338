// Claims due deliveries, webhook by webhook in round-robin order, within the concurrency limits, and delivers them. Any number of
// processes may run one (docs/spec/webhooks.md#deliveries).
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Clock } from '../../commands/kernel/context.js';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { ATTEMPTS_IN_FLIGHT_MAX, ConcurrencyLimits } from './concurrencyLimits.js';
import { deactivateExhausted, deliver, type DeliverDeps } from './deliver.js';
import type { Claimed, DueWebhook } from './deliveryQueue.js';
import { releaseExpiredClaims } from './expiredClaims.js';
import { createSettlementWriter } from './settlementWriter.js';

/** How often the queue is polled for deliveries that other processes scheduled. */
const POLL_EVERY_MS = 250;
/** Minimum time between the starts of two rounds; a round fills all slots freed meanwhile. */
const ROUND_EVERY_MS = 4;
/** Number of claimed deliveries waiting for their attempt at which no more are claimed. */
const WAITING_ENOUGH = ATTEMPTS_IN_FLIGHT_MAX / 2;
const WEBHOOKS_PER_STEP = 256;
/** The lease of a claim is this much longer than the longest attempt. */
const LEASE_BEYOND_ATTEMPT_MS = 5_000;
/** A claim that waited longer before its attempt (the process was suspended) is released instead. */
const UNSENT_MAX_MS = 2_000;
/** Webhooks whose consecutive failures this process has checked. */
const CHECKED_WEBHOOKS_MAX = 10_000;
const RETRY_AWAY_QUEUE_MS = 500;

/** `timeoutMs` bounds an attempt: a claim lives longer. */
export type DispatcherDeps = Omit<DeliverDeps, 'now'> &
  Readonly<{ clock: Clock; timeoutMs: number; signal: AbortSignal }>;

export type Dispatcher = Readonly<{
  /** Something new is in the queue. */
  wake(): void;
  /** Resolves when the signal has aborted and all deliveries in flight have ended. */
  done: Promise<void>;
}>;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const dispatcher = new RunningDispatcher(deps);
  return { wake: dispatcher.wake, done: dispatcher.run() };
}

class RunningDispatcher {
  readonly #deps;
  readonly #limits;
  readonly #now: () => number;
  /** Ids of the deliveries this process has claimed. */
  readonly #claimedIds = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #checked = new LRUCache<string, true>({ max: CHECKED_WEBHOOKS_MAX });
  /** The last webhook served in the round-robin; '' at its start. */
  #cursor = '';
  #isAwake = false;
  #endSleep = (): void => undefined;

  constructor(deps: DispatcherDeps) {
    this.#now = monotonicNow(deps.clock);
    const writeSettlement = createSettlementWriter(deps);
    this.#deps = { ...deps, now: this.#now, writeSettlement, attemptLimit: pLimit(ATTEMPTS_IN_FLIGHT_MAX) };
    this.#limits = new ConcurrencyLimits(() => deps.clock.monotonicMs());
  }

  readonly wake = (): void => {
    this.#isAwake = true;
    this.#endSleep();
  };

  async run(): Promise<void> {
    const { signal, timeoutMs, onError } = this.#deps;
    signal.addEventListener('abort', this.wake, { once: true });
    await this.#rebase();
    const isOurs = (deliveryId: string): boolean => this.#claimedIds.has(deliveryId);
    const leaseMs = timeoutMs + LEASE_BEYOND_ATTEMPT_MS;
    const releasing = releaseExpiredClaims({ ...this.#deps, leaseMs, isOurs, onReleased: this.wake });
    while (!signal.aborted) {
      this.#isAwake = false;
      const startedMs = performance.now();
      const waitMs = await this.#round().catch((error: unknown) => {
        onError(error);
        return RETRY_AWAY_QUEUE_MS;
      });
      if (!this.#isAwake) await this.#sleep(waitMs);
      const restMs = ROUND_EVERY_MS - (performance.now() - startedMs);
      if (restMs > 0) await this.#pause(restMs);
    }
    await Promise.all([releasing, ...this.#running]);
  }

  /** Runs once, when the queue is first reachable. */
  async #rebase(): Promise<void> {
    const { queue, signal, onError } = this.#deps;
    while (!signal.aborted) {
      try {
        return await queue.rebase(this.#now());
      } catch (error) {
        onError(error);
        await this.#pause(RETRY_AWAY_QUEUE_MS);
      }
    }
  }

  /** One pass over all webhooks with due deliveries. @returns the time until the next one is due */
  async #round(): Promise<number> {
    const { queue, signal } = this.#deps;
    let waitMs = POLL_EVERY_MS;
    const start = this.#cursor;
    for (let hasWrapped = start === ''; this.#hasRoom() && !signal.aborted;) {
      const { webhooks, nextDueAt } = await queue.due(this.#now(), this.#cursor, WEBHOOKS_PER_STEP);
      if (nextDueAt !== null) waitMs = Math.min(waitMs, Math.max(1, nextDueAt - this.#now()));
      const last = await this.#claim(webhooks);
      const isEnd = webhooks.length < WEBHOOKS_PER_STEP && last === webhooks.at(-1)?.webhookId;
      this.#cursor = isEnd ? '' : (last ?? this.#cursor);
      if (hasWrapped && (isEnd || this.#cursor >= start)) break;
      hasWrapped ||= isEnd;
    }
    return waitMs;
  }

  #hasRoom(): boolean {
    return this.#limits.freeSlots() > 0 && this.#deps.attemptLimit.pendingCount < WAITING_ENOUGH;
  }

  /** @returns the last webhook served: those left without a slot are first in the next round */
  async #claim(webhooks: readonly DueWebhook[]): Promise<string | undefined> {
    const limits = this.#limits;
    const requests: { webhookId: string; count: number }[] = [];
    let free = limits.freeSlots();
    let last: string | undefined;
    const active = webhooks.filter(({ webhookId }) => !limits.isBackingOff(webhookId));
    const hosts = new Map(await Promise.all(active.map((each) => this.#hostOf(each))));
    for (const { webhookId } of webhooks) {
      if (free <= 0) break;
      last = webhookId;
      const host = hosts.get(webhookId) ?? null;
      const count = host === null ? 0 : Math.min(free, limits.freeSlotsOf(webhookId, host));
      if (count === 0) continue;
      free -= count;
      requests.push({ webhookId, count });
    }
    if (requests.length === 0) return last;
    const claimedAtMs = this.#deps.clock.monotonicMs();
    const claimed = await this.#deps.queue.claim(this.#now(), requests);
    for (const each of inTurns(claimed)) this.#deliver(each, hosts.get(each.webhookId) ?? '', claimedAtMs);
    return last;
  }

  /** Closes the deliveries of a webhook that was removed or is inactive. @returns null as host when the look-up failed */
  async #hostOf({ clientId, webhookId }: DueWebhook): Promise<[webhookId: string, host: string | null]> {
    const { directory, queue, onError } = this.#deps;
    try {
      const webhook = await directory.webhookOf(clientId, webhookId);
      if (webhook === null) await queue.closeOpen(webhookId, 'CANCELLED', null);
      else if (webhook.status === 'INACTIVE') await queue.closeOpen(webhookId, 'SKIPPED', webhook.activation);
      else await this.#checkFailuresInARow(webhook);
      return [webhookId, webhook === null ? '' : new URL(webhook.url).host];
    } catch (error) {
      onError(error);
      return [webhookId, null];
    }
  }

  /** Deactivates a webhook for a process that died between its third failure and the deactivation. */
  async #checkFailuresInARow(webhook: Webhook): Promise<void> {
    const { clientId, webhookId } = webhook;
    if (this.#checked.has(webhookId)) return;
    const failed = { clientId, types: publicEventTypes, hidden: [], webhookId, status: 'FAILED' } as const;
    const [newest] = (await this.#deps.queue.list(failed, { skip: 0, limit: 1 })).rows;
    if (newest !== undefined) await deactivateExhausted(this.#deps, webhook, newest.deliveryId);
    this.#checked.set(webhookId, true);
  }

  #deliver(claimed: Claimed, host: string, claimedAtMs: number): void {
    const { clock, queue, onError } = this.#deps;
    const slot = this.#limits.acquire(claimed.webhookId, host);
    this.#claimedIds.add(claimed.deliveryId);
    let succeeded: boolean | null = null;
    const callbacks = {
      isClaimFresh: () => clock.monotonicMs() - claimedAtMs <= UNSENT_MAX_MS,
      onDelivered: () => {
        slot.delivered();
        this.wake();
      },
    };
    const work = deliver(this.#deps, claimed, callbacks)
      .then((outcome) => {
        succeeded = outcome;
      })
      .catch((error: unknown) => {
        this.#checked.delete(claimed.webhookId);
        onError(error);
        return queue.release([claimed]).catch(onError);
      })
      .finally(() => {
        slot.release(succeeded);
        this.#claimedIds.delete(claimed.deliveryId);
        this.#running.delete(work);
        this.wake();
      });
    this.#running.add(work);
  }

  /** Ends early when woken. */
  async #sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endSleep = () => undefined;
  }

  /** Ends early when the signal aborts. */
  async #pause(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.#deps.signal }).catch(() => undefined);
  }
}

/** Interleaves the webhooks: attempts start in this order, so that no receiver gets a burst. */
function inTurns(claimed: readonly Claimed[]): readonly Claimed[] {
  const turns: Claimed[][] = [];
  const counts = new Map<string, number>();
  for (const each of claimed) {
    const turn = counts.get(each.webhookId) ?? 0;
    counts.set(each.webhookId, turn + 1);
    (turns[turn] ??= []).push(each);
  }
  return turns.flat();
}

/**
 * Never decreases while the process runs, so that a clock set back does not delay deliveries. A clock set forward is followed: a
 * suspended machine has lost that time.
 * @returns milliseconds since 1970
 */
export function monotonicNow(clock: Clock): () => number {
  let last = { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  return () => {
    const monotonicMs = clock.monotonicMs();
    const elapsedMs = Math.max(0, monotonicMs - last.monotonicMs);
    const wallMs = Math.max(clock.now().getTime(), last.wallMs + elapsedMs);
    last = { wallMs, monotonicMs };
    return Math.floor(wallMs);
  };
}
