// One run of the fan-out from a checkpoint on. Webhooks are folded from the same subscription as the events, so their
// state is that at each event. What follows the checkpoint may be processed twice: ids derive from the event, so that each
// delivery is stored once (docs/spec/webhooks.md#deliveries).
import type { Clock } from '../../commands/kernel/context.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { Batch, EventLog } from '../../domain/kernel/log.js';
import type { WebhookEvent } from '../../domain/webhooks/events.js';
import { clientWebhooks, WEBHOOK_STREAMS, webhookOf, type ClientWebhooks } from '../../domain/webhooks/fold.js';
import type { DeliveryQueue, FanOutCheckpoint, Scheduled } from '../delivery/deliveryQueue.js';
import { scheduledFor, subscribedTo } from '../delivery/newDeliveries.js';
import { firstDueAt, type RetrySeconds } from '../delivery/retrySchedule.js';
import { publicEventOf } from '../eventEnvelope.js';
import { translationsOf, type Translation } from '../publicEvents.js';
import { FAN_OUT_STREAMS } from './fanOutCheckpoint.js';
import { partsOf } from './parts.js';

/** Deliveries gathered before they are enqueued: bounds memory, however many one release makes. */
const GROUP_DELIVERIES_MAX = 500;
/** How often the checkpoint is stored while no event makes a delivery. */
const IDLE_CHECKPOINT_MS = 1_000;

/** `refused`: until `operator webhooks resume`. `failed`: an event could not be read. `waiting`: another process runs it. */
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
  /** Called after deliveries were stored. */
  onScheduled(): void;
  onState(state: FanOutState): void;
  onError(error: unknown): void;
  signal: AbortSignal;
}>;

export class FanOutRun {
  readonly #deps: FanOutDeps;
  readonly #onProgress: () => void;
  readonly #webhooksByClient = new Map<number, ClientWebhooks>();
  #checkpoint: FanOutCheckpoint;
  #group: Scheduled[] = [];
  #groupDeliveries = 0;
  /** Something was written to the queue since the checkpoint was stored. */
  #hasWritten = false;
  #checkpointStoredMs = 0;
  #isLive = false;

  constructor(deps: FanOutDeps, checkpoint: FanOutCheckpoint, onProgress: () => void) {
    this.#deps = deps;
    this.#checkpoint = checkpoint;
    this.#onProgress = onProgress;
  }

  async follow(): Promise<void> {
    const { log, signal } = this.#deps;
    await this.#foldWebhooks();
    for await (const batch of log.subscribe(this.#checkpoint.position, FAN_OUT_STREAMS, signal)) {
      await this.#handle(batch);
      this.#onProgress();
    }
  }

  /** As of the checkpoint. */
  async #foldWebhooks(): Promise<void> {
    const { log, signal } = this.#deps;
    const { position } = this.#checkpoint;
    const done = new AbortController();
    try {
      const ended = AbortSignal.any([signal, done.signal]);
      for await (const batch of log.subscribe(0, [WEBHOOK_STREAMS], ended)) {
        for (const event of batch.events) if (event.position <= position) this.#evolve(event);
        if (batch.caughtUp || batch.position >= position) return;
      }
    } finally {
      done.abort();
    }
  }

  #evolve(event: Recorded): void {
    const { clientId } = (event as Recorded<WebhookEvent>).data;
    this.#webhooksByClient.set(clientId, clientWebhooks.evolve(this.#stateOf(clientId), event));
  }

  #stateOf(clientId: number): ClientWebhooks {
    return this.#webhooksByClient.get(clientId) ?? clientWebhooks.initial();
  }

  async #handle({ events, position, caughtUp }: Batch): Promise<void> {
    const { queue, failPoints, onState } = this.#deps;
    for (const event of events) {
      if (event.stream.startsWith(WEBHOOK_STREAMS)) await this.#handleWebhook(event as Recorded<WebhookEvent>);
      else await this.#translate(event);
    }
    await this.#enqueueGroup();
    this.#checkpoint = { ...this.#checkpoint, position };
    const nowMs = performance.now();
    if (this.#hasWritten || nowMs - this.#checkpointStoredMs >= IDLE_CHECKPOINT_MS) {
      if (this.#hasWritten) await failPoints('fanOut.scheduled');
      await queue.advanceFanOut(this.#checkpoint);
      this.#checkpointStoredMs = nowMs;
      this.#hasWritten = false;
    }
    this.#isLive ||= caughtUp;
    onState({ phase: this.#isLive ? 'live' : 'catchingUp', position });
  }

  /** Closes the open deliveries of a webhook that stops, up to the activation they were made under. May run twice. */
  async #handleWebhook(event: Recorded<WebhookEvent>): Promise<void> {
    const { webhookId, clientId } = event.data;
    const activation = webhookOf(this.#stateOf(clientId), webhookId)?.activation ?? null;
    this.#evolve(event);
    if (event.type !== 'WebhookDeactivated' && event.type !== 'WebhookRemoved') return;
    await this.#enqueueGroup();
    const isRemoved = event.type === 'WebhookRemoved';
    const [status, upTo] = isRemoved ? (['CANCELLED', null] as const) : (['SKIPPED', activation] as const);
    await this.#deps.queue.closeOpen(webhookId, status, upTo, this.#deps.clock.now().getTime());
    this.#hasWritten = true;
  }

  async #translate(event: Recorded): Promise<void> {
    const { clientId } = event.data as Readonly<{ clientId: number }>;
    for (const translation of translationsOf(event)) {
      if (subscribedTo(translation.type, this.#stateOf(clientId).webhooks).length === 0) continue;
      if (translation.parts === null) await this.#schedule(event, clientId, translation, null);
      else
        for await (const part of partsOf(this.#deps.log, translation.parts))
          await this.#schedule(event, clientId, translation, part);
    }
  }

  async #schedule(
    { id, metadata }: Recorded,
    clientId: number,
    { type, payloads }: Translation,
    part: Uint8Array | null,
  ): Promise<void> {
    const { namespace, clock, retrySeconds } = this.#deps;
    const actorName = await this.#nameOf(metadata.actor);
    const webhooks = subscribedTo(type, this.#stateOf(clientId).webhooks);
    const dueAt = firstDueAt(retrySeconds, clock.now().getTime());
    const source = { id, clientId, at: metadata.at };
    for (const payload of payloads({ namespace, actorName }, part)) {
      const event = publicEventOf(namespace, source, type, payload);
      this.#group.push(scheduledFor(namespace, event, webhooks, dueAt));
      this.#groupDeliveries += webhooks.length;
      if (this.#groupDeliveries >= GROUP_DELIVERIES_MAX) await this.#enqueueGroup();
    }
  }

  /** The event names keys and the operator; people's names are in a store of their own. */
  async #nameOf({ kind, id, name }: Actor): Promise<string> {
    return kind === 'person' ? this.#deps.personName(id) : (name ?? '');
  }

  async #enqueueGroup(): Promise<void> {
    if (this.#group.length === 0) return;
    const group = this.#group;
    this.#group = [];
    this.#groupDeliveries = 0;
    await this.#deps.queue.enqueue(group);
    this.#hasWritten = true;
    this.#deps.onScheduled();
  }
}
