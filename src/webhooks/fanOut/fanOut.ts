// From facts to deliveries: a subscriber with a subscription and a checkpoint of its own. What a webhook wants is known
// as of each event, for its registrations come in the same order. Everything after the checkpoint may happen twice: ids
// follow from what they are of, so it is there once.
import type { Clock } from '../../commands/kernel/context.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { EventUnreadable, type Batch, type EventLog } from '../../domain/kernel/log.js';
import type { PartsLocation } from '../../domain/kernel/parts.js';
import { WEBHOOK_STREAMS, type WebhookEvent } from '../../domain/webhooks/events.js';
import { clientWebhooks, webhookOf, type ClientWebhooks } from '../../domain/webhooks/fold.js';
import type { DeliveryQueue, FanOutCheckpoint, Scheduled } from '../delivery/deliveryQueue.js';
import { FAN_OUT_STREAMS, fanOutPlace } from './fanOutStart.js';
import { pauseFor } from '../delivery/pauseFor.js';
import { publicEventOf, translationsOf, type Translation } from '../publicEvents.js';
import { scheduledFor, subscribedTo } from '../delivery/newDeliveries.js';
import { firstDueAt, type RetrySeconds } from '../delivery/retrySchedule.js';

/** Deliveries gathered before they go to the queue: bounds memory, whatever one release makes. */
const GROUP_MAX = 500;
/** A queue or log that is away is asked again after twice as long each time, up to the second of these. */
const BACKOFF_MIN_MS = 50;
const BACKOFF_MAX_MS = 2_000;
/** How often a refused fan-out looks whether the operator has let it go on. */
const REFUSED_LOOK_MS = 1_000;
/** Where there was nothing to tell, the checkpoint is stored no more often. */
const IDLE_CHECKPOINT_MS = 1_000;

/** `refused`: until `operator webhooks resume`. `failed`: an event could not be read. `waiting`: another process does it. */
export type FanOutPhase = 'waiting' | 'refused' | 'catchingUp' | 'live' | 'retrying' | 'failed';
export type FanOutState = Readonly<{ phase: FanOutPhase; position: number }>;

export type FanOutDeps = Readonly<{
  log: EventLog;
  logId: string;
  queue: DeliveryQueue;
  clock: Clock;
  /** The deployment's, under which ids are made. */
  namespace: string;
  /** By opaque id, "" when unknown or erased. */
  personName(personId: string): Promise<string>;
  retrySeconds: RetrySeconds;
  failPoints: FailPoints;
  /** Told after deliveries were stored. */
  onScheduled(): void;
  onState(state: FanOutState): void;
  onTrouble(error: unknown): void;
  signal: AbortSignal;
}>;

/** Runs until the signal aborts, through any failure of a store. One process at a time does the work. */
export async function runFanOut(deps: FanOutDeps): Promise<void> {
  const { queue, signal, onState, onTrouble } = deps;
  onState({ phase: 'waiting', position: 0 });
  for (let waitMs = BACKOFF_MIN_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, BACKOFF_MAX_MS)) {
    try {
      const lease = await queue.fanOutLease(signal);
      if (lease === null) return;
      try {
        await whileHeld(
          { ...deps, signal: AbortSignal.any([signal, lease.lost]) },
          () => (waitMs = BACKOFF_MIN_MS),
        );
      } finally {
        await lease.release();
      }
    } catch (error) {
      if (signal.aborted) return;
      onTrouble(error);
      if (error instanceof EventUnreadable) return onState({ phase: 'failed', position: 0 });
      onState({ phase: 'retrying', position: 0 });
    }
    await pauseFor(waitMs, signal);
  }
}

async function whileHeld(deps: FanOutDeps, onProgress: () => void): Promise<void> {
  const { signal, onState, onTrouble } = deps;
  for (let told = false; !signal.aborted;) {
    const place = await fanOutPlace(deps);
    if (place !== null) return new Run(deps, place, onProgress).follow();
    onState({ phase: 'refused', position: 0 });
    if (!told) onTrouble(new FanOutRefused());
    told = true;
    await pauseFor(REFUSED_LOOK_MS, signal);
  }
}

/** The queue has no place in this log: sending everything again, or leaving something out, is the operator's to say. */
export class FanOutRefused extends Error {
  override readonly name = 'FanOutRefused';
  constructor() {
    super('the delivery queue does not know this log: run `operator webhooks resume --from now` or `--from TIME`');
  }
}

class Run {
  readonly #deps: FanOutDeps;
  readonly #onProgress: () => void;
  readonly #byClient = new Map<number, ClientWebhooks>();
  #place: FanOutCheckpoint;
  #group: Scheduled[] = [];
  #grouped = 0;
  #changed = false;
  #storedMs = 0;
  #live = false;

  constructor(deps: FanOutDeps, place: FanOutCheckpoint, onProgress: () => void) {
    this.#deps = deps;
    this.#place = place;
    this.#onProgress = onProgress;
  }

  async follow(): Promise<void> {
    const { log, signal } = this.#deps;
    await this.#foldUntil(this.#place.position);
    for await (const batch of log.subscribe(this.#place.position, FAN_OUT_STREAMS, signal)) {
      await this.#take(batch);
      this.#onProgress();
    }
  }

  /** What webhooks wanted at the checkpoint. */
  async #foldUntil(position: number): Promise<void> {
    const enough = new AbortController();
    const stop = (): void => enough.abort();
    this.#deps.signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const batch of this.#deps.log.subscribe(0, [WEBHOOK_STREAMS], enough.signal)) {
        for (const event of batch.events) if (event.position <= position) this.#evolve(event);
        if (batch.caughtUp || batch.position >= position) return;
      }
    } finally {
      this.#deps.signal.removeEventListener('abort', stop);
      stop();
    }
  }

  #evolve(event: Recorded): void {
    const { clientId } = (event as Recorded<WebhookEvent>).data;
    this.#byClient.set(clientId, clientWebhooks.evolve(this.#of(clientId), event));
  }

  #of(clientId: number): ClientWebhooks {
    return this.#byClient.get(clientId) ?? clientWebhooks.initial();
  }

  async #take({ events, position, caughtUp }: Batch): Promise<void> {
    const { queue, failPoints, onState } = this.#deps;
    for (const event of events) {
      if (event.stream.startsWith(WEBHOOK_STREAMS)) await this.#takeWebhook(event as Recorded<WebhookEvent>);
      else await this.#takeFact(event);
    }
    await this.#flush();
    this.#place = { ...this.#place, position };
    const nowMs = performance.now();
    if (this.#changed || nowMs - this.#storedMs >= IDLE_CHECKPOINT_MS) {
      if (this.#changed) await failPoints('fanOut.scheduled');
      await queue.advanceFanOut(this.#place);
      this.#storedMs = nowMs;
      this.#changed = false;
    }
    this.#live ||= caughtUp;
    onState({ phase: this.#live ? 'live' : 'catchingUp', position });
  }

  /** What was waiting for a webhook that stops is closed under the activation it was made under, however often. */
  async #takeWebhook(event: Recorded<WebhookEvent>): Promise<void> {
    const { webhookId, clientId } = event.data;
    const activation = webhookOf(this.#of(clientId), webhookId)?.activation ?? null;
    this.#evolve(event);
    if (event.type !== 'WebhookDeactivated' && event.type !== 'WebhookRemoved') return;
    await this.#flush();
    const isGone = event.type === 'WebhookRemoved';
    const now = this.#deps.clock.now().getTime();
    await this.#deps.queue.closeOpen(webhookId, isGone ? 'CANCELLED' : 'SKIPPED', isGone ? null : activation, now);
    this.#changed = true;
  }

  async #takeFact(event: Recorded): Promise<void> {
    const { clientId } = event.data as Readonly<{ clientId: number }>;
    for (const translation of translationsOf(event)) {
      if (subscribedTo(translation.type, this.#of(clientId).webhooks).length === 0) continue;
      if (translation.parts === null) await this.#schedule(event, clientId, translation, null);
      else
        for await (const part of partsOf(this.#deps.log, translation.parts))
          await this.#schedule(event, clientId, translation, part);
    }
  }

  async #schedule(
    { id, metadata }: Recorded,
    clientId: number,
    { type, tell }: Translation,
    part: Uint8Array | null,
  ): Promise<void> {
    const { namespace, clock, retrySeconds } = this.#deps;
    const actorName = await this.#nameOf(metadata.actor);
    const webhooks = subscribedTo(type, this.#of(clientId).webhooks);
    const dueAt = firstDueAt(retrySeconds, clock.now().getTime());
    const source = { id, clientId, at: metadata.at };
    for (const told of tell({ namespace, actorName }, part)) {
      const event = publicEventOf({ namespace }, source, type, told);
      this.#group.push(scheduledFor(namespace, event, webhooks, dueAt));
      this.#grouped += webhooks.length;
      if (this.#grouped >= GROUP_MAX) await this.#flush();
    }
  }

  /** Keys and the operator are named in the fact, people in a store of their own. */
  async #nameOf({ kind, id, name }: Actor): Promise<string> {
    return kind === 'person' ? this.#deps.personName(id) : (name ?? '');
  }

  async #flush(): Promise<void> {
    if (this.#group.length === 0) return;
    const group = this.#group;
    this.#group = [];
    this.#grouped = 0;
    await this.#deps.queue.enqueue(group);
    this.#changed = true;
    this.#deps.onScheduled();
  }
}

/** @throws when one is missing: a fact is never stored before its parts */
async function* partsOf(
  log: EventLog,
  { stream, fromRevision, count }: PartsLocation,
): AsyncGenerator<Uint8Array> {
  let left = count;
  if (left > 0)
    for await (const { data } of log.read(stream, fromRevision)) {
      if (!(data instanceof Uint8Array)) throw new EventUnreadable(`${stream} holds something else than parts`);
      left -= 1;
      yield data;
      if (left === 0) break;
    }
  if (left > 0) throw new EventUnreadable(`${left} of ${count} parts are missing in ${stream}`);
}
