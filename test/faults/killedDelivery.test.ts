// kill -9 while a delivery is on its way (docs/spec/webhooks.md#deliveries): it arrives at least once, repeats
// carry the same ids and bytes, no attempt counts twice, and another process takes over within 30 s.
import { beforeAll, describe, expect, it } from '#jest';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import { startService } from '../support/service.js';
import { ALLOWED, PATIENT, DELIVERED_WITHIN_MS } from '../webhooks/support/importingClient.js';
import { until } from '../support/until.js';
import { asking } from '../api/webhooks/asking.js';
import { startClients, type Clients } from '../api/webhooks/clients.js';

const ENV = { ...ALLOWED, WEBHOOK_TIMEOUT_SECONDS: '5', WEBHOOK_RETRY_SECONDS: PATIENT };

describe('kill -9', () => {
  let clients: Clients;
  let receiver: Receiver;
  let webhookId: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    clients = await startClients(ENV);
    const webhook = { url: receiver.url, events: ['import.completed'] };
    webhookId = (await asking(clients.service.url, clients.keys.full).register(webhook)).data.id;
    await clients.service.kill();
  });

  it.each([
    ['webhook.claimed', 0],
    ['webhook.sent', 1],
  ])('at %s: the receiver has it, %d times more than attempts are recorded', async (place, unrecorded) => {
    const entry = 'test/faults/support/serviceWithFailPoints.js';
    const doomed = await startService({ dataDir: clients.dataDir, entry, env: { ...ENV, FAIL_AT: place } });
    const asked = asking(doomed.url, clients.keys.full).call('POST', `/webhooks/${webhookId}/test`);
    await Promise.all([doomed.exited, asked.catch(() => undefined)]);
    const next = await startService({ dataDir: clients.dataDir, env: ENV });
    try {
      const headers = { authorization: `Bearer ${clients.keys.full}` };
      const newest = async () => {
        const listed = await fetch(`${next.url}/v1/events?limit=1`, { headers });
        return ((await listed.json()) as { data: Record<string, unknown>[] }).data[0];
      };
      await until(async () => (await newest())?.['status'] === 'DELIVERED', 'taken over', DELIVERED_WITHIN_MS);
      const row = await newest();
      const got = receiver.received.filter(({ event }) => event.id === row?.['eventId']);
      expect(row).toMatchObject({ responseStatus: 204 });
      // One attempt, or one more for each time that the machine stood still for longer than an attempt may take.
      expect(row?.['attempts']).toBeGreaterThan(0);
      expect(got).toHaveLength(Number(row?.['attempts']) + unrecorded);
      expect(new Set(got.map(({ headers: sent }) => sent['x-service-delivery-id']))).toEqual(
        new Set([row?.['deliveryId']]),
      );
      expect(new Set(got.map(({ body }) => body.toString())).size).toBe(1);
    } finally {
      await next.kill();
    }
  });
});
