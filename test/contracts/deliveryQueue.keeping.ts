// What every delivery queue must keep: lists and counts, what replays need, the fan-out's place, and nothing for
// too long.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '#jest';
import type { DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';
import {
  attempted,
  deliveryOf,
  eventOf,
  newClient,
  queueRows,
  settled,
  T,
  TYPES,
  type QueueStore,
} from './deliveryQueueRows.js';

const DAY_MS = 86_400_000;

/** @param racing see deliveryQueueContract */
export function keepingContract(
  given: () => Readonly<{ queue: DeliveryQueue; store: QueueStore }>,
  racing: boolean,
): void {
  let queue: DeliveryQueue;
  let store: QueueStore;
  beforeAll(() => {
    ({ queue, store } = given());
  });
  const { put, claimAll, claimOne, rowOf, rows, settleOne } = queueRows(() => queue);

  it('lists the deliveries of one client by every filter, in pages, newest first', async () => {
    const { clientId, webhookId, ids } = await put(5);
    const other = randomUUID();
    const event = eventOf(clientId, 'webhook.delivered', T + 10);
    await queue.enqueue([{ event, deliveries: [deliveryOf(other, { createdAt: T + 10 })] }]);
    await put(3);
    const newest = [...ids].reverse();
    const deliveryIds = async (more = {}) => (await rows(clientId, more)).map(({ deliveryId }) => deliveryId);
    expect((await deliveryIds()).slice(1)).toEqual(newest);
    expect(await deliveryIds({ webhookId })).toEqual(newest);
    expect(await deliveryIds({ hidden: [other] })).toEqual(newest);
    expect(await deliveryIds({ hidden: [other], webhookId: other })).toEqual([]);
    expect(await deliveryIds({ types: ['import.completed'] })).toEqual(newest);
    expect(await deliveryIds({ types: [] })).toEqual([]);
    expect(await deliveryIds({ status: 'FAILED' })).toEqual([]);
    expect(await deliveryIds({ responseStatus: 503 })).toEqual([]);
    const claimed = await claimOne(webhookId);
    const attempt = attempted({ responseStatus: 503 });
    await settleOne({ ...settled(claimed, 'RETRYING'), attempt, dueAt: T + 60_000 });
    expect(await deliveryIds({ responseStatus: 503 })).toEqual([claimed.deliveryId]);
    expect(await deliveryIds({ from: T + 1, to: T + 3 })).toEqual(newest.slice(1, 4));
    const filter = { clientId, types: TYPES, hidden: [], webhookId };
    const second = await queue.list(filter, { skip: 2, limit: 2 });
    expect(second.total).toBe(5);
    expect(second.rows.map(({ deliveryId }) => deliveryId)).toEqual(newest.slice(2, 4));
    expect(await queue.list(filter, { skip: 10, limit: 2 })).toMatchObject({ total: 5, rows: [] });
    expect(await rowOf(clientId + 1, ids[0] ?? '')).toBeNull();
    expect(await rowOf(clientId, randomUUID())).toBeNull();
  });

  it('orders deliveries of one moment by id', async () => {
    const { clientId, ids } = await put(4, { createdAt: T });
    expect((await rows(clientId)).map(({ deliveryId }) => deliveryId)).toEqual([...ids].sort());
  });

  it('lists in exactly the reverse order when asked for the oldest first', async () => {
    const { clientId, webhookId } = await put(3, { createdAt: T });
    await put(3, { webhookId });
    const later = eventOf(clientId, 'import.completed', T + 10);
    await queue.enqueue([{ event: later, deliveries: [deliveryOf(webhookId, { createdAt: T + 10 })] }]);
    const newestFirst = await rows(clientId);
    const filter = { clientId, types: TYPES, hidden: [] };
    const oldest = await queue.list(filter, { skip: 0, limit: 100, order: 'asc' });
    expect([oldest.total, oldest.rows]).toEqual([4, [...newestFirst].reverse()]);
    const second = await queue.list(filter, { skip: 2, limit: 1, order: 'asc' });
    expect(second.rows).toEqual([newestFirst[1]]);
    const changed = await queue.list({ ...filter, changedSince: 0 }, { skip: 0, limit: 100, order: 'asc' });
    expect(changed.rows).toEqual(oldest.rows);
  });

  it('selects for a replay the undelivered events of the window and the requested types', async () => {
    const { clientId, webhookId, scheduled } = await put(4);
    await settleOne(settled(await claimOne(webhookId), 'DELIVERED'));
    const [delivered] = (await rows(clientId, { status: 'DELIVERED' })).map(({ eventId }) => eventId);
    const select = { clientId, webhookId, types: TYPES, since: T, until: T + 10, all: false };
    const eventIds = scheduled.map(({ event }) => event.eventId);
    const missing = eventIds.filter((id) => id !== delivered);
    const pagesOf = async (more = {}, pageRows?: number) => {
      const pages: string[][] = [];
      for await (const page of queue.selectForReplay({ ...select, ...more }, pageRows))
        pages.push(page.map(({ eventId }) => eventId));
      return pages;
    };
    const found = async (more = {}) => (await pagesOf(more)).flat();
    expect(await found()).toEqual(missing);
    expect(await found({ all: true })).toEqual(eventIds);
    expect(await found({ since: T + 2, until: T + 2, all: true })).toEqual([eventIds[2]]);
    expect(await found({ types: ['import.failed'] })).toEqual([]);
    expect(await found({ clientId: clientId + 1 })).toEqual([]);
    expect(await pagesOf({ all: true }, 3)).toEqual([eventIds.slice(0, 3), eventIds.slice(3)]);
    expect((await pagesOf({}, 1)).flat()).toEqual(missing);
  });

  it('finds the event of a delivery, and enqueues it again under another id, once', async () => {
    const { clientId, webhookId, ids } = await put(1);
    const event = (await queue.find(clientId, ids[0] ?? ''))?.event;
    if (!event) throw new Error('has no event');
    const delivery = deliveryOf(webhookId, { origin: 'REDELIVERY', createdAt: T + 5 });
    await queue.enqueue([{ event, deliveries: [delivery] }]);
    await queue.enqueue([{ event, deliveries: [delivery] }]);
    const claimed = await claimAll(webhookId);
    expect(claimed.map((each) => each.eventId)).toEqual([event.eventId, event.eventId]);
    expect(claimed[0]?.body?.equals(claimed[1]?.body ?? Buffer.alloc(0))).toBe(true);
    expect((await rows(clientId))[0]).toMatchObject({ deliveryId: delivery.deliveryId, createdAt: T + 5 });
    const select = { clientId, webhookId, types: TYPES, since: T, until: T + 10, all: true };
    expect((await queue.selectForReplay(select).next()).value).toEqual([event]);
  });

  it('lets one replay of a webhook run at a time, until its deliveries have been attempted', async () => {
    const { clientId, webhookId, ids } = await put(1, { status: 'SKIPPED' });
    const event = (await queue.find(clientId, ids[0] ?? ''))?.event;
    const begins = async (id: string, now: number) => (await queue.withReplay(id, now, async () => true)) ?? false;
    const ran = await queue.withReplay(webhookId, T, async () => {
      expect(await begins(webhookId, T + 1)).toBe(false);
      expect(await begins(randomUUID(), T + 1)).toBe(true);
      const delivery = deliveryOf(webhookId, { origin: 'REPLAY' });
      if (event) await queue.enqueue([{ event, deliveries: [delivery] }]);
      return 'ran';
    });
    expect(ran).toBe('ran');
    expect(await begins(webhookId, T + 2)).toBe(false);
    await settleOne({ ...settled(await claimOne(webhookId), 'RETRYING'), dueAt: T + 60_000 });
    const stopped = queue.withReplay(webhookId, T + 3, async () => Promise.reject(new Error('stopped')));
    await expect(stopped).rejects.toThrow('stopped');
    expect(await begins(webhookId, T + 4)).toBe(true);
    await queue.withReplay(webhookId, T + 5, async () => {
      expect(await begins(webhookId, T + 6 + 60_000)).toBe(true); // of one whose process died
    });
  });

  it('reports the number of open deliveries and the age of the oldest due one', async () => {
    const before = await queue.stats(T + 1_000);
    const { webhookId } = await put(2, { createdAt: T - 50_000 });
    await put(1, { webhookId, dueAt: T + 90_000 });
    const after = await queue.stats(T + 1_000);
    expect(after.depth - before.depth).toBe(3);
    expect(after.oldestDueAt).toBe(T - 50_000);
    await claimAll(webhookId);
    expect((await queue.stats(T + 1_000)).oldestDueAt).not.toBe(T - 50_000);
    const { counts } = (await queue.countByType()).find(({ type }) => type === 'import.completed') ?? {};
    expect(counts?.PENDING).toBeGreaterThanOrEqual(3);
    expect(counts?.FAILED).toBeGreaterThanOrEqual(1);
  });

  it('tells the highest numbers in the bodies, and the time of the newest event', async () => {
    const newest = Date.parse('2027-01-01T00:00:00.000Z');
    const of = (clientId: number, data: object, createdAt = T) => {
      const event = eventOf(clientId, 'import.completed', createdAt);
      const body = Buffer.from(JSON.stringify({ id: event.eventId, data }));
      return { event: { ...event, body }, deliveries: [deliveryOf(randomUUID())] };
    };
    await queue.enqueue([of(9_000, { companyId: 3, id: 800 }, newest), of(8_000, { companyId: 70, id: 'x' })]);
    const { highest, clientId, newestAt } = await queue.extent();
    expect(highest).toEqual({ companyId: 70, id: 800 });
    expect([clientId, newestAt]).toEqual([9_000, newest]);
    await queue.purge(newest + 1, newest + 1);
  });

  it('stores the fan-out’s checkpoint, which never decreases and belongs to one queue id', async () => {
    expect(await queue.fanOutCheckpoint()).toBeNull();
    await queue.beginFanOut({ queueId: 'a', logId: 'l', position: 0 });
    await queue.advanceFanOut({ queueId: 'a', logId: 'l', position: 7 });
    await queue.advanceFanOut({ queueId: 'a', logId: 'l', position: 5 });
    await queue.advanceFanOut({ queueId: 'b', logId: 'l', position: 9 });
    const other = store.open();
    expect(await other.fanOutCheckpoint()).toEqual({ queueId: 'a', logId: 'l', position: 7 });
    await other.close();
    await queue.beginFanOut({ queueId: 'b', logId: 'm', position: 3 });
    expect(await queue.fanOutCheckpoint()).toEqual({ queueId: 'b', logId: 'm', position: 3 });
    const last = { stream: 'books-1', revision: 4, id: randomUUID(), position: 5, at: '2026-03-02T12:00:00.000Z' };
    await queue.advanceFanOut({ queueId: 'b', logId: 'm', position: 6, last });
    await queue.advanceFanOut({ queueId: 'a', logId: 'm', position: 7, last: { ...last, position: 7 } });
    expect(await queue.fanOutCheckpoint()).toEqual({ queueId: 'b', logId: 'm', position: 6, last });
    await queue.beginFanOut({ queueId: 'c', logId: 'm', position: 0 });
    expect(await queue.fanOutCheckpoint()).toEqual({ queueId: 'c', logId: 'm', position: 0 });
  });

  it('lets one process fan out at a time, and another once it stops', async () => {
    const signal = new AbortController();
    const lease = await queue.fanOutLease(signal.signal);
    const other = store.open();
    let second = false;
    const waiting = other.fanOutLease(signal.signal).then((found) => {
      second = found !== null;
      return found;
    });
    expect(second).toBe(false);
    await lease?.release();
    await (await waiting)?.release();
    expect(second).toBe(true);
    await other.close();
  });

  it('purges old rows and bodies, but nothing that is open', async () => {
    const old = T - 100 * DAY_MS;
    const mine = newClient();
    const webhookId = randomUUID();
    const events = [0, 1].map((at) => ({ ...eventOf(mine, 'import.completed'), createdAt: old + at }));
    await queue.enqueue(
      events.map((event) => ({ event, deliveries: [deliveryOf(webhookId, { createdAt: old })] })),
    );
    const done = await claimOne(webhookId);
    await settleOne(settled(done, 'DELIVERED'));
    expect(await queue.purge(old, T - 30 * DAY_MS)).toBe(1);
    expect(await rowOf(mine, done.deliveryId)).toMatchObject({ status: 'DELIVERED', event: null });
    expect(await queue.purge(T - 90 * DAY_MS, T - 30 * DAY_MS)).toBe(1);
    const left = await rows(mine);
    expect(left).toMatchObject([{ status: 'PENDING' }]);
    expect((await claimOne(webhookId)).body).not.toBeNull();
  });

  // More than are closed at once. FerretDB, which closes rows one by one, would need longer than a store may take
  // to answer.
  const many = racing ? 1_010 : 500;
  it(`holds ${many} deliveries of one event type for one webhook, and counts them`, async () => {
    const { clientId, webhookId } = await put(many);
    const { total } = await queue.list({ clientId, types: TYPES, hidden: [] }, { skip: many - 10, limit: 100 });
    expect(total).toBe(many);
    const changed = await queue.list(
      { clientId, types: TYPES, hidden: [], changedSince: 0 },
      { skip: many - 10, limit: 100 },
    );
    expect([changed.total, changed.rows.length]).toEqual([many, 10]);
    expect(await queue.closeOpen(webhookId, 'CANCELLED', null)).toBe(many);
    expect(await claimAll(webhookId)).toEqual([]);
  });
}
