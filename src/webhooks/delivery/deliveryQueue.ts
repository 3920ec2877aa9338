// The port of the delivery queue, which is also the list of deliveries. Types and constants only. A delivery is a row: it
// is claimed, attempted and settled until its status is final. A claim is a token; no two clocks are compared (`claims`,
// `release`). Times are milliseconds since 1970. It is src/stores/deliveryQueue.
import type { LogCheckpoint } from '../../domain/kernel/knownEvent.js';
import type { Order } from '../../domain/kernel/vocabulary.js';
import type { DeliveryStatus } from '../../domain/webhooks/events.js';
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';

/** The cause of a delivery. One `EVENT` per event and webhook; a `TEST` counts neither as failure nor as success. */
export type DeliveryOrigin = 'EVENT' | 'REPLAY' | 'REDELIVERY' | 'TEST';

/** Every attempt of every delivery sends the same bytes of `body`. `eventId` starts with `evt_`. */
export type PublicEvent = Readonly<{
  eventId: string;
  clientId: number;
  type: string;
  createdAt: number;
  body: Buffer;
}>;

/** `activation` of the webhook at the time of scheduling; `dueAt` 0: at once, regardless of the clock. */
export type NewDelivery = Readonly<{
  deliveryId: string;
  webhookId: string;
  url: string;
  activation: number;
  origin: DeliveryOrigin;
  status: 'PENDING' | 'SKIPPED';
  createdAt: number;
  dueAt: number;
}>;

export type Scheduled = Readonly<{ event: PublicEvent; deliveries: readonly NewDelivery[] }>;

/** The result of an attempt: `responseStatus` is null without an answer. */
export type Attempted = Readonly<{
  at: number;
  url: string;
  /** The webhook's activation at the attempt: consecutive failures are counted per activation. */
  activation: number;
  responseStatus: number | null;
  error: string;
}>;

export type Claim = Readonly<{ deliveryId: string; token: string }>;

/** A claimed delivery. `attempts` made so far; `body` null after its retention. */
export type Claimed = Claim &
  Readonly<{
    eventId: string;
    clientId: number;
    webhookId: string;
    type: string;
    origin: DeliveryOrigin;
    activation: number;
    attempts: number;
    createdAt: number;
    body: Buffer | null;
  }>;

/** The outcome of a claimed delivery. `attempt` null: none was made. `dueAt` only with `RETRYING`. */
export type Settlement = Readonly<{
  claim: Claim;
  status: Exclude<DeliveryStatus, 'PENDING'>;
  attempt: Attempted | null;
  dueAt: number | null;
  /** Time of the final status, or of the last attempt. */
  at: number;
  /** A public event about this outcome, stored before it, and only if the claim is still valid. */
  announce: Scheduled | null;
}>;

/** A delivery as listed. */
export type Delivery = Readonly<{
  deliveryId: string;
  eventId: string;
  type: string;
  createdAt: number;
  webhookId: string;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: number | null;
  nextAttemptAt: number | null;
  responseStatus: number | null;
  error: string;
  origin: DeliveryOrigin;
}>;

/** An attempt of a delivery as kept with it. `error` holds what was answered, shortened. */
export type MadeAttempt = Readonly<Pick<Attempted, 'at' | 'responseStatus' | 'error'>>;

/** A delivery with its attempts, in their order. `event` is null after the retention of its body. */
export type FoundDelivery = Delivery & Readonly<{ made: readonly MadeAttempt[]; event: PublicEvent | null }>;

/**
 * Deliveries of `types`, without those of the webhooks in `hidden`. `from` and `to` are inclusive. `changedSince`: only rows that
 * were created, attempted, closed or rescheduled at this time or later, by the store's clock.
 */
export type DeliveryFilter = Readonly<{
  clientId: number;
  types: readonly string[];
  hidden: readonly string[];
  webhookId?: string;
  status?: DeliveryStatus;
  /** Of the last attempt. */
  responseStatus?: number;
  from?: number;
  to?: number;
  changedSince?: number;
}>;

/** `desc`, the default: newest first, then by `deliveryId`; `asc` is the exact reverse. */
export type DeliveryRange = Readonly<{ skip: number; limit: number; order?: Order }>;

/** Changes missing from the page will have the time `changedUntil` or a later one, whichever process makes them. */
export type DeliveryPage = Readonly<{ total: number; rows: readonly Delivery[]; changedUntil: number }>;

/** Events with a delivery to this webhook, by time of the event (inclusive), whose bodies are still stored. */
export type ReplaySelection = Readonly<{
  clientId: number;
  webhookId: string;
  types: readonly string[];
  since: number;
  until: number;
  /** Includes events that were already delivered to this webhook. */
  all: boolean;
}>;
/** Where an event stands in the order of a replay: by `createdAt`, then `eventId`. */
export type ReplayPlace = Pick<PublicEvent, 'createdAt' | 'eventId'>;

/** `next`: the place after which the next page begins; null after the last one. A page may be empty. */
export type ReplayPage = Readonly<{ events: readonly PublicEvent[]; next: ReplayPlace | null }>;

/** A webhook with a due delivery. */
export type DueWebhook = Readonly<{ webhookId: string; clientId: number }>;
/** `nextDueAt`: the earliest due time of the other webhooks that were read. */
export type DueWebhooks = Readonly<{ webhooks: readonly DueWebhook[]; nextDueAt: number | null }>;

/** The position up to which events of a log are fanned out, and the id of the queue (docs/spec/webhooks.md#fan-out). */
export type FanOutCheckpoint = LogCheckpoint & Readonly<{ queueId: string }>;

export type QueueStats = Readonly<{
  /** Open deliveries. */
  depth: number;
  /** Since when the oldest due, unclaimed delivery has been due; null without any. */
  oldestDueAt: number | null;
}>;
/** How many deliveries of a type have each status. */
export type TypeCounts = Readonly<{ type: string; counts: Readonly<Record<DeliveryStatus, number>> }>;

/** `highest` lacks members that no body has; `newestAt` is null without events. */
export type QueueExtent = Readonly<{
  highest: Readonly<Record<string, number>>;
  clientId: number;
  newestAt: number | null;
}>;

/** Held by one process at a time. `lost` aborts when the lease is lost. */
export type QueueLease = Readonly<{ lost: AbortSignal; release(): Promise<void> }>;

/** Every method throws StoreUnavailable while the store is unavailable; its write may have been stored all the same. */
export type DeliveryQueue = Readonly<{
  /** Durable once resolved. Existing rows and events, by id, are not changed. */
  enqueue(scheduled: readonly Scheduled[]): Promise<void>;

  /** At most `limit` webhooks with a due, unclaimed delivery, in ascending id after `afterWebhookId`. */
  due(now: number, afterWebhookId: string, limit: number): Promise<DueWebhooks>;
  /**
   * Claims up to `count` due deliveries of each webhook, the oldest due first, without those that others claim meanwhile: each
   * delivery is claimed by one caller only.
   */
  claim(
    now: number,
    requests: readonly Readonly<{ webhookId: string; count: number }>[],
  ): Promise<readonly Claimed[]>;
  /** All claims of all processes. One that stays unchanged for a whole lease may be released by any process. */
  claims(): Promise<readonly Claim[]>;
  /** Makes the deliveries claimable again. Claims that are no longer valid are ignored. */
  release(claims: readonly Claim[]): Promise<void>;
  /** @returns whether the claim was still valid; otherwise nothing was stored */
  settle(settlement: Settlement): Promise<boolean>;
  /**
   * The ids of the consecutive failures, newest first and up to `max`, that end a webhook's final deliveries under an activation,
   * without tests.
   */
  failuresInARow(webhookId: string, activation: number, max: number): Promise<readonly string[]>;
  /** Sets the final status of every open, unclaimed delivery. @param upToActivation null: any */
  closeOpen(webhookId: string, status: 'SKIPPED' | 'CANCELLED', upToActivation: number | null): Promise<number>;
  /** Corrects due times after the clock was set back: waits that started after `now` start now. */
  rebase(now: number): Promise<void>;

  list(filter: DeliveryFilter, range: DeliveryRange): Promise<DeliveryPage>;
  find(clientId: number, deliveryId: string): Promise<FoundDelivery | null>;

  /** Runs a replay of the webhook. Null while another one runs, or has deliveries without an attempt. */
  replaying<Result>(webhookId: string, now: number, replay: () => Promise<Result>): Promise<Result | null>;
  selectForReplay(selection: ReplaySelection, after: ReplayPlace | null): Promise<ReplayPage>;

  /** The highest number in each of these members of the stored bodies' `data`, and the time of the newest event. */
  extent(members: readonly string[]): Promise<QueueExtent>;
  stats(now: number): Promise<QueueStats>;
  countByType(): Promise<readonly TypeCounts[]>;

  fanOutCheckpoint(): Promise<FanOutCheckpoint | null>;
  /** Replaces any checkpoint. */
  beginFanOut(checkpoint: FanOutCheckpoint): Promise<void>;
  /** Never decreases; ignored when the queue id differs. */
  advanceFanOut(checkpoint: FanOutCheckpoint): Promise<void>;
  /** Waits for the lease of the fan-out. Null when the signal aborts first. */
  fanOutLease(signal: AbortSignal): Promise<QueueLease | null>;

  /** Deletes final rows created before `rowsBefore`, and bodies stored before `bodiesBefore`. @returns how many of both */
  purge(rowsBefore: number, bodiesBefore: number): Promise<number>;
  close(): Promise<void>;
}>;

/** `since` and `until` in milliseconds since 1970, inclusive; `types` null: all current types of the webhook. */
export type ReplayWindow = Readonly<{
  since: number;
  until: number;
  types: readonly string[] | null;
  all: boolean;
}>;

/** What a webhook's owner may request (newDeliveries.ts). */
export type RequestedDeliveries = Readonly<{
  /** Sends a test event of a type with example values, even to an inactive webhook. */
  test(
    webhook: Webhook,
    sample: Readonly<{ type: PublicEventType; example: object }>,
  ): Promise<Readonly<{ deliveryId: string; eventId: string }>>;
  /** @returns 1, or 0 when the webhook no longer has the type, or the body was purged */
  redeliver(webhook: Webhook, delivery: FoundDelivery): Promise<number>;
  countReplay(webhook: Webhook, window: ReplayWindow): Promise<number>;
  /** @returns null while another replay of this webhook runs */
  replay(webhook: Webhook, window: ReplayWindow): Promise<number | null>;
}>;
