// The port of the delivery queue: what every webhook is to receive, log and queue in one. Types and constants only.
// A delivery is a row that is never taken back; it is claimed, attempted and settled until its status is final. Whoever
// claims holds a token; nobody's clock is compared with another's (`claims`, `release`). Times are milliseconds since 1970.

/** A row is kept this long once it is final; the body of an event this long, whatever becomes of its deliveries. */
export const ROW_DAYS = 90;
export const BODY_DAYS = 30;

export const deliveryStatuses = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;
/** The first two are open; the others are final. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why there is a delivery. One of `EVENT` per event and webhook; `TEST` counts towards nothing. */
export type DeliveryOrigin = 'EVENT' | 'REPLAY' | 'REDELIVERY' | 'TEST';

/** What receivers get: `body` byte for byte, on every attempt of every delivery. `eventId` begins with `evt_`. */
export type PublicEvent = Readonly<{
  eventId: string;
  clientId: number;
  type: string;
  createdAt: number;
  body: Buffer;
}>;

/** `activation` is the webhook's when the delivery was scheduled; `dueAt` 0 means at once, whatever any clock says. */
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

/** What came of an attempt; `responseStatus` null without an answer, then `error` says why. `responseBody` at most 2 kB. */
export type Attempted = Readonly<{
  at: number;
  url: string;
  /** The webhook's, as of the attempt: failures in a row are counted under it. */
  activation: number;
  responseStatus: number | null;
  responseBody: string;
  error: string;
}>;

export type Claim = Readonly<{ deliveryId: string; token: string }>;

/** A delivery in the claimer's hands. `attempts` made so far; `body` null once it is no longer kept. */
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

/** An attempt makes one more of `attempts`; null: none was made. `dueAt` only while retrying. */
export type Settlement = Readonly<{
  claim: Claim;
  status: Exclude<DeliveryStatus, 'PENDING'>;
  attempt: Attempted | null;
  dueAt: number | null;
  /** When it became final, or was tried last. */
  at: number;
  /** An event about this outcome, stored before the outcome is, and only if the claim still holds. */
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
 * `clientId` always; of `types` only, and of no webhook in `hidden`. `from` and `to` are inclusive. `changedSince`: only rows
 * that were made, attempted, closed or waited anew then (by the store's own clock) or later.
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

/** Whatever is not in it yet will have changed at `changedUntil` or later, whoever changes it and whatever its clock says. */
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

/** How far the log is fanned out, of which log, under which name of the queue (docs/spec/webhooks.md#fan-out). */
export type FanOutCheckpoint = Readonly<{ queueId: string; logId: string; position: number }>;

export type QueueStats = Readonly<{
  /** Open deliveries. */
  depth: number;
  /** Of those that are due and nobody has in hand, when the longest waiting one was due or made; null without any. */
  oldestDueAt: number | null;
}>;
/** How many deliveries of a type there are by status. */
export type TypeCounts = Readonly<{ type: string; counts: Readonly<Record<DeliveryStatus, number>> }>;

/** Held by one process at a time. `lost` aborts when it no longer is. */
export type QueueLease = Readonly<{ lost: AbortSignal; release(): Promise<void> }>;

/** @throws StoreUnavailable from any method when the store could not be asked; what was asked may be stored all the same */
export type DeliveryQueue = Readonly<{
  /** Durable once resolved. What is there already, by its id, stays as it is. */
  enqueue(scheduled: readonly Scheduled[]): Promise<void>;
  /** More deliveries of events that are stored; those whose body is gone are left out. @returns how many there are now */
  enqueueAgain(
    clientId: number,
    again: readonly Readonly<{ eventId: string; delivery: NewDelivery }>[],
  ): Promise<number>;

  /**
   * Webhooks with a due delivery nobody has in hand, in ascending id after one, at most `limit`. `nextDueAt` of what
   * was looked at and is not due yet.
   */
  due(
    now: number,
    afterWebhookId: string,
    limit: number,
  ): Promise<Readonly<{ webhooks: readonly DueWebhook[]; nextDueAt: number | null }>>;
  /** Takes up to `count` due deliveries of each webhook, the longest due first; no two callers get the same one. */
  claim(
    now: number,
    wanted: readonly Readonly<{ webhookId: string; count: number }>[],
  ): Promise<readonly Claimed[]>;
  /** Everything in anybody's hands. Whoever sees a claim unchanged for the whole lease may release it. */
  claims(): Promise<readonly Claim[]>;
  /** As if it had never been claimed. A claim that no longer holds is left alone. */
  release(claims: readonly Claim[]): Promise<void>;
  /** @returns for each whether its claim still held; if not, nothing of it was stored */
  settle(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /**
   * Of the last finished deliveries of a webhook under an activation, tests apart, how many in a row failed, newest
   * first, counted up to `max`.
   */
  failuresInARow(webhookId: string, activation: number, max: number): Promise<number>;
  /** Gives every open delivery that nobody has in hand its final status. @param upToActivation null: of any */
  closeOpen(
    webhookId: string,
    status: 'SKIPPED' | 'CANCELLED',
    upToActivation: number | null,
    now: number,
  ): Promise<number>;
  /** Waits begun after `now` cannot be: the clock was set back. They begin now. */
  rebase(now: number): Promise<void>;

  /** Newest first, then by `deliveryId`. */
  list(filter: DeliveryFilter, range: Readonly<{ skip: number; limit: number }>): Promise<DeliveryPage>;
  find(clientId: number, deliveryId: string): Promise<Delivery | null>;

  /** False while another replay of the webhook is being made, or has deliveries that were not tried yet. */
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
  /** Whatever was there before. */
  beginFanOut(checkpoint: FanOutCheckpoint): Promise<void>;
  /** Never goes back; of another queue id it changes nothing. */
  advanceFanOut(checkpoint: FanOutCheckpoint): Promise<void>;
  /** Waits until no other process fans out. Null when the signal aborts first. */
  fanOutLease(signal: AbortSignal): Promise<QueueLease | null>;

  /** Final rows made before one time, bodies stored before the other. @returns how many of both */
  purge(rowsBefore: number, bodiesBefore: number): Promise<number>;
  close(): Promise<void>;
}>;

/** A replay that stopped half-way stands in nobody's way for longer than this. */
export const REPLAY_STALE_MS = 60_000;
