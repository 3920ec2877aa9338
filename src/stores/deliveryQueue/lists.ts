// What is read of the queue: lists, counts, single deliveries, failures in a row, and what a replay sends. Each query names its
// index.
import {
  deliveryStatuses,
  type DeliveryFilter,
  type DeliveryQueue,
  type DeliveryStatus,
  type PublicEvent,
  type ReplayPlace,
  type ReplaySelection,
} from '../../webhooks/delivery/deliveryQueue.js';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import { everyDocument, type Documents, type Where } from '../documents/documents.js';
import { bodies, deliveryOf, eventOf, foundOf, rows, type Row } from './rows.js';

/** The index of the list, walked forwards and backwards. */
const ORDERS = { desc: ['-createdAt', '_id'], asc: ['createdAt', '-_id'] } as const;
/** Up to this number, changed rows are read by the index of changes and sorted; more, by scanning from the newest. */
const CHANGED_ROWS_SORTED = 1_000;
const PAGE_ROWS = 1_000;

type Listing = Pick<
  DeliveryQueue,
  'list' | 'find' | 'failuresInARow' | 'stats' | 'countByType' | 'extent' | 'selectForReplay'
>;

export function listing(documents: Documents): Listing {
  /** A page of candidates, without those whose body was deleted or, unless `all`, that were delivered. */
  async function replayable(
    selection: ReplaySelection,
    after: ReplayPlace | null,
  ): Promise<Readonly<{ events: readonly PublicEvent[]; next: ReplayPlace | null }>> {
    const { webhookId } = selection;
    const choice = { index: 'forReplay', sort: ['eventCreatedAt', 'eventId'], limit: PAGE_ROWS };
    const candidates = await documents.find(rows, replayFilter(selection, after), choice);
    const ids = candidates.map(({ eventId }) => eventId);
    const last = candidates.at(-1);
    if (last === undefined) return { events: [], next: null };
    const delivered: Where<Row> = { eventId: { in: ids }, webhookId, status: 'DELIVERED' };
    const deliveries = selection.all ? [] : await documents.find(rows, delivered, { index: 'byEvent' });
    const isDelivered = new Set(deliveries.map(({ eventId }) => eventId));
    const stored = await documents.find(bodies, { _id: { in: ids.filter((id) => !isDelivered.has(id)) } });
    const events = new Map(stored.map((body) => [body._id, eventOf(body)]));
    return {
      events: ids.flatMap((id) => events.get(id) ?? []),
      next: candidates.length < PAGE_ROWS ? null : { eventId: last.eventId, createdAt: last.eventCreatedAt },
    };
  }

  return {
    async list(filter, { skip, limit, order = 'desc' }) {
      const changedUntil = await documents.stampedUntil(rows); // before the rows: what changes in between comes again later
      const where = listFilter(filter);
      const index = filter.changedSince === undefined ? 'listed' : 'changed';
      const total = await documents.count(rows, where, index);
      const by = total > CHANGED_ROWS_SORTED ? 'listed' : index;
      const page = await documents.find(rows, where, { index: by, sort: ORDERS[order], skip, limit });
      return { total, rows: page.map(deliveryOf), changedUntil };
    },
    async find(clientId, deliveryId) {
      const row = await documents.get(rows, deliveryId);
      return row?.clientId === clientId ? foundOf(row, await documents.get(bodies, row.eventId)) : null;
    },
    async failuresInARow(webhookId, activation, max) {
      const newest = await documents.find(
        rows,
        { webhookId, activation, finishedAt: { above: 0 }, origin: { not: 'TEST' } },
        { index: 'finished', sort: ['-finishedAt'], limit: max },
      );
      const firstOther = newest.findIndex(({ status }) => status !== 'FAILED');
      const failed = firstOther < 0 ? newest : newest.slice(0, firstOther);
      return failed.map(({ _id }) => _id);
    },
    async stats(now) {
      const idle: Where<Row> = { lane: { above: '' }, token: null };
      const first = async (dueAt: Where<Row>, by: string) =>
        (await documents.find(rows, [idle, dueAt], { index: 'open', sort: [by], limit: 1 }))[0];
      const [depth, atOnce, waiting] = await Promise.all([
        documents.count(rows, { lane: { above: '' } }, 'open'),
        first({ dueAt: 0 }, 'createdAt'),
        first({ dueAt: { above: 0, upTo: now } }, 'dueAt'),
      ]);
      const oldest = [atOnce?.createdAt, waiting?.dueAt].filter((at): at is number => typeof at === 'number');
      return { depth, oldestDueAt: oldest.length === 0 ? null : Math.min(...oldest) };
    },
    async countByType() {
      const counted = await Promise.all(
        [...publicEventTypes].sort().map(async (type) => {
          const each = deliveryStatuses.map(
            async (status) => [status, await documents.count(rows, { type, status }, 'listed')] as const,
          );
          return { type, counts: Object.fromEntries(await Promise.all(each)) as Record<DeliveryStatus, number> };
        }),
      );
      return counted.filter(({ counts }) => Object.values(counts).some((count) => count > 0));
    },
    async extent(members) {
      const highest: Record<string, number> = {};
      let [clientId, newestAt] = [0, null as number | null];
      for await (const event of everyDocument(documents, bodies)) {
        const { data } = JSON.parse(event.body) as { data: Readonly<Record<string, unknown>> };
        for (const member of members) {
          const value = data[member];
          if (typeof value === 'number') highest[member] = Math.max(highest[member] ?? 0, value);
        }
        clientId = Math.max(clientId, event.clientId);
        newestAt = Math.max(newestAt ?? 0, event.createdAt);
      }
      return { highest, clientId, newestAt };
    },
    async selectForReplay(selection, after, limit) {
      const selected: PublicEvent[] = [];
      for (let from = after; ;) {
        const { events, next } = await replayable(selection, from);
        selected.push(...events);
        if (next === null || selected.length >= limit) return selected.slice(0, limit);
        from = next;
      }
    },
  };
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

function replayFilter(selection: ReplaySelection, after: ReplayPlace | null): Where<Row> {
  const { clientId, webhookId, types, since, until } = selection;
  const window: Where<Row> = {
    ...{ webhookId, origin: 'EVENT', clientId, type: { in: types } },
    eventCreatedAt: { from: after?.createdAt ?? since, upTo: until },
  };
  if (after === null) return window;
  return [
    window,
    { any: [{ eventCreatedAt: { above: after.createdAt } }, { eventId: { above: after.eventId } }] },
  ];
}
