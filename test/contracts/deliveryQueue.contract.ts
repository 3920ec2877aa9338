// What every delivery queue must do. Adapters are equal only because they pass the same suite.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Attempted,
  Claimed,
  DeliveryQueue,
  NewDelivery,
  PublicEvent,
  Settlement,
} from '../../src/webhooks/deliveryQueue.js';

export type OpenQueue = () => Promise<
  Readonly<{
    /** Another handle on the same deliveries, as another process has. */
    open(): DeliveryQueue;
    drop(): Promise<void>;
  }>
>;

const T = Date.parse('2026-09-03T12:00:00.000Z');
const DAY_MS = 86_400_000;
let clients = 0;

/** `racing` false: the server does not let two updates of one document exclude each other. */
export const deliveryQueueContract = (adapter: string, openStore: OpenQueue, racing = true): void =>
  describe(`DeliveryQueue contract, ${adapter}`, () => {
    let store: Awaited<ReturnType<OpenQueue>>;
    let queue: DeliveryQueue;
    beforeAll(async () => {
      store = await openStore();
      queue = store.open();
    });
    afterAll(async () => {
      await queue.close();
      await store.drop();
    });

    const put = async (count: number, more: Partial<NewDelivery> = {}, type = 'import.completed') => {
      const clientId = ++clients;
      const webhookId = more.webhookId ?? randomUUID();
      const scheduled = Array.from({ length: count }, (_, at) => {
        const event = eventOf(clientId, type, T + at);
        return { event, deliveries: [deliveryOf(webhookId, { createdAt: T + at, ...more })] };
      });
      await queue.enqueue(scheduled);
      const ids = scheduled.map(({ deliveries }) => deliveries[0]?.deliveryId ?? '');
      return { clientId, webhookId, scheduled, ids };
    };
    const claimAll = (webhookId: string, now = T + 1_000, count = 100) => queue.claim(now, [{ webhookId, count }]);
    const claimOne = async (webhookId: string, now?: number): Promise<Claimed> => {
      const [claimed] = await claimAll(webhookId, now, 1);
      if (claimed === undefined) throw new Error('nothing to claim');
      return claimed;
    };
    const dueIds = async (now: number) =>
      (await queue.due(now, '', 1_000)).webhooks.map(({ webhookId }) => webhookId);
    const rowOf = (clientId: number, deliveryId: string) => queue.find(clientId, deliveryId);
    const rows = async (clientId: number, more = {}) =>
      (await queue.list({ clientId, types: TYPES, hidden: [], ...more }, { skip: 0, limit: 100 })).rows;
    const settleOne = async (settlement: Settlement) => (await queue.settle([settlement]))[0];

    it('hands a delivery over with the bytes that were stored, once, and never before it is due', async () => {
      const { webhookId, scheduled, ids } = await put(1, { dueAt: T + 5_000 });
      expect(await dueIds(T + 4_999)).not.toContain(webhookId);
      expect((await queue.due(T + 4_999, '', 1_000)).nextDueAt).toBe(T + 5_000);
      expect(await claimAll(webhookId, T + 4_999)).toEqual([]);
      expect(await dueIds(T + 5_000)).toContain(webhookId);
      const claimed = await claimOne(webhookId, T + 5_000);
      expect(claimed).toMatchObject({
        deliveryId: ids[0],
        webhookId,
        attempts: 0,
        origin: 'EVENT',
        activation: 1,
      });
      expect(claimed.body?.equals(scheduled[0]?.event.body ?? Buffer.alloc(0))).toBe(true);
      expect(await claimAll(webhookId, T + 5_000)).toEqual([]);
      expect(await dueIds(T + 5_000)).not.toContain(webhookId);
    });

    it('hands over at once what is due at once, whatever the clock says', async () => {
      const { webhookId } = await put(1);
      expect((await claimAll(webhookId, 5)).length).toBe(1);
    });

    it('stores what is enqueued twice once, and lets it stay as it is', async () => {
      const { clientId, webhookId, scheduled } = await put(2);
      await settleOne(settled(await claimOne(webhookId), 'DELIVERED'));
      await queue.enqueue(scheduled);
      expect((await rows(clientId)).map(({ status }) => status).sort()).toEqual(['DELIVERED', 'PENDING']);
    });

    (racing ? it : it.skip)('gives each of 40 deliveries to one of eight claimers', async () => {
      const { webhookId, ids } = await put(40);
      const others = Array.from({ length: 4 }, () => store.open());
      const claimers = [...others, ...others];
      const claimed = await Promise.all(claimers.map((each) => each.claim(T + 1_000, [{ webhookId, count: 10 }])));
      const taken = claimed.flat().map(({ deliveryId }) => deliveryId);
      await Promise.all(others.map((each) => each.close()));
      expect(taken.sort()).toEqual(ids.sort());
    });

    it('takes the longest due first, and no more of each webhook than asked for', async () => {
      const { webhookId, scheduled } = await put(3);
      const later = await put(2, { webhookId, dueAt: T + 100 });
      const two = await queue.claim(T + 1_000, [{ webhookId, count: 3 }]);
      expect(two.map(({ deliveryId }) => deliveryId).sort()).toEqual(
        scheduled.map(({ deliveries }) => deliveries[0]?.deliveryId).sort(),
      );
      expect((await claimAll(webhookId)).map(({ deliveryId }) => deliveryId).sort()).toEqual(later.ids.sort());
    });

    it('steps from webhook to webhook in ascending order', async () => {
      const mine = (await Promise.all([put(1), put(1), put(1)])).map(({ webhookId }) => webhookId).sort();
      const all = await dueIds(T + 1_000);
      expect(all).toEqual([...all].sort());
      expect(all.filter((id) => mine.includes(id))).toEqual(mine);
      const after = await queue.due(T + 1_000, mine[0] ?? '', 1);
      expect(after.webhooks).toHaveLength(1);
      expect((after.webhooks[0]?.webhookId ?? '') > (mine[0] ?? '')).toBe(true);
    });

    it('counts an attempt, keeps what came of it, and waits until the next is due', async () => {
      const { clientId, webhookId, ids } = await put(1);
      const first = await claimOne(webhookId);
      const attempt = attempted({ responseStatus: 500, responseBody: 'ai', error: 'O receptor respondeu 500' });
      expect(await settleOne({ ...settled(first, 'RETRYING'), attempt, dueAt: T + 60_000 })).toBe(true);
      expect(await rowOf(clientId, ids[0] ?? '')).toEqual({
        deliveryId: ids[0],
        eventId: first.eventId,
        type: 'import.completed',
        createdAt: T,
        webhookId,
        url: attempt.url,
        status: 'RETRYING',
        attempts: 1,
        lastAttemptAt: attempt.at,
        nextAttemptAt: T + 60_000,
        responseStatus: 500,
        error: 'O receptor respondeu 500',
        origin: 'EVENT',
      });
      expect(await claimAll(webhookId, T + 59_999)).toEqual([]);
      expect(await claimOne(webhookId, T + 60_000)).toMatchObject({ deliveryId: ids[0], attempts: 1 });
    });

    it('refuses the result of a claim that was released and taken again, and what it announces', async () => {
      const { clientId, webhookId, ids } = await put(1);
      const late = await claimOne(webhookId);
      expect(await queue.claims()).toContainEqual({ deliveryId: late.deliveryId, token: late.token });
      await queue.release([late]);
      expect(await queue.claims()).not.toContainEqual({ deliveryId: late.deliveryId, token: late.token });
      const second = await claimOne(webhookId);
      expect(second.token).not.toBe(late.token);
      const announce = { event: eventOf(clientId, 'webhook.failed'), deliveries: [deliveryOf(webhookId)] };
      expect(await settleOne({ ...settled(late, 'FAILED'), announce })).toBe(false);
      expect(await rows(clientId)).toHaveLength(1);
      await queue.release([late]); // no longer its own
      expect(await claimAll(webhookId)).toEqual([]);
      expect(await settleOne({ ...settled(second, 'DELIVERED'), announce })).toBe(true);
      expect(await settleOne(settled(second, 'FAILED'))).toBe(false);
      expect(await rowOf(clientId, ids[0] ?? '')).toMatchObject({ status: 'DELIVERED', nextAttemptAt: null });
      expect((await rows(clientId, { types: ['webhook.failed'] })).length).toBe(1);
    });

    it('settles many at once', async () => {
      const { clientId, webhookId } = await put(50);
      const claimed = await claimAll(webhookId);
      const results = await queue.settle(claimed.map((each) => settled(each, 'DELIVERED')));
      expect(results).toEqual(Array<boolean>(50).fill(true));
      expect((await rows(clientId, { status: 'DELIVERED' })).length).toBe(50);
    });

    it('counts failures in a row under one activation, tests apart', async () => {
      const { webhookId } = await put(4);
      const finish = async (status: 'DELIVERED' | 'FAILED', at: number, activation = 1) => {
        const claimed = await claimOne(webhookId);
        await settleOne({ ...settled(claimed, status), at, attempt: attempted({ at, activation }) });
      };
      await finish('DELIVERED', T + 1);
      await finish('FAILED', T + 2);
      await finish('FAILED', T + 3);
      await put(1, { webhookId, origin: 'TEST' });
      expect(await queue.failuresInARow(webhookId, 1, 3)).toBe(2);
      await finish('FAILED', T + 4);
      await finish('FAILED', T + 5);
      expect(await queue.failuresInARow(webhookId, 1, 3)).toBe(3);
      await put(1, { webhookId });
      await finish('FAILED', T + 6, 2);
      expect(await queue.failuresInARow(webhookId, 2, 3)).toBe(1);
      expect(await queue.failuresInARow(randomUUID(), 1, 3)).toBe(0);
    });

    it('closes what is open up to an activation, but for what is in somebody’s hands', async () => {
      const { clientId, webhookId } = await put(3);
      await put(1, { webhookId, activation: 2 });
      const held = await claimOne(webhookId);
      const other = await put(1);
      expect(await queue.closeOpen(webhookId, 'SKIPPED', 1, T)).toBe(2);
      expect((await rows(clientId)).map(({ status }) => status).sort()).toEqual(['PENDING', 'SKIPPED', 'SKIPPED']);
      expect((await claimAll(webhookId)).length).toBe(1); // of the second activation
      expect(await settleOne(settled(held, 'DELIVERED'))).toBe(true);
      expect((await claimAll(other.webhookId)).length).toBe(1);
      const skipped = (await rows(clientId)).find(({ status }) => status === 'SKIPPED');
      expect(skipped).toMatchObject({ attempts: 0, nextAttemptAt: null, lastAttemptAt: null });
      expect(await queue.closeOpen(webhookId, 'CANCELLED', null, T)).toBe(0);
    });

    it('keeps what was skipped from the start as a row nobody gets', async () => {
      const { clientId, webhookId } = await put(1, { status: 'SKIPPED' });
      expect(await claimAll(webhookId)).toEqual([]);
      expect(await rows(clientId)).toMatchObject([{ status: 'SKIPPED', nextAttemptAt: null }]);
    });

    it('lets waits that begin in the future begin now', async () => {
      const { webhookId } = await put(1);
      const at = T + 7_200_000;
      const claimed = await claimOne(webhookId);
      await settleOne({ ...settled(claimed, 'RETRYING'), attempt: attempted({ at }), dueAt: at + 60_000, at });
      await queue.rebase(T);
      expect(await claimAll(webhookId, T + 59_999)).toEqual([]);
      expect((await claimAll(webhookId, T + 60_000)).length).toBe(1);
    });

    it('lists one client’s deliveries newest first, by every filter, page by page, and nobody else’s', async () => {
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
      expect(await deliveryIds({ from: T + 1, to: T + 3 })).toEqual(newest.slice(1, 4));
      const filter = { clientId, types: TYPES, hidden: [], webhookId };
      const second = await queue.list(filter, { skip: 2, limit: 2 });
      expect(second.total).toBe(5);
      expect(second.rows.map(({ deliveryId }) => deliveryId)).toEqual(newest.slice(2, 4));
      expect(await queue.list(filter, { skip: 10, limit: 2 })).toEqual({ total: 5, rows: [] });
      expect(await rowOf(clientId + 1, ids[0] ?? '')).toBeNull();
      expect(await rowOf(clientId, randomUUID())).toBeNull();
    });

    it('orders deliveries of one moment by id', async () => {
      const { clientId, ids } = await put(4, { createdAt: T });
      expect((await rows(clientId)).map(({ deliveryId }) => deliveryId)).toEqual([...ids].sort());
    });

    it('finds for a replay what no delivery delivered, in the window, of the types asked for', async () => {
      const { clientId, webhookId, scheduled } = await put(4);
      await settleOne(settled(await claimOne(webhookId), 'DELIVERED'));
      const [delivered] = (await rows(clientId, { status: 'DELIVERED' })).map(({ eventId }) => eventId);
      const select = { clientId, webhookId, types: TYPES, since: T, until: T + 10, all: false };
      const eventIds = scheduled.map(({ event }) => event.eventId);
      const missing = eventIds.filter((id) => id !== delivered);
      const found = async (more = {}) =>
        (await queue.selectForReplay({ ...select, ...more }, null, 10)).map(({ eventId }) => eventId);
      expect(await found()).toEqual(missing);
      expect(await found({ all: true })).toEqual(eventIds);
      expect(await found({ since: T + 2, until: T + 2, all: true })).toEqual([eventIds[2]]);
      expect(await found({ types: ['import.failed'] })).toEqual([]);
      expect(await found({ clientId: clientId + 1 })).toEqual([]);
      expect(await queue.countForReplay(select, 100)).toBe(3);
      expect(await queue.countForReplay(select, 2)).toBe(2);
      const first = (await queue.selectForReplay({ ...select, all: true }, null, 1))[0] ?? null;
      expect((await queue.selectForReplay({ ...select, all: true }, first, 10)).length).toBe(3);
    });

    it('delivers an event again under another id, once, and not after its body is gone', async () => {
      const { clientId, webhookId, scheduled } = await put(1);
      const eventId = scheduled[0]?.event.eventId ?? '';
      const again = { eventId, delivery: deliveryOf(webhookId, { origin: 'REDELIVERY', createdAt: T + 5 }) };
      expect(await queue.enqueueAgain(clientId, [again])).toBe(1);
      expect(await queue.enqueueAgain(clientId, [again])).toBe(1);
      expect(await queue.enqueueAgain(clientId + 1, [again])).toBe(0);
      const gone = { eventId: 'evt_gone', delivery: deliveryOf(webhookId) };
      expect(await queue.enqueueAgain(clientId, [gone])).toBe(0);
      const claimed = await claimAll(webhookId);
      expect(claimed.map((each) => each.eventId)).toEqual([eventId, eventId]);
      expect(claimed[0]?.body?.equals(claimed[1]?.body ?? Buffer.alloc(0))).toBe(true);
      expect((await rows(clientId))[0]).toMatchObject({ deliveryId: again.delivery.deliveryId, createdAt: T + 5 });
      const select = { clientId, webhookId, types: TYPES, since: T, until: T + 10, all: true };
      expect(await queue.countForReplay(select, 10)).toBe(1);
    });

    it('lets one replay of a webhook run at a time, until what it sends has been tried', async () => {
      const { clientId, webhookId, scheduled } = await put(1, { status: 'SKIPPED' });
      expect(await queue.beginReplay(webhookId, T)).toBe(true);
      expect(await queue.beginReplay(webhookId, T + 1)).toBe(false);
      expect(await queue.beginReplay(randomUUID(), T + 1)).toBe(true);
      const delivery = deliveryOf(webhookId, { origin: 'REPLAY' });
      await queue.enqueueAgain(clientId, [{ eventId: scheduled[0]?.event.eventId ?? '', delivery }]);
      await queue.endReplay(webhookId);
      expect(await queue.beginReplay(webhookId, T + 2)).toBe(false);
      await settleOne({ ...settled(await claimOne(webhookId), 'RETRYING'), dueAt: T + 60_000 });
      expect(await queue.beginReplay(webhookId, T + 3)).toBe(true);
      expect(await queue.beginReplay(webhookId, T + 4 + 60_000)).toBe(true); // one that stopped half-way
    });

    it('tells how much is open and since when the longest has waited', async () => {
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

    it('keeps the fan-out’s checkpoint, which never goes back and is of one queue id', async () => {
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

    it('drops old rows and bodies, but nothing that is open', async () => {
      const old = T - 100 * DAY_MS;
      const mine = ++clients;
      const webhookId = randomUUID();
      const events = [0, 1].map((at) => ({ ...eventOf(mine, 'import.completed'), createdAt: old + at }));
      await queue.enqueue(
        events.map((event) => ({ event, deliveries: [deliveryOf(webhookId, { createdAt: old })] })),
      );
      const done = await claimOne(webhookId);
      await settleOne(settled(done, 'DELIVERED'));
      expect(await queue.purge(T - 90 * DAY_MS, T - 30 * DAY_MS)).toBe(2);
      const left = await rows(mine);
      expect(left).toMatchObject([{ status: 'PENDING' }]);
      expect((await claimOne(webhookId)).body).not.toBeNull();
    });

    // FerretDB, which closes rows one by one, would need longer than a store may take to answer.
    const many = racing ? 5_000 : 500;
    it(`holds ${many} deliveries of one event type for one webhook, and counts them`, async () => {
      const { clientId, webhookId } = await put(many);
      const { total } = await queue.list({ clientId, types: TYPES, hidden: [] }, { skip: many - 10, limit: 100 });
      expect(total).toBe(many);
      expect(await queue.closeOpen(webhookId, 'CANCELLED', null, T)).toBe(many);
      expect(await claimAll(webhookId)).toEqual([]);
    });
  });

const TYPES = ['import.completed', 'import.failed', 'webhook.delivered', 'webhook.failed'];

function eventOf(clientId: number, type: string, createdAt = T): PublicEvent {
  const eventId = `evt_${randomUUID()}`;
  const body = Buffer.from(JSON.stringify({ id: eventId, type, data: { nome: 'Ação – “çã”' } }));
  return { eventId, clientId, type, createdAt, body };
}

function deliveryOf(webhookId: string, more: Partial<NewDelivery> = {}): NewDelivery {
  return {
    deliveryId: randomUUID(),
    webhookId,
    url: 'https://receptor.example/eventos',
    activation: 1,
    origin: 'EVENT',
    status: 'PENDING',
    createdAt: T,
    dueAt: 0,
    ...more,
  };
}

function attempted(more: Partial<Attempted> = {}): Attempted {
  const answered = { responseStatus: 200, responseBody: '', error: '' };
  return { at: T + 2_000, url: 'https://receptor.example/agora', activation: 1, ...answered, ...more };
}

function settled(claimed: Claimed, status: Settlement['status']): Settlement {
  const { deliveryId, token } = claimed;
  return {
    claim: { deliveryId, token },
    status,
    attempt: attempted(),
    dueAt: null,
    at: T + 2_000,
    announce: null,
  };
}
