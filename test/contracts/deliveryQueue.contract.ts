// What every delivery queue must do. Adapters are equal only because they pass the same suite.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import type { DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';
import { changesContract } from './deliveryQueue.changes.js';
import { keepingContract } from './deliveryQueue.keeping.js';
import { attempted, deliveryOf, eventOf, queueRows, settled, T, type OpenQueue } from './deliveryQueueRows.js';

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

    const { put, claimAll, claimOne, dueIds, rowOf, rows, settleOne } = queueRows(() => queue);

    it('lets a delivery be claimed once, with its stored bytes, and not before it is due', async () => {
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

    it('lets deliveries due at once be claimed whatever the clock says', async () => {
      const { webhookId } = await put(1);
      expect((await claimAll(webhookId, 5)).length).toBe(1);
    });

    it('stores a delivery enqueued twice once, unchanged', async () => {
      const { clientId, webhookId, scheduled } = await put(2);
      await settleOne(settled(await claimOne(webhookId), 'DELIVERED'));
      await queue.enqueue(scheduled);
      expect((await rows(clientId)).map(({ status }) => status).sort()).toEqual(['DELIVERED', 'PENDING']);
    });

    (racing ? it : it.skip)('gives each of 40 deliveries to one of eight claimers', async () => {
      const { webhookId, ids } = await put(40);
      const others = Array.from({ length: 4 }, () => store.open());
      const taken: string[] = [];
      const claimAllOf = async (each: DeliveryQueue) => {
        while (taken.length < ids.length)
          for (const { deliveryId } of await each.claim(T + 1_000, [{ webhookId, count: 10 }]))
            taken.push(deliveryId);
      };
      await Promise.all([...others, ...others].map(claimAllOf));
      await Promise.all(others.map((each) => each.close()));
      expect(taken.sort()).toEqual(ids.sort());
    });

    it('claims the oldest due first, and at most the requested number of each webhook', async () => {
      const { webhookId, scheduled } = await put(3);
      const later = await put(2, { webhookId, dueAt: T + 100 });
      const two = await queue.claim(T + 1_000, [{ webhookId, count: 3 }]);
      expect(two.map(({ deliveryId }) => deliveryId).sort()).toEqual(
        scheduled.map(({ deliveries }) => deliveries[0]?.deliveryId).sort(),
      );
      expect((await claimAll(webhookId)).map(({ deliveryId }) => deliveryId).sort()).toEqual(later.ids.sort());
    });

    it('lists webhooks with due deliveries in ascending order', async () => {
      const mine = (await Promise.all([put(1), put(1), put(1)])).map(({ webhookId }) => webhookId).sort();
      const all = await dueIds(T + 1_000);
      expect(all).toEqual([...all].sort());
      expect(all.filter((id) => mine.includes(id))).toEqual(mine);
      const after = await queue.due(T + 1_000, mine[0] ?? '', 1);
      expect(after.webhooks).toHaveLength(1);
      expect((after.webhooks[0]?.webhookId ?? '') > (mine[0] ?? '')).toBe(true);
    });

    it('stores an attempt with its outcome, and is not due before the next attempt', async () => {
      const { clientId, webhookId, scheduled, ids } = await put(1);
      const first = await claimOne(webhookId);
      const attempt = attempted({ responseStatus: 500, error: 'O receptor respondeu 500' });
      expect(await settleOne({ ...settled(first, 'RETRYING'), attempt, dueAt: T + 60_000 })).toBe(true);
      expect(await rowOf(clientId, ids[0] ?? '')).toEqual({
        made: [{ at: attempt.at, responseStatus: 500, error: 'O receptor respondeu 500' }],
        event: scheduled[0]?.event,
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

    it('keeps every attempt of a delivery, in their order, for its own client', async () => {
      const { clientId, webhookId, ids } = await put(1);
      const id = ids[0] ?? '';
      expect((await queue.find(clientId, id))?.made).toEqual([]);
      const made = [
        { at: T, responseStatus: 500, error: 'O receptor respondeu "500"' },
        { at: T + 60_000, responseStatus: null, error: 'sem resposta' },
        { at: T + 120_000, responseStatus: 204, error: '' },
      ];
      for (const [index, attempt] of made.entries()) {
        const isLast = index === made.length - 1;
        const settlement = settled(await claimOne(webhookId, attempt.at), isLast ? 'DELIVERED' : 'RETRYING');
        const dueAt = isLast ? null : (made[index + 1]?.at ?? null);
        expect(await settleOne({ ...settlement, attempt: attempted(attempt), dueAt, at: attempt.at })).toBe(true);
        expect((await queue.find(clientId, id))?.made).toEqual(made.slice(0, index + 1));
      }
      expect(await queue.find(clientId + 1, id)).toBeNull();
    });

    it('refuses the outcome of a claim that is no longer valid, and the event about it', async () => {
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
      const results = await Promise.all(claimed.map((each) => queue.settle(settled(each, 'DELIVERED'))));
      expect(results).toEqual(Array<boolean>(50).fill(true));
      expect((await rows(clientId, { status: 'DELIVERED' })).length).toBe(50);
    });

    it('names the failures in a row under one activation, newest first, tests apart', async () => {
      const { webhookId } = await put(4);
      const finish = async (status: 'DELIVERED' | 'FAILED', at: number, activation = 1) => {
        const claimed = await claimOne(webhookId);
        await settleOne({ ...settled(claimed, status), at, attempt: attempted({ at, activation }) });
        return claimed.deliveryId;
      };
      await finish('DELIVERED', T + 1);
      const first = await finish('FAILED', T + 2);
      const second = await finish('FAILED', T + 3);
      await put(1, { webhookId, origin: 'TEST' });
      expect(await queue.failuresInARow(webhookId, 1, 3)).toEqual([second, first]);
      const last = [await finish('FAILED', T + 4), await finish('FAILED', T + 5)]; // the test is one of the two
      const [newest = '', ...before] = await queue.failuresInARow(webhookId, 1, 3);
      expect(last).toContain(newest);
      expect(before).toEqual([second, first]);
      await put(1, { webhookId });
      const ofTheSecond = await finish('FAILED', T + 6, 2);
      expect(await queue.failuresInARow(webhookId, 2, 3)).toEqual([ofTheSecond]);
      expect(await queue.failuresInARow(randomUUID(), 1, 3)).toEqual([]);
    });

    it('closes open deliveries up to an activation, except claimed ones', async () => {
      const { clientId, webhookId } = await put(3);
      await put(1, { webhookId, activation: 2 });
      const held = await claimOne(webhookId);
      const other = await put(1);
      expect(await queue.closeOpen(webhookId, 'SKIPPED', 1)).toBe(2);
      expect((await rows(clientId)).map(({ status }) => status).sort()).toEqual(['PENDING', 'SKIPPED', 'SKIPPED']);
      expect((await claimAll(webhookId)).length).toBe(1); // of the second activation
      expect(await settleOne(settled(held, 'DELIVERED'))).toBe(true);
      expect((await claimAll(other.webhookId)).length).toBe(1);
      const skipped = (await rows(clientId)).find(({ status }) => status === 'SKIPPED');
      expect(skipped).toMatchObject({ attempts: 0, nextAttemptAt: null, lastAttemptAt: null });
      expect(await queue.closeOpen(webhookId, 'CANCELLED', null)).toBe(0);
    });

    it('lists deliveries that were skipped at scheduling, and never lets them be claimed', async () => {
      const { clientId, webhookId } = await put(1, { status: 'SKIPPED' });
      expect(await claimAll(webhookId)).toEqual([]);
      expect(await rows(clientId)).toMatchObject([{ status: 'SKIPPED', nextAttemptAt: null }]);
    });

    it('corrects waits that start in the future to start now', async () => {
      const { webhookId } = await put(1);
      const at = T + 7_200_000;
      const claimed = await claimOne(webhookId);
      await settleOne({ ...settled(claimed, 'RETRYING'), attempt: attempted({ at }), dueAt: at + 60_000, at });
      await queue.rebase(T);
      expect(await claimAll(webhookId, T + 59_999)).toEqual([]);
      expect((await claimAll(webhookId, T + 60_000)).length).toBe(1);
    });

    describe('tells', () => changesContract(() => ({ queue, store })));
    describe('keeps', () => keepingContract(() => ({ queue, store }), racing));
  });
