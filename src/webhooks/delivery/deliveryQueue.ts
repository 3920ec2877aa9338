// The delivery queue, which is also the list of deliveries, on documents. Each query names its index.
import { randomUUID } from 'node:crypto';
import { everyDocument, put, type Documents } from '../../commands/kernel/documents.js';
import type { Where } from '../../domain/kernel/where.js';
import type { LogCheckpoint } from '../../domain/kernel/knownEvent.js';
import type { Order } from '../../domain/kernel/vocabulary.js';
import { deliveryStatuses, type DeliveryStatus } from '../../domain/webhooks/events.js';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import {
  bodies,
  bodyOf,
  deliveryOf,
  eventOf,
  foundOf,
  places,
  replays,
  rowOf,
  rows,
  type Claim,
  type Claimed,
  type FoundDelivery,
  type PublicEvent,
  type Row,
  type Scheduled,
  type Settlement,
} from './deliveries.js';

/**
 * Deliveries of `types`, without those of the webhooks in `hidden`. `from` and `to` are inclusive. `changedSince`:
 * only rows that were created, attempted, closed or rescheduled at this time or later, by the store's clock.
 */
export type DeliveryFilter = Readonly<{
  clientId: number;
  types: readonly string[];
  hidden: readonly string[];
  webhookId?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** Status of the last attempt's answer. */
  responseStatus?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  changedSince?: number | undefined;
}>;

/** `desc`, the default: newest first, then by `deliveryId`; `asc` is the exact reverse. */
type DeliveryRange = Readonly<{ skip: number; limit: number; order?: Order }>;

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

export type DueWebhook = Readonly<{ webhookId: string; clientId: number }>;

/** The position up to which a log is fanned out, and the queue's id (docs/spec/webhooks.md#fan-out). */
export type FanOutCheckpoint = LogCheckpoint & Readonly<{ queueId: string }>;

type TypeCounts = Readonly<{ type: string; counts: Readonly<Record<DeliveryStatus, number>> }>;

/** `highest` lacks members that no body has; `newestAt` is null without events. */
export type QueueExtent = Readonly<Awaited<ReturnType<DeliveryQueue['extent']>>>;

/** Held by one process at a time. `lost` aborts when the lease is lost. */
type Lease = Readonly<{ lost: AbortSignal; release(): Promise<void> }>;

export const FAN_OUT = 'fanOut';

/** Members of public events (docs/spec/webhooks.md#events) that contain ids. */
const ID_MEMBERS = ['trialBalanceId', 'companyId', 'id'] as const;

/** The index of the list, walked forwards and backwards. */
const ORDERS = { desc: ['-createdAt', '_id'], asc: ['createdAt', '-_id'] } as const;
/** Up to so many changed rows are read by the index of changes and sorted; more by a scan from the newest. */
const CHANGED_ROWS_SORTED = 1_000;
/** How long a replay whose process died blocks the next one. */
const REPLAY_STALE_MS = 60_000;
/** Rows read or changed in one operation: others run before the next. */
const PAGE_ROWS = 1_000;

/** Methods throw StoreUnavailable while the store is unavailable; a write may have been stored all the same. */
export class DeliveryQueue {
  /** @param lists may have a thread: a long list delays no delivery @param fanOutLease waits; null: aborted */
  constructor(
    private readonly work: Documents,
    private readonly lists: Documents,
    readonly fanOutLease: (signal: AbortSignal) => Promise<Lease | null>,
  ) {}

  /** Durable once resolved. Existing rows and events, by id, are not changed. */
  async enqueue(scheduled: readonly Scheduled[]): Promise<void> {
    const events = scheduled.map(({ event }) => bodyOf(event));
    await this.work.insert(bodies, events);
    const newRows = scheduled.flatMap(({ event, deliveries }) => deliveries.map((each) => rowOf(event, each)));
    await this.work.insert(rows, newRows);
  }

  /**
   * At most `limit` webhooks with a due, unclaimed delivery, in ascending id after `afterWebhookId`. `nextDueAt`:
   * the earliest due time of the others that were read.
   */
  async due(now: number, afterWebhookId: string, limit: number) {
    const webhooks: DueWebhook[] = [];
    let nextDueAt: number | null = null;
    for (let after = afterWebhookId; webhooks.length < limit;) {
      const step = { index: 'open', after, limit: limit - webhooks.length };
      const lanes = await this.work.firstOfEach(rows, step);
      for (const { webhookId, clientId, dueAt, token } of lanes) {
        if (token !== null) continue; // claimed rows follow all others of their lane
        if (dueAt !== null && dueAt > now) nextDueAt = Math.min(nextDueAt ?? Infinity, dueAt);
        else webhooks.push({ webhookId, clientId });
      }
      after = lanes.at(-1)?.webhookId ?? after;
      if (lanes.length < step.limit) break;
    }
    return { webhooks, nextDueAt };
  }

  /** Claims up to `count` due deliveries of each webhook, the oldest first; each is claimed by one caller only. */
  async claim(
    now: number,
    requests: readonly Readonly<{ webhookId: string; count: number }>[],
  ): Promise<readonly Claimed[]> {
    const oldest = requests.map(({ webhookId, count }) =>
      this.work.find(
        rows,
        { lane: webhookId, token: null, dueAt: { upTo: now } },
        { index: 'open', sort: ['dueAt'], limit: count },
      ),
    );
    const ids = (await Promise.all(oldest)).flat().map(({ _id }) => _id);
    const token = randomUUID();
    const free: Where<Row> = { _id: { in: ids }, token: null, dueAt: { upTo: now } };
    if (ids.length === 0 || (await this.work.update(rows, free, { set: { token } })) === 0) return [];
    const claimedRows = await this.work.find(rows, { token }, { index: 'inHand' });
    const eventIds = [...new Set(claimedRows.map(({ eventId }) => eventId))];
    const events = await this.work.find(bodies, { _id: { in: eventIds } });
    const bytes = new Map(events.map(({ _id, body }) => [_id, Buffer.from(body)]));
    return claimedRows.map((row) => ({
      ...row,
      deliveryId: row._id,
      token,
      body: bytes.get(row.eventId) ?? null,
    }));
  }

  /** All claims of all processes. One that stays unchanged for a whole lease may be released by any process. */
  async claims(): Promise<readonly Claim[]> {
    const inHand = await this.work.find(rows, { token: { above: '' } }, { index: 'inHand' });
    return inHand.map(({ _id: deliveryId, token }) => ({ deliveryId, token: token ?? '' }));
  }

  /** Makes the deliveries claimable again. Claims that are no longer valid are ignored. */
  async release(claims: readonly Claim[]): Promise<void> {
    const free = ({ deliveryId, token }: Claim) =>
      this.work.update(rows, { _id: deliveryId, token }, { set: { token: null } });
    await Promise.all(claims.map(free));
  }

  /** @returns whether the claim was still valid; otherwise nothing was stored */
  async settle({ claim, status, attempt, dueAt, at, announce }: Settlement): Promise<boolean> {
    const claimedRow = { _id: claim.deliveryId, token: claim.token };
    if (announce !== null) {
      if ((await this.work.count(rows, claimedRow)) === 0) return false;
      await this.enqueue([announce]);
    }
    const isFinished = status === 'DELIVERED' || status === 'FAILED';
    const set: Partial<Row> = {
      status,
      token: null,
      ...(status === 'RETRYING' ? { dueAt } : { dueAt: null, lane: null }),
      ...(isFinished && { finishedAt: at }),
    };
    if (attempt === null) return (await this.work.update(rows, claimedRow, { set, stamp: true })) === 1;
    const { at: lastAttemptAt, url, activation, ...answer } = attempt;
    const attemptRow = { at: lastAttemptAt, ...answer };
    const changes = { inc: { attempts: 1 }, push: { made: attemptRow }, stamp: true } as const;
    const attempted = { ...set, lastAttemptAt, url, activation, ...answer };
    return (await this.work.update(rows, claimedRow, { set: attempted, ...changes })) === 1;
  }

  /** Ids of consecutive failures, newest first and up to `max`, that end an activation's final deliveries. */
  async failuresInARow(webhookId: string, activation: number, max: number): Promise<readonly string[]> {
    const newest = await this.lists.find(
      rows,
      { webhookId, activation, finishedAt: { above: 0 }, origin: { not: 'TEST' } },
      { index: 'finished', sort: ['-finishedAt'], limit: max },
    );
    const firstOther = newest.findIndex(({ status }) => status !== 'FAILED');
    const failed = firstOther < 0 ? newest : newest.slice(0, firstOther);
    return failed.map(({ _id }) => _id);
  }

  /** Sets the final status of every open, unclaimed delivery. @param upToActivation null: any */
  async closeOpen(
    webhookId: string,
    status: 'SKIPPED' | 'CANCELLED',
    upToActivation: number | null,
  ): Promise<number> {
    const open: Where<Row> = {
      lane: webhookId,
      token: null,
      activation: { upTo: upToActivation ?? Number.MAX_SAFE_INTEGER },
    };
    for (let closed = 0; ;) {
      const some = await this.work.find(rows, open, { index: 'open', limit: PAGE_ROWS });
      if (some.length === 0) return closed;
      const these = [{ _id: { in: some.map(({ _id }) => _id) } }, open];
      const set = { status, lane: null, dueAt: null };
      closed += await this.work.update(rows, these, { set, stamp: true });
      if (some.length < PAGE_ROWS) return closed;
    }
  }

  /** Corrects due times after the clock was set back: waits that started after `now` start now. */
  async rebase(now: number): Promise<void> {
    const ahead: Where<Row> = { lane: { above: '' }, lastAttemptAt: { above: now } };
    for (const { _id, dueAt, lastAttemptAt } of await this.work.find(rows, ahead, { index: 'open' })) {
      const set = { dueAt: now + (dueAt ?? 0) - (lastAttemptAt ?? 0), lastAttemptAt: now };
      await this.work.update(rows, { _id, dueAt, lastAttemptAt }, { set, stamp: true });
    }
  }

  /** Changes missing from the page will have `changedUntil` or a later time, whichever process makes them. */
  async list(filter: DeliveryFilter, { skip, limit, order = 'desc' }: DeliveryRange) {
    // Before the rows: what changes in between comes again later.
    const changedUntil = await this.lists.stampedUntil(rows);
    const where = listFilter(filter);
    const index = filter.changedSince === undefined ? 'listed' : 'changed';
    const isSorted = index === 'changed' && (await this.lists.count(rows, where, index)) <= CHANGED_ROWS_SORTED;
    const by = isSorted ? 'changed' : 'listed';
    const page = await this.lists.find(rows, where, { index: by, sort: ORDERS[order], skip, limit });
    // After the rows: one pushed off the page is on the next.
    const total = await this.lists.count(rows, where, index);
    return { total, rows: page.map(deliveryOf), changedUntil };
  }

  async find(clientId: number, deliveryId: string): Promise<FoundDelivery | null> {
    const row = await this.lists.get(rows, deliveryId);
    return row?.clientId === clientId ? foundOf(row, await this.lists.get(bodies, row.eventId)) : null;
  }

  /** Runs a replay of the webhook. Null while another one runs, or has deliveries without an attempt. */
  async withReplay<Result>(webhookId: string, now: number, replay: () => Promise<Result>): Promise<Result | null> {
    const waiting = { lane: webhookId, origin: 'REPLAY', status: 'PENDING' } as const;
    if ((await this.work.find(rows, waiting, { index: 'open', limit: 1 })).length > 0) return null;
    const below = now - REPLAY_STALE_MS;
    const above = now + REPLAY_STALE_MS;
    const isStale = { any: [{ begunAt: { below } }, { begunAt: { above } }] };
    if (!(await put(this.work, replays, { _id: webhookId, begunAt: now }, isStale))) return null;
    try {
      return await replay();
    } finally {
      await this.work.delete(replays, { _id: webhookId });
    }
  }

  /** The selected events by pages of so many or fewer, in the order of `createdAt`, then of `eventId`. */
  async *selectForReplay(
    selection: ReplaySelection,
    pageRows = PAGE_ROWS,
  ): AsyncGenerator<readonly PublicEvent[]> {
    const { webhookId } = selection;
    const choice = { index: 'forReplay', sort: ['eventCreatedAt', 'eventId'], limit: pageRows };
    for (let after: Row | null = null; ;) {
      const candidates: readonly Row[] = await this.lists.find(rows, replayFilter(selection, after), choice);
      const ids = candidates.map(({ eventId }) => eventId);
      const delivered: Where<Row> = { eventId: { in: ids }, webhookId, status: 'DELIVERED' };
      const deliveries = selection.all ? [] : await this.lists.find(rows, delivered, { index: 'byEvent' });
      const isDelivered = new Set(deliveries.map(({ eventId }) => eventId));
      const stored = await this.lists.find(bodies, { _id: { in: ids.filter((id) => !isDelivered.has(id)) } });
      const events = new Map(stored.map((body) => [body._id, eventOf(body)]));
      yield ids.flatMap((id) => events.get(id) ?? []);
      after = candidates[pageRows - 1] ?? null;
      if (after === null) return;
    }
  }

  /** The highest id in each of `ID_MEMBERS` of the stored bodies' `data`, and the newest event's time. */
  async extent() {
    const highest: Partial<Record<(typeof ID_MEMBERS)[number], number>> = {};
    let clientId = 0;
    let newestAt = null as number | null;
    for await (const event of everyDocument(this.lists, bodies)) {
      const { data } = JSON.parse(event.body) as { data: Readonly<Record<string, unknown>> };
      for (const member of ID_MEMBERS) {
        const value = data[member];
        if (typeof value === 'number') highest[member] = Math.max(highest[member] ?? 0, value);
      }
      clientId = Math.max(clientId, event.clientId);
      newestAt = Math.max(newestAt ?? 0, event.createdAt);
    }
    return { highest, clientId, newestAt };
  }

  /** `depth`: open deliveries; `oldestDueAt`: since when the oldest unclaimed one is due, null without any. */
  async stats(now: number) {
    const idle: Where<Row> = { lane: { above: '' }, token: null };
    const first = async (dueAt: Where<Row>, by: string) =>
      (await this.lists.find(rows, [idle, dueAt], { index: 'open', sort: [by], limit: 1 }))[0];
    const [depth, atOnce, waiting] = await Promise.all([
      this.lists.count(rows, { lane: { above: '' } }, 'open'),
      first({ dueAt: 0 }, 'createdAt'),
      first({ dueAt: { above: 0, upTo: now } }, 'dueAt'),
    ]);
    const oldest = [atOnce?.createdAt, waiting?.dueAt].filter((at): at is number => typeof at === 'number');
    return { depth, oldestDueAt: oldest.length === 0 ? null : Math.min(...oldest) };
  }

  async countByType(): Promise<readonly TypeCounts[]> {
    const counted: TypeCounts[] = [];
    // One type after the other: all counts at once were late on a busy store.
    for (const type of [...publicEventTypes].sort()) {
      const countOf = async (status: DeliveryStatus) =>
        [status, await this.lists.count(rows, { type, status }, 'listed')] as const;
      const counts = Object.fromEntries(await Promise.all(deliveryStatuses.map(countOf)));
      counted.push({ type, counts: counts as Record<DeliveryStatus, number> });
    }
    return counted.filter(({ counts }) => Object.values(counts).some((count) => count > 0));
  }

  async fanOutCheckpoint(): Promise<FanOutCheckpoint | null> {
    const place = await this.work.get(places, FAN_OUT);
    if (place === null) return null;
    const { queueId, logId, position, last } = place;
    return { queueId, logId, position, ...(last !== null && { last }) };
  }

  /** Replaces any checkpoint. */
  async beginFanOut({ queueId, logId, position, last }: FanOutCheckpoint): Promise<void> {
    await put(this.work, places, { _id: FAN_OUT, queueId, logId, position, last: last ?? null });
  }

  /** Never decreases; ignored when the queue id differs. */
  async advanceFanOut({ queueId, logId, position, last }: FanOutCheckpoint): Promise<void> {
    const behind = { _id: FAN_OUT, queueId, logId, position: { upTo: position } };
    await this.work.update(places, behind, { set: { position, ...(last !== undefined && { last }) } });
  }

  /** Deletes final rows and stored bodies created before these times. @returns how many of both */
  async purge(rowsBefore: number, bodiesBefore: number): Promise<number> {
    const createdBefore = { eventCreatedAt: { below: Math.max(rowsBefore, bodiesBefore) } };
    const open = await this.work.find(rows, [{ lane: { above: '' } }, createdBefore], { index: 'open' });
    const openRows = { _id: { notIn: open.map(({ _id }) => _id) } };
    const openEvents = { _id: { notIn: open.map(({ eventId }) => eventId) } };
    return (
      (await this.work.delete(rows, [{ createdAt: { below: rowsBefore } }, openRows])) +
      (await this.work.delete(bodies, [{ createdAt: { below: bodiesBefore } }, openEvents]))
    );
  }

  /** One after the other: of two connections to a SQLite file that close at once, none may remove its log. */
  async close(): Promise<void> {
    await this.lists.close();
    await this.work.close();
  }
}

function listFilter(filter: DeliveryFilter): Where<Row> {
  const { clientId, types, hidden, webhookId, status, responseStatus, from, to, changedSince } = filter;
  return [
    { clientId, type: { in: types } },
    ...(hidden.length === 0 ? [] : [{ webhookId: { notIn: hidden } }]),
    ...(webhookId === undefined ? [] : [{ webhookId }]),
    ...(status === undefined ? [] : [{ status }]),
    ...(responseStatus === undefined ? [] : [{ responseStatus }]),
    ...(from === undefined ? [] : [{ createdAt: { from } }]),
    ...(to === undefined ? [] : [{ createdAt: { upTo: to } }]),
    ...(changedSince === undefined ? [] : [{ changedAt: { from: changedSince } }]),
  ];
}

/** @param after the row after which the page begins */
function replayFilter(selection: ReplaySelection, after: Row | null): Where<Row> {
  const { clientId, webhookId, types, since, until } = selection;
  const window: Where<Row> = {
    webhookId,
    origin: 'EVENT',
    clientId,
    type: { in: types },
    eventCreatedAt: { from: after?.eventCreatedAt ?? since, upTo: until },
  };
  if (after === null) return window;
  const { eventCreatedAt, eventId } = after;
  return [window, { any: [{ eventCreatedAt: { above: eventCreatedAt } }, { eventId: { above: eventId } }] }];
}
