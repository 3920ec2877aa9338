// The port of the delivery queue, which is also the list of deliveries. Types and constants only. A delivery is a row: it
// is claimed, attempted and settled until its status is final. A claim is a token; no two clocks are compared (`claims`,
// `release`). Times are milliseconds since 1970. Adapters: src/stores/deliveryQueue.

/** How long a final row is kept, and the body of an event (docs/spec/webhooks.md#retention). */
export const ROW_DAYS = 90;
export const BODY_DAYS = 30;

export const deliveryStatuses = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;
/** The first two are open; the others are final. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** What made a delivery. One `EVENT` per event and webhook; a `TEST` counts neither as failure nor as success. */
export type DeliveryOrigin = 'EVENT' | 'REPLAY' | 'REDELIVERY' | 'TEST';

/** `body` is sent byte for byte, on every attempt of every delivery. `eventId` begins with `evt_`. */
export type PublicEvent = Readonly<{
  eventId: string;
  clientId: number;
  type: string;
  createdAt: number;
  body: Buffer;
}>;

/** `activation` is the webhook's when the delivery was scheduled; `dueAt` 0 means at once, whatever the clock. */
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

/** The result of an attempt: `responseStatus` is null without an answer. `responseBody` at most 2 kB. */
export type Attempted = Readonly<{
  at: number;
  url: string;
  /** The webhook's at the attempt: failures in a row are counted per activation. */
  activation: number;
  responseStatus: number | null;
  responseBody: string;
  error: string;
}>;

export type Claim = Readonly<{ deliveryId: string; token: string }>;

/** A claimed delivery. `attempts` made so far; `body` null once it is no longer kept. */
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

/** `attempt` adds one to `attempts`; null: none was made. `dueAt` only with `RETRYING`. */
export type Settlement = Readonly<{
  claim: Claim;
  status: Exclude<DeliveryStatus, 'PENDING'>;
  attempt: Attempted | null;
  dueAt: number | null;
  /** When it became final, or was attempted last. */
  at: number;
  /** An event about this outcome, stored before it, and only if the claim still holds. */
  announce: Scheduled | null;
}>;

/** A row as it is listed. */
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

/**
 * Only of `types`, and of no webhook in `hidden`. `from` and `to` are inclusive. `changedSince`: only rows that were made,
 * attempted, closed or rescheduled then or later, by the store's own clock.
 */
export type DeliveryFilter = Readonly<{
  clientId: number;
  types: readonly string[];
  hidden: readonly string[];
  webhookId?: string;
  status?: DeliveryStatus;
  from?: number;
  to?: number;
  changedSince?: number;
}>;

/** Changes not in the page yet will have a time of `changedUntil` or later, whichever process makes them. */
export type DeliveryPage = Readonly<{ total: number; rows: readonly Delivery[]; changedUntil: number }>;

/** Events this webhook has a delivery for, by the time of the event (both inclusive), while their bodies are kept. */
export type ReplaySelection = Readonly<{
  clientId: number;
  webhookId: string;
  types: readonly string[];
  since: number;
  until: number;
  /** Also those that some delivery to this webhook delivered. */
  all: boolean;
}>;
/** In the order of `createdAt` (the event's), then `eventId`. */
export type Replayable = Readonly<{ eventId: string; createdAt: number }>;

/** A webhook that has something due. */
export type DueWebhook = Readonly<{ webhookId: string; clientId: number }>;

/** Up to which position of which log events are fanned out, and the id of the queue (docs/spec/webhooks.md#fan-out). */
export type FanOutCheckpoint = Readonly<{ queueId: string; logId: string; position: number }>;

export type QueueStats = Readonly<{
  /** Open deliveries. */
  depth: number;
  /** When the longest waiting one that is due and unclaimed was due or made; null without any. */
  oldestDueAt: number | null;
}>;
/** How many deliveries of a type have each status. */
export type TypeCounts = Readonly<{ type: string; counts: Readonly<Record<DeliveryStatus, number>> }>;

/** Held by one process at a time. `lost` aborts when it no longer is. */
export type QueueLease = Readonly<{ lost: AbortSignal; release(): Promise<void> }>;

/** Every method throws StoreUnavailable while the store is away; what it was to write may be stored all the same. */
export type DeliveryQueue = Readonly<{
  /** Durable once resolved. Rows and events that exist, by id, stay as they are. */
  enqueue(scheduled: readonly Scheduled[]): Promise<void>;
  /** More deliveries of events that are stored; those whose body is no longer kept are left out. @returns how many exist now */
  enqueueAgain(
    clientId: number,
    again: readonly Readonly<{ eventId: string; delivery: NewDelivery }>[],
  ): Promise<number>;

  /**
   * Webhooks with a due, unclaimed delivery, in ascending id after one, at most `limit`. `nextDueAt`: the earliest of the
   * others that were looked at.
   */
  due(
    now: number,
    afterWebhookId: string,
    limit: number,
  ): Promise<Readonly<{ webhooks: readonly DueWebhook[]; nextDueAt: number | null }>>;
  /** Claims up to `count` due deliveries of each webhook, the longest due first; no two callers get the same one. */
  claim(
    now: number,
    requests: readonly Readonly<{ webhookId: string; count: number }>[],
  ): Promise<readonly Claimed[]>;
  /** All claims of all processes. One that stays unchanged for a whole lease may be released by any process. */
  claims(): Promise<readonly Claim[]>;
  /** As if they had never been claimed. A claim that no longer holds is ignored. */
  release(claims: readonly Claim[]): Promise<void>;
  /** @returns for each whether its claim still held; where not, nothing was stored */
  settle(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /**
   * How many of a webhook's last final deliveries under an activation failed in a row, newest first, without tests,
   * counted up to `max`.
   */
  failuresInARow(webhookId: string, activation: number, max: number): Promise<number>;
  /** Gives every open, unclaimed delivery its final status. @param upToActivation null: of any */
  closeOpen(
    webhookId: string,
    status: 'SKIPPED' | 'CANCELLED',
    upToActivation: number | null,
    now: number,
  ): Promise<number>;
  /** After the clock was set back: waits that began after `now` begin now. */
  rebase(now: number): Promise<void>;

  /** Newest first, then by `deliveryId`. */
  list(filter: DeliveryFilter, range: Readonly<{ skip: number; limit: number }>): Promise<DeliveryPage>;
  find(clientId: number, deliveryId: string): Promise<Delivery | null>;

  /** False while another replay of the webhook runs, or has deliveries without an attempt. */
  beginReplay(webhookId: string, now: number): Promise<boolean>;
  endReplay(webhookId: string): Promise<void>;
  selectForReplay(
    selection: ReplaySelection,
    after: Replayable | null,
    limit: number,
  ): Promise<readonly Replayable[]>;
  /** Counted up to `max`. */
  countForReplay(selection: ReplaySelection, max: number): Promise<number>;

  stats(now: number): Promise<QueueStats>;
  countByType(): Promise<readonly TypeCounts[]>;

  fanOutCheckpoint(): Promise<FanOutCheckpoint | null>;
  /** Replaces any checkpoint. */
  beginFanOut(checkpoint: FanOutCheckpoint): Promise<void>;
  /** Never goes back; ignored with another queue id. */
  advanceFanOut(checkpoint: FanOutCheckpoint): Promise<void>;
  /** Waits until no other process fans out. Null when the signal aborts first. */
  fanOutLease(signal: AbortSignal): Promise<QueueLease | null>;

  /** Drops final rows made before one time, and bodies stored before the other. @returns how many of both */
  purge(rowsBefore: number, bodiesBefore: number): Promise<number>;
  close(): Promise<void>;
}>;

/** A replay whose process died blocks the next one for this long. */
export const REPLAY_STALE_MS = 60_000;
