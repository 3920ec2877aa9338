// The fan-out: a subscription that creates the deliveries of events (docs/spec/webhooks.md#fan-out).
import { EventUnreadable, type Batch } from '../../domain/kernel/log.js';
import { FOLLOWING, IDLE_CHECKPOINT_MS, keepTrying, pause } from '../../runtime/keepTrying.js';
import {
  FAN_OUT_STREAMS,
  validCheckpoint,
  type CheckpointDeps,
  type ValidCheckpoint,
} from './fanOutCheckpoint.js';
import { eventsAfter } from '../../commands/log/copyLog.js';
import { readNamedParts } from '../../commands/kernel/parts.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { knownEvent } from '../../domain/kernel/knownEvent.js';
import { SEALS } from '../../domain/seal.js';
import type { WebhookEvent } from '../../domain/webhooks/events.js';
import { clientWebhooks, WEBHOOK_STREAMS, webhookOf, type ClientWebhooks } from '../../domain/webhooks/fold.js';
import type { Scheduled } from '../delivery/deliveries.js';
import type { FanOutCheckpoint } from '../delivery/deliveryQueue.js';
import { firstDueAt, scheduleFor, subscribedTo, type RetrySeconds } from '../delivery/newDeliveries.js';
import { publicEventOf } from '../envelope.js';
import { translationsOf } from '../publicEvents.js';

/** How often a refused fan-out checks whether the operator has resumed it. */
const REFUSED_CHECK_MS = 1_000;

/** Runs until the signal aborts, through any failure of a store. One process at a time does the work. */
export async function runFanOut(deps: FanOutDeps): Promise<void> {
  const { queue, signal, onState, onError } = deps;
  onState({ phase: 'waiting', position: 0 });
  const lead = async (progressed: () => void): Promise<boolean> => {
    const lease = await queue.fanOutLease(signal);
    if (lease === null) return true;
    try {
      const leased = { ...deps, signal: AbortSignal.any([signal, lease.lost]) };
      await followFromCheckpoint(leased, progressed);
    } finally {
      await lease.release();
    }
    return false;
  };
  await keepTrying(signal, FOLLOWING, lead, (error) => {
    onError(error);
    const isOver = error instanceof EventUnreadable;
    onState({ phase: isOver ? 'failed' : 'retrying', position: 0 });
    return isOver;
  });
}

async function followFromCheckpoint(deps: FanOutDeps, onProgress: () => void): Promise<void> {
  const { signal, onState, onError } = deps;
  for (let isReported = false; !signal.aborted; isReported = true) {
    const checkpoint = await validCheckpoint(deps);
    if (checkpoint !== null) return new FanOutRun(deps, checkpoint, onProgress).follow();
    onState({ phase: 'refused', position: 0 });
    if (!isReported) onError(new FanOutRefused());
    await pause(REFUSED_CHECK_MS, signal);
  }
}

/** No valid checkpoint in this log: whether to repeat or to skip events is the operator's decision. */
export class FanOutRefused extends Error {
  override readonly name = 'FanOutRefused';
  constructor() {
    super('the delivery queue does not know this log: run `operator webhooks resume --from now` or `--from TIME`');
  }
}

/** Deliveries buffered before they are enqueued: bounds memory, however many one release creates. */
const GROUP_DELIVERIES_MAX = 500;

/** `refused`: until `operator webhooks resume`. `failed`: by an unreadable event. `waiting`: another runs it. */
type FanOutPhase = 'waiting' | 'refused' | 'catchingUp' | 'live' | 'retrying' | 'failed';
export type FanOutState = Readonly<{ phase: FanOutPhase; position: number }>;

type FanOutDeps = CheckpointDeps &
  Readonly<{
    namespace: string;
    companyCnpj(companyId: number): Promise<string>;
    /** Name by opaque id; "" when unknown or erased. */
    personName(personId: string): Promise<string>;
    retrySeconds: RetrySeconds;
    failPoints: FailPoints;
    onScheduled(): void;
    onState(state: FanOutState): void;
    onError(error: unknown): void;
    signal: AbortSignal;
  }>;

/**
 * One run from a checkpoint. Webhooks are folded from the same subscription as the events, so their state is the
 * one at each event. Events after the checkpoint may be processed twice; ids derive from the event, so that each
 * delivery is stored once (docs/spec/webhooks.md#deliveries).
 */
class FanOutRun {
  readonly #webhooksByClient = new Map<number, ClientWebhooks>();
  #checkpoint: FanOutCheckpoint;
  readonly #from: number;
  #group: Scheduled[] = [];
  #groupDeliveries = 0;
  /** Whether deliveries were stored since the last checkpoint. */
  #hasWritten = false;
  #checkpointStoredMs = 0;
  #isLive = false;

  constructor(
    private readonly deps: FanOutDeps,
    { from, ...checkpoint }: ValidCheckpoint,
    private readonly onProgress: () => void,
  ) {
    this.#checkpoint = checkpoint;
    this.#from = from;
  }

  async follow(): Promise<void> {
    const { log, signal } = this.deps;
    await this.#foldWebhooks();
    for await (const batch of log.subscribe(this.#from, FAN_OUT_STREAMS, signal)) {
      await this.#handle(batch);
      this.onProgress();
    }
  }

  async #foldWebhooks(): Promise<void> {
    const { log, signal } = this.deps;
    for await (const event of eventsAfter(log, 0, [WEBHOOK_STREAMS], signal)) {
      if (event.position > this.#from) return;
      this.#evolve(event);
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
    const { queue, failPoints, onState } = this.deps;
    for (const event of events) {
      if (event.stream.startsWith(WEBHOOK_STREAMS)) await this.#handleWebhook(event as Recorded<WebhookEvent>);
      else if (event.stream !== SEALS) await this.#translate(event);
    }
    await this.#enqueueGroup();
    const lastEvent = events.at(-1);
    this.#checkpoint = { ...this.#checkpoint, position, ...(lastEvent && { last: knownEvent(lastEvent) }) };
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

  /** Closes the open deliveries of a webhook removed, or up to the activation that ended. May run twice. */
  async #handleWebhook(event: Recorded<WebhookEvent>): Promise<void> {
    const { webhookId, clientId } = event.data;
    const activation = webhookOf(this.#stateOf(clientId), webhookId)?.activation ?? null;
    this.#evolve(event);
    if (event.type !== 'WebhookDeactivated' && event.type !== 'WebhookRemoved') return;
    await this.#enqueueGroup();
    const isRemoved = event.type === 'WebhookRemoved';
    const [status, upTo] = isRemoved ? (['CANCELLED', null] as const) : (['SKIPPED', activation] as const);
    await this.deps.queue.closeOpen(webhookId, status, upTo);
    this.#hasWritten = true;
  }

  async #translate(event: Recorded): Promise<void> {
    const { id, data, metadata } = event;
    const { clientId, companyId } = data as Readonly<{ clientId: number; companyId: number }>;
    const { kind, id: actorId, name } = metadata.actor;
    const { namespace, clock, retrySeconds } = this.deps;
    for (const { type, parts, payloads } of translationsOf(event)) {
      const webhooks = subscribedTo(type, this.#stateOf(clientId).webhooks);
      if (webhooks.length === 0) continue;
      const bytes = parts === null ? [] : await readNamedParts(this.deps.log, parts);
      const cnpj = await this.deps.companyCnpj(companyId);
      // Names of people are in their store, those of keys and the operator in the event.
      const actorName = kind === 'person' ? await this.deps.personName(actorId) : (name ?? '');
      const dueAt = firstDueAt(retrySeconds, clock.now().getTime());
      for (const payload of payloads({ namespace, actorName, cnpj }, bytes)) {
        const publicEvent = publicEventOf(namespace, { id, clientId, at: metadata.at }, type, payload);
        this.#group.push(scheduleFor(namespace, publicEvent, webhooks, dueAt));
        this.#groupDeliveries += webhooks.length;
        if (this.#groupDeliveries >= GROUP_DELIVERIES_MAX) await this.#enqueueGroup();
      }
    }
  }

  async #enqueueGroup(): Promise<void> {
    if (this.#group.length === 0) return;
    const group = this.#group;
    this.#group = [];
    this.#groupDeliveries = 0;
    await this.deps.queue.enqueue(group);
    this.#hasWritten = true;
    this.deps.onScheduled();
  }
}
