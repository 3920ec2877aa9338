// What every delivery queue must tell of what changed since a time: all of it, and nothing that did not change.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '#jest';
import type { Delivery } from '../../src/webhooks/delivery/deliveries.js';
import type { DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';
import { until } from '../support/until.js';
import {
  attempted,
  deliveryOf,
  eventOf,
  queueRows,
  settled,
  T,
  TYPES,
  type QueueStore,
} from './deliveryQueueRows.js';

export function changesContract(given: () => Readonly<{ queue: DeliveryQueue; store: QueueStore }>): void {
  let queue: DeliveryQueue;
  let store: QueueStore;
  beforeAll(() => {
    ({ queue, store } = given());
  });
  const { put, claimOne, rows, settleOne } = queueRows(() => queue);
  const all = { types: TYPES, hidden: [] };

  /** By the store's clock: after all that was changed so far, and no later than what is changed next. */
  async function moment(): Promise<number> {
    const changedUntil = async () =>
      (await queue.list({ clientId: 0, ...all }, { skip: 0, limit: 1 })).changedUntil;
    const before = await changedUntil();
    let now = before;
    if (store.unseenMs > 0)
      await until(async () => {
        now = await changedUntil();
        return now > before;
      }, 'the next millisecond of the server');
    return now + store.unseenMs;
  }
  const changedIds = async (clientId: number, changedSince: number) =>
    (await rows(clientId, { changedSince })).map(({ deliveryId }) => deliveryId).sort();

  it('lists deliveries created, attempted or closed since a time, but not those only claimed', async () => {
    const beginning = await moment();
    const { clientId, webhookId, ids } = await put(3);
    expect(await changedIds(clientId, beginning)).toEqual([...ids].sort());

    const made = await moment();
    expect(await changedIds(clientId, made)).toEqual([]);
    await queue.release([await claimOne(webhookId)]);
    expect(await changedIds(clientId, made)).toEqual([]);

    const first = await claimOne(webhookId);
    await settleOne({ ...settled(first, 'RETRYING'), dueAt: T + 60_000 });
    expect(await changedIds(clientId, made)).toEqual([first.deliveryId]);

    const tried = await moment();
    const second = await claimOne(webhookId);
    const announced = deliveryOf(webhookId);
    const announce = { event: eventOf(clientId, 'webhook.delivered'), deliveries: [announced] };
    await settleOne({ ...settled(second, 'DELIVERED'), announce });
    expect(await changedIds(clientId, tried)).toEqual([second.deliveryId, announced.deliveryId].sort());

    const delivered = await moment();
    const gone = await claimOne(webhookId);
    await settleOne({ ...settled(gone, 'CANCELLED'), attempt: null });
    expect(await changedIds(clientId, delivered)).toEqual([gone.deliveryId]);
    expect(await settleOne(settled(second, 'FAILED'))).toBe(false); // no longer its own

    const cancelled = await moment();
    expect(await changedIds(clientId, cancelled)).toEqual([]);
    await queue.closeOpen(webhookId, 'SKIPPED', null);
    expect(await changedIds(clientId, cancelled)).toEqual([first.deliveryId, announced.deliveryId].sort());

    const closed = await moment();
    const again = deliveryOf(webhookId, { origin: 'REDELIVERY' });
    const event = (await queue.find(clientId, first.deliveryId))?.event;
    if (event) await queue.enqueue([{ event, deliveries: [again] }]);
    expect(await changedIds(clientId, closed)).toEqual([again.deliveryId]);
    expect(await changedIds(clientId, beginning)).toHaveLength(5);
  });

  it('lists rescheduled deliveries as changed', async () => {
    const { clientId, webhookId, ids } = await put(2);
    const at = T + 7_200_000;
    const claimed = await claimOne(webhookId);
    await settleOne({ ...settled(claimed, 'RETRYING'), attempt: attempted({ at }), dueAt: at + 60_000, at });
    const before = await moment();
    await queue.rebase(T);
    expect(await changedIds(clientId, before)).toEqual([claimed.deliveryId]);
    expect(ids).toContain(claimed.deliveryId);
  });

  it('lists changes of one client by every filter, in pages, newest first', async () => {
    const before = await moment();
    const { clientId, webhookId } = await put(5);
    await put(2);
    await settleOne(settled(await claimOne(webhookId), 'DELIVERED'));
    const filter = { clientId, ...all, changedSince: before };
    const whole = await queue.list(filter, { skip: 0, limit: 100 });
    expect(whole.total).toBe(5);
    expect(whole.rows).toEqual(await rows(clientId));
    const page = await queue.list(filter, { skip: 1, limit: 2 });
    expect([page.total, page.rows]).toEqual([5, whole.rows.slice(1, 3)]);
    const count = async (more: object) => (await queue.list({ ...filter, ...more }, { skip: 0, limit: 9 })).total;
    expect(await count({ status: 'DELIVERED' })).toBe(1);
    expect(await count({ from: T + 1, to: T + 2 })).toBe(2);
    expect(await count({ hidden: [webhookId] })).toBe(0);
    expect(await count({ webhookId: randomUUID() })).toBe(0);
    expect(await count({ types: [] })).toBe(0);
  });

  it('misses no change that others make between repeated reads', async () => {
    const { clientId } = await put(10);
    const seen = new Map<string, Delivery>();
    let since = 0;
    const readOn = async (): Promise<void> => {
      const filter = { clientId, ...all, changedSince: since };
      const { rows: changed, changedUntil } = await queue.list(filter, { skip: 0, limit: 1_000 });
      for (const row of changed) seen.set(row.deliveryId, row);
      since = changedUntil;
    };
    const others = [store.open(), store.open()];
    let busy = true;
    const writing = Promise.all(
      others.map(async (other) => {
        const webhookId = randomUUID();
        for (let round = 0; round < 5; round++) {
          const event = eventOf(clientId, 'import.completed');
          await other.enqueue([{ event, deliveries: [deliveryOf(webhookId), deliveryOf(webhookId)] }]);
          for (const claimed of await other.claim(T + 1_000, [{ webhookId, count: 2 }])) {
            const announce = {
              event: eventOf(clientId, 'webhook.delivered'),
              deliveries: [deliveryOf(webhookId)],
            };
            await other.settle({ ...settled(claimed, 'DELIVERED'), announce });
          }
        }
      }),
    ).finally(() => (busy = false));
    while (busy) await readOn();
    await writing;
    await readOn();
    const found = await queue.list({ clientId, ...all }, { skip: 0, limit: 1_000 });
    expect(found.total).toBeGreaterThan(30);
    expect([...seen.keys()].sort()).toEqual(found.rows.map(({ deliveryId }) => deliveryId).sort());
    for (const row of found.rows) expect(seen.get(row.deliveryId)).toEqual(row);
    await Promise.all(others.map((other) => other.close()));
  });
}
