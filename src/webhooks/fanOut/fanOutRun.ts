// One run of the fan-out from a checkpoint. Webhooks are folded from the same subscription as the events, so their state is the
// one at each event. Events after the checkpoint may be processed twice; ids derive from the event, so that each delivery is
// stored once (docs/spec/webhooks.md#deliveries).
import type { Clock } from '../../commands/kernel/context.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { knownEvent } from '../../domain/kernel/knownEvent.js';
import { type Batch, type EventLog, EventUnreadable } from '../../domain/kernel/log.js';
import { SEALS } from '../../domain/seal/fold.js';
import type { WebhookEvent } from '../../domain/webhooks/events.js';
import { clientWebhooks, WEBHOOK_STREAMS, webhookOf, type ClientWebhooks } from '../../domain/webhooks/fold.js';
import type { DeliveryQueue, FanOutCheckpoint, Scheduled } from '../delivery/deliveryQueue.js';
import { scheduledFor, subscribedTo } from '../delivery/newDeliveries.js';
import { firstDueAt, type RetrySeconds } from '../delivery/retrySchedule.js';
import { publicEventOf } from '../eventEnvelope.js';
import { translationsOf, type Translation } from '../publicEvents.js';
import { FAN_OUT_STREAMS, type ValidCheckpoint } from './fanOutCheckpoint.js';
import type { PartsLocation } from '../../domain/kernel/parts.js';

/** Deliveries buffered before they are enqueued: bounds memory, however many one release creates. */
const GROUP_DELIVERIES_MAX = 500;
/** How often the checkpoint is stored while no event creates a delivery. */
const IDLE_CHECKPOINT_MS = 1_000;

/** `refused`: until `operator webhooks resume`. `failed`: an event could not be read. `waiting`: another process runs it. */
export type FanOutPhase = 'waiting' | 'refused' | 'catchingUp' | 'live' | 'retrying' | 'failed';
export type FanOutState = Readonly<{ phase: FanOutPhase; position: number }>;

export type FanOutDeps = Readonly<{
  log: EventLog;
  logId: string;
  queue: DeliveryQueue;
  clock: Clock;
  /** The deployment's namespace, from which ids derive. */
  namespace: string;
  /** The CNPJ of a company that an event names. */
  companyCnpj(companyId: number): Promise<string>;
  /** Name by opaque id; "" when unknown or erased. */
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
  readonly #from: number;
  #group: Scheduled[] = [];
  #groupDeliveries = 0;
  /** Whether deliveries were stored since the last checkpoint. */
  #hasWritten = false;
  #checkpointStoredMs = 0;
  #isLive = false;

  constructor(deps: FanOutDeps, { from, ...checkpoint }: ValidCheckpoint, onProgress: () => void) {
    this.#deps = deps;
    this.#checkpoint = checkpoint;
    this.#from = from;
    this.#onProgress = onProgress;
  }

  async follow(): Promise<void> {
    const { log, signal } = this.#deps;
    await this.#foldWebhooks();
    for await (const batch of log.subscribe(this.#from, FAN_OUT_STREAMS, signal)) {
      await this.#handle(batch);
      this.#onProgress();
    }
  }

  /** Loads the state of the webhooks at the checkpoint. */
  async #foldWebhooks(): Promise<void> {
    const { log, signal } = this.#deps;
    const position = this.#from;
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
      else if (event.stream !== SEALS) await this.#translate(event);
    }
    await this.#enqueueGroup();
    const last = events.at(-1);
    this.#checkpoint = { ...this.#checkpoint, position, ...(last && { last: knownEvent(last) }) };
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

  /** Closes the open deliveries of a webhook that was removed, or those up to the activation that ended. May run twice. */
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
    { id, data, metadata }: Recorded,
    clientId: number,
    { type, payloads }: Translation,
    part: Uint8Array | null,
  ): Promise<void> {
    const { namespace, clock, retrySeconds } = this.#deps;
    const cnpj = await this.#deps.companyCnpj((data as Readonly<{ companyId: number }>).companyId);
    const actorName = await this.#nameOf(metadata.actor);
    const webhooks = subscribedTo(type, this.#stateOf(clientId).webhooks);
    const dueAt = firstDueAt(retrySeconds, clock.now().getTime());
    const source = { id, clientId, at: metadata.at };
    for (const payload of payloads({ namespace, actorName, cnpj }, part)) {
      const event = publicEventOf(namespace, source, type, payload);
      this.#group.push(scheduledFor(namespace, event, webhooks, dueAt));
      this.#groupDeliveries += webhooks.length;
      if (this.#groupDeliveries >= GROUP_DELIVERIES_MAX) await this.#enqueueGroup();
    }
  }

  /** Names of keys and the operator are in the event; names of people are in the store of people. */
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

/** @throws EventUnreadable when one is missing: an event is never stored before its parts */
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
