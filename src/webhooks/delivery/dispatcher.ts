// Takes what is due from the queue, webhook by webhook in turn, as far as there are places, and lets it be delivered.
// Any number of processes may do so at once.
import type { Clock } from '../../commands/kernel/context.js';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { watchClaims } from './abandoned.js';
import type { Claimed, DueWebhook } from './deliveryQueue.js';
import { deactivateExhausted, deliver, type DeliverDeps } from './deliver.js';
import { createLanes } from './lanes.js';
import { pauseFor } from './pauseFor.js';
import { createRecorder } from './recorder.js';
import { steadyNow } from './steadyClock.js';
import { createWire } from './wire.js';

/** What another process scheduled is noticed after at most so long. */
const LOOK_EVERY_MS = 250;
/** Between the beginnings of two rounds, so that one takes what many places became free for; the first begins at once. */
const ROUND_EVERY_MS = 4;
/** Webhooks looked at in one step. */
const WEBHOOKS_PER_STEP = 256;
const CLAIMS_EVERY_MS = 1_000;
/** What a claim lives longer than an attempt may take. */
const LEASE_BEYOND_ATTEMPT_MS = 5_000;
/** Held longer than this before it is sent (the process stood still), a claim is given back instead. */
const UNSENT_MAX_MS = 2_000;
/** Webhooks remembered as looked at; then all are looked at again. */
const CHECKED_MAX = 10_000;
/** A queue that is away is asked again after this. */
const AWAY_MS = 500;

/** `timeoutMs` bounds an attempt: a claim lives longer. */
export type DispatcherDeps = Omit<DeliverDeps, 'now'> &
  Readonly<{ clock: Clock; timeoutMs: number; signal: AbortSignal }>;

export type Dispatcher = Readonly<{
  /** Something new is in the queue. */
  wake(): void;
  /** Resolves after the signal aborted and everything begun has ended. */
  done: Promise<void>;
}>;

export function startDispatcher(given: DispatcherDeps): Dispatcher {
  const now = steadyNow(given.clock);
  const { queue, directory, clock, signal, onTrouble } = given;
  const deps = { ...given, now, record: createRecorder(given), wire: createWire() };
  const lanes = createLanes(() => clock.monotonicMs());
  const inHand = new Set<string>(); // deliveries
  const running = new Set<Promise<void>>();
  const checked = new Set<string>();
  const watch = watchClaims(given.timeoutMs + LEASE_BEYOND_ATTEMPT_MS, (deliveryId) => inHand.has(deliveryId));
  let cursor = '';
  let awake = false;
  let wakeUp = (): void => undefined;

  const wake = (): void => {
    awake = true;
    wakeUp();
  };
  signal.addEventListener('abort', wake, { once: true });

  async function run(): Promise<void> {
    await settledOnce(() => queue.rebase(now()));
    const watching = watchAbandoned();
    while (!signal.aborted) {
      awake = false;
      const begunMs = performance.now();
      const waitMs = await round().catch((error: unknown) => {
        onTrouble(error);
        return AWAY_MS;
      });
      if (!awake) await sleep(waitMs);
      const restMs = ROUND_EVERY_MS - (performance.now() - begunMs);
      if (restMs > 0) await pauseFor(restMs, signal);
    }
    await Promise.all([watching, ...running]);
  }

  async function settledOnce(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        onTrouble(error);
        await pauseFor(AWAY_MS, signal);
      }
    }
  }

  /** Once around all webhooks that have something due. @returns how long there is nothing more to do */
  async function round(): Promise<number> {
    let waitMs = LOOK_EVERY_MS;
    const start = cursor;
    for (let wrapped = start === ''; lanes.room() > 0 && !signal.aborted;) {
      const { webhooks, nextDueAt } = await queue.due(now(), cursor, WEBHOOKS_PER_STEP);
      if (nextDueAt !== null) waitMs = Math.min(waitMs, Math.max(1, nextDueAt - now()));
      const last = await take(webhooks);
      const isEnd = webhooks.length < WEBHOOKS_PER_STEP && last === webhooks.at(-1)?.webhookId;
      cursor = isEnd ? '' : (last ?? cursor);
      if (wrapped && (isEnd || cursor >= start)) break;
      wrapped ||= isEnd;
    }
    return waitMs;
  }

  /** @returns the last webhook that had its turn: those left without a place are the first next time */
  async function take(webhooks: readonly DueWebhook[]): Promise<string | undefined> {
    const wanted: { webhookId: string; count: number; host: string }[] = [];
    let room = lanes.room();
    let last: string | undefined;
    const active = webhooks.filter(({ webhookId }) => !lanes.rests(webhookId));
    const hosts = new Map(await Promise.all(active.map(hostOf))); // side by side: webhooks of a client are read once
    for (const { webhookId } of webhooks) {
      if (room <= 0) break;
      last = webhookId;
      const host = hosts.get(webhookId) ?? null;
      const count = host === null ? 0 : Math.min(room, lanes.roomOf(webhookId, host));
      if (host === null || count === 0) continue;
      room -= count;
      wanted.push({ webhookId, count, host });
    }
    if (wanted.length === 0) return last;
    const claimedAtMs = clock.monotonicMs();
    const claimed = await queue.claim(now(), wanted);
    for (const each of claimed) begin(each, hosts.get(each.webhookId) ?? '', claimedAtMs);
    return last;
  }

  /** Where it goes, null when that could not be told now. What is known not to be sent is closed, however much there is. */
  async function hostOf({ clientId, webhookId }: DueWebhook): Promise<[webhookId: string, host: string | null]> {
    try {
      const webhook = await directory.webhookOf(clientId, webhookId);
      if (webhook === null) await queue.closeOpen(webhookId, 'CANCELLED', null, now());
      else if (webhook.status === 'INACTIVE')
        await queue.closeOpen(webhookId, 'SKIPPED', webhook.activation, now());
      else await checkStreak(webhook);
      return [webhookId, webhook === null ? '' : new URL(webhook.url).host];
    } catch (error) {
      onTrouble(error);
      return [webhookId, null];
    }
  }

  /** A process that died between the third failure and the deactivation left it to whoever sees the webhook next. */
  async function checkStreak(webhook: Webhook): Promise<void> {
    if (checked.has(webhook.webhookId)) return;
    const { clientId, webhookId } = webhook;
    const failed = { clientId, types: publicEventTypes, hidden: [], webhookId, status: 'FAILED' } as const;
    const [newest] = (await queue.list(failed, { skip: 0, limit: 1 })).rows;
    if (newest !== undefined) await deactivateExhausted(deps, webhook, newest.deliveryId);
    if (checked.size >= CHECKED_MAX) checked.clear();
    checked.add(webhookId);
  }

  function begin(claimed: Claimed, host: string, claimedAtMs: number): void {
    const place = lanes.begin(claimed.webhookId, host);
    inHand.add(claimed.deliveryId);
    let succeeded: boolean | null = null;
    const holding = {
      isFresh: () => clock.monotonicMs() - claimedAtMs <= UNSENT_MAX_MS,
      onTaken() {
        place.taken();
        wake();
      },
    };
    const work = deliver(deps, claimed, holding)
      .then((outcome) => {
        succeeded = outcome;
      })
      .catch((error: unknown) => {
        checked.delete(claimed.webhookId);
        onTrouble(error);
        return queue.release([claimed]).catch(onTrouble);
      })
      .finally(() => {
        place.end(succeeded);
        inHand.delete(claimed.deliveryId);
        running.delete(work);
        wake();
      });
    running.add(work);
  }

  async function watchAbandoned(): Promise<void> {
    while (!signal.aborted) {
      try {
        const abandoned = watch.look(await queue.claims(), clock.monotonicMs());
        await queue.release(abandoned);
        if (abandoned.length > 0) wake();
      } catch (error) {
        onTrouble(error);
      }
      await pauseFor(CLAIMS_EVERY_MS, signal);
    }
  }

  async function sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wakeUp = () => undefined;
  }

  return { wake, done: run() };
}
