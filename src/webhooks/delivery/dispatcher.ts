// Claims due deliveries, webhook by webhook in round-robin order, within the concurrency limits, and delivers
// them. Any number of processes may run one (docs/spec/webhooks.md#deliveries).
import type { Clock } from '../../commands/kernel/context.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { keepTrying, pause } from '../../runtime/keepTrying.js';
import { ConcurrencyLimits } from './concurrencyLimits.js';
import { deactivateExhausted, deliver, type DeliverDeps } from './deliver.js';
import type { Claim, Claimed } from './deliveries.js';
import type { DueWebhook } from './deliveryQueue.js';

/** How often the queue is polled for deliveries that other processes scheduled. */
const POLL_EVERY_MS = 250;
/** Minimum time between the starts of two rounds; a round fills all slots freed meanwhile. */
const ROUND_EVERY_MS = 4;
const WEBHOOKS_PER_STEP = 256;
/** The lease of a claim is this much longer than the longest attempt. */
const LEASE_BEYOND_ATTEMPT_MS = 5_000;
/** A claim that waited longer before its attempt (the process was suspended) is released instead. */
const UNSENT_MAX_MS = 2_000;
const RETRY_AWAY_QUEUE_MS = 500;
/** How often the claims of all processes are looked at. */
const CLAIMS_LOOK_EVERY_MS = 1_000;

/** `timeoutMs` bounds an attempt: a claim lives longer. */
type DispatcherDeps = Omit<DeliverDeps, 'now'> & Readonly<{ clock: Clock; timeoutMs: number }>;

/** Delivers from its making on, until the signal aborts. */
export class Dispatcher {
  /** Resolves when the signal has aborted and all deliveries in flight have ended. */
  readonly done: Promise<void>;
  readonly #deps;
  readonly #limits;
  readonly #now: () => number;
  readonly #claimedIds = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** Webhooks whose consecutive failures this process has checked: fewer than the registers hold in memory. */
  readonly #checked = new Set<string>();
  /** The last webhook served in the round-robin; '' at its start. */
  #cursor = '';
  /** Aborted by `wake`: ends the wait before the next round. */
  #waiting = new AbortController();

  constructor(deps: DispatcherDeps) {
    this.#now = monotonicNow(deps.clock);
    this.#deps = { ...deps, now: this.#now };
    this.#limits = new ConcurrencyLimits(() => deps.clock.monotonicMs());
    this.done = this.#run();
  }

  /** Something new is in the queue. */
  readonly wake = (): void => {
    if (!this.#waiting.signal.aborted) this.#waiting.abort(); // each call would make an error with its stack
  };

  async #run(): Promise<void> {
    const { signal, onError } = this.#deps;
    signal.addEventListener('abort', this.wake, { once: true });
    await this.#rebase();
    const releasing = this.#releaseExpired();
    while (!signal.aborted) {
      this.#waiting = new AbortController();
      const startedMs = performance.now();
      const waitMs = await this.#round().catch((error: unknown) => {
        onError(error);
        return RETRY_AWAY_QUEUE_MS;
      });
      await pause(waitMs, this.#waiting.signal);
      const restMs = ROUND_EVERY_MS - (performance.now() - startedMs);
      if (restMs > 0) await pause(restMs, signal);
    }
    await Promise.all([releasing, ...this.#running]);
  }

  /** Runs once, when the queue is first reachable. */
  async #rebase(): Promise<void> {
    const { queue, signal, onError } = this.#deps;
    const pauses = { minMs: RETRY_AWAY_QUEUE_MS, maxMs: RETRY_AWAY_QUEUE_MS };
    await keepTrying(signal, pauses, () => queue.rebase(this.#now()).then(() => true), onError);
  }

  /** Releases claims of processes that died, until the signal aborts. */
  async #releaseExpired(): Promise<void> {
    const { queue, clock, timeoutMs, signal, onError } = this.#deps;
    const isOurs = (deliveryId: string): boolean => this.#claimedIds.has(deliveryId);
    const expiredClaims = new ExpiredClaims(timeoutMs + LEASE_BEYOND_ATTEMPT_MS, isOurs);
    while (!signal.aborted) {
      try {
        const expired = expiredClaims.among(await queue.claims(), clock.monotonicMs());
        await queue.release(expired);
        if (expired.length > 0) this.wake();
      } catch (error) {
        onError(error);
      }
      await pause(CLAIMS_LOOK_EVERY_MS, signal);
    }
  }

  /** One pass over all webhooks with due deliveries. @returns the time until the next one is due */
  async #round(): Promise<number> {
    const { queue, signal } = this.#deps;
    let waitMs = POLL_EVERY_MS;
    const start = this.#cursor;
    for (let hasWrapped = start === ''; this.#limits.freeSlots() > 0 && !signal.aborted;) {
      const { webhooks, nextDueAt } = await queue.due(this.#now(), this.#cursor, WEBHOOKS_PER_STEP);
      if (nextDueAt !== null) waitMs = Math.min(waitMs, Math.max(1, nextDueAt - this.#now()));
      const lastClaim = await this.#claim(webhooks);
      const isEnd = webhooks.length < WEBHOOKS_PER_STEP && lastClaim === webhooks.at(-1)?.webhookId;
      this.#cursor = isEnd ? '' : (lastClaim ?? this.#cursor);
      if (hasWrapped && (isEnd || this.#cursor >= start)) break;
      hasWrapped ||= isEnd;
    }
    return waitMs;
  }

  /** @returns the last webhook served: those left without a slot are first in the next round */
  async #claim(webhooks: readonly DueWebhook[]): Promise<string | undefined> {
    const limits = this.#limits;
    const requests: { webhookId: string; count: number }[] = [];
    let free = limits.freeSlots();
    let lastWebhook: string | undefined;
    const active = webhooks.filter(({ webhookId }) => !limits.isBackingOff(webhookId));
    const hosts = new Map(await Promise.all(active.map((each) => this.#hostOf(each))));
    for (const { webhookId } of webhooks) {
      if (free <= 0) break;
      lastWebhook = webhookId;
      const host = hosts.get(webhookId) ?? null;
      const count = host === null ? 0 : Math.min(free, limits.freeSlotsOf(webhookId, host));
      if (count === 0) continue;
      free -= count;
      requests.push({ webhookId, count });
    }
    if (requests.length === 0) return lastWebhook;
    const claimedAtMs = this.#deps.clock.monotonicMs();
    const claimed = await this.#deps.queue.claim(this.#now(), requests);
    for (const each of claimed) this.#deliver(each, hosts.get(each.webhookId) ?? '', claimedAtMs);
    return lastWebhook;
  }

  /** Closes those of a webhook removed or inactive. @returns null as host when the look-up failed */
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
    if (this.#checked.has(webhook.webhookId)) return;
    await deactivateExhausted(this.#deps, webhook);
    this.#checked.add(webhook.webhookId);
  }

  #deliver(claimed: Claimed, host: string, claimedAtMs: number): void {
    const { clock, queue, onError } = this.#deps;
    const release = this.#limits.acquire(claimed.webhookId, host);
    this.#claimedIds.add(claimed.deliveryId);
    let succeeded: boolean | null = null;
    const isClaimFresh = (): boolean => clock.monotonicMs() - claimedAtMs <= UNSENT_MAX_MS;
    const work = deliver(this.#deps, claimed, isClaimFresh)
      .then((outcome) => {
        succeeded = outcome;
      })
      .catch((error: unknown) => {
        this.#checked.delete(claimed.webhookId);
        onError(error);
        return queue.release([claimed]).catch(onError);
      })
      .finally(() => {
        release(succeeded);
        this.#claimedIds.delete(claimed.deliveryId);
        this.#running.delete(work);
        this.wake();
      });
    this.#running.add(work);
  }
}

/**
 * Never decreases while the process runs, so that a clock set back does not delay deliveries. A clock set forward
 * is followed: a suspended machine has lost that time.
 * @returns milliseconds since 1970
 */
export function monotonicNow(clock: Clock): () => number {
  let lastTime = { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  return () => {
    const monotonicMs = clock.monotonicMs();
    const elapsedMs = Math.max(0, monotonicMs - lastTime.monotonicMs);
    const wallMs = Math.max(clock.now().getTime(), lastTime.wallMs + elapsedMs);
    lastTime = { wallMs, monotonicMs };
    return Math.floor(wallMs);
  };
}

/**
 * Tells which claims are of processes that died. No two clocks are compared: a claim has expired when this process
 * has seen it unchanged for the whole lease, by its own monotonic clock (docs/spec/webhooks.md#deliveries).
 */
export class ExpiredClaims {
  #firstSeenMs: ReadonlyMap<string, number> = new Map();

  /** @param isOurs whether this process holds the claim: then it releases the claim itself */
  constructor(
    private readonly leaseMs: number,
    private readonly isOurs: (deliveryId: string) => boolean,
  ) {}

  /** @param claims all current claims. @returns the expired ones */
  among(claims: readonly Claim[], nowMs: number): readonly Claim[] {
    const counts = new Map<string, number>();
    const expired: Claim[] = [];
    for (const claim of claims) {
      if (this.isOurs(claim.deliveryId)) continue;
      const key = `${claim.deliveryId} ${claim.token}`;
      const sinceMs = this.#firstSeenMs.get(key) ?? nowMs;
      counts.set(key, sinceMs);
      if (nowMs - sinceMs >= this.leaseMs) expired.push(claim);
    }
    this.#firstSeenMs = counts;
    return expired;
  }
}
