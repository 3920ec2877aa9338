// Deliveries put into a queue, and what comes out of it, for the contract.
import { randomUUID } from 'node:crypto';
import type {
  Attempted,
  Claimed,
  NewDelivery,
  PublicEvent,
  Settlement,
} from '../../src/webhooks/delivery/deliveries.js';
import type { DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';

export type OpenQueue = () => Promise<QueueStore>;
export type QueueStore = Readonly<{
  /** Another handle on the same deliveries, as another process has. */
  open(): DeliveryQueue;
  drop(): Promise<void>;
  /** How far `changedUntil` stays behind the store's clock, ms. */
  unseenMs: number;
}>;

export const T = Date.parse('2026-09-03T12:00:00.000Z');
let clients = 0;

/** Nobody had it before. */
export function newClient(): number {
  return ++clients;
}

export const TYPES = ['import.completed', 'import.failed', 'webhook.delivered', 'webhook.failed'];

export function queueRows(queue: () => DeliveryQueue) {
  const put = async (count: number, more: Partial<NewDelivery> = {}, type = 'import.completed') => {
    const clientId = newClient();
    const webhookId = more.webhookId ?? randomUUID();
    const scheduled = Array.from({ length: count }, (_, at) => {
      const event = eventOf(clientId, type, T + at);
      return { event, deliveries: [deliveryOf(webhookId, { createdAt: T + at, ...more })] };
    });
    await queue().enqueue(scheduled);
    const ids = scheduled.map(({ deliveries }) => deliveries[0]?.deliveryId ?? '');
    return { clientId, webhookId, scheduled, ids };
  };
  const claimAll = (webhookId: string, now = T + 1_000, count = 100) => queue().claim(now, [{ webhookId, count }]);
  const claimOne = async (webhookId: string, now?: number): Promise<Claimed> => {
    const [claimed] = await claimAll(webhookId, now, 1);
    if (claimed === undefined) throw new Error('nothing to claim');
    return claimed;
  };
  const dueIds = async (now: number) =>
    (await queue().due(now, '', 1_000)).webhooks.map(({ webhookId }) => webhookId);
  const rowOf = (clientId: number, deliveryId: string) => queue().find(clientId, deliveryId);
  const rows = async (clientId: number, more = {}) =>
    (await queue().list({ clientId, types: TYPES, hidden: [], ...more }, { skip: 0, limit: 100 })).rows;
  const settleOne = (settlement: Settlement) => queue().settle(settlement);
  return { put, claimAll, claimOne, dueIds, rowOf, rows, settleOne };
}

export function eventOf(clientId: number, type: string, createdAt = T): PublicEvent {
  const eventId = `evt_${randomUUID()}`;
  const body = Buffer.from(JSON.stringify({ id: eventId, type, data: { nome: 'Ação – “çã”' } }));
  return { eventId, clientId, type, createdAt, body };
}

export function deliveryOf(webhookId: string, more: Partial<NewDelivery> = {}): NewDelivery {
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

export function attempted(more: Partial<Attempted> = {}): Attempted {
  const answered = { responseStatus: 200, error: '' };
  return { at: T + 2_000, url: 'https://receptor.example/agora', activation: 1, ...answered, ...more };
}

export function settled(claimed: Claimed, status: Settlement['status']): Settlement {
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
