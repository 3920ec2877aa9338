// Deliveries over real HTTP on loopback: what receivers get, and every way a receiver can go wrong
// (docs/spec/webhooks.md#attempts).
import { createHmac } from 'node:crypto';
import { describe, expect, it } from '#jest';
import { answers, closesEarly, firstThen, hangs, type Behaviour } from '../support/receiver.js';
import { until } from '../../support/until.js';
import { useHarness, type Harness, type ProcessOptions } from '../support/harness.js';

const CLIENT = 1;
const FAST = [0, 0.02, 0.02];

describe('A delivery', () => {
  const harness = useHarness();
  const settled = (status: string, count = 1) =>
    until(async () => (await harness.statuses(CLIENT)).filter((each) => each === status).length >= count, status);

  /** One import, to one webhook. */
  async function imported(behaviour: Behaviour, options: ProcessOptions, status: string) {
    const to = await harness.receiver(behaviour);
    await harness.register(CLIENT, to.url, ['import.completed']);
    const { outcomes } = harness.start(options);
    await harness.imported(CLIENT);
    await settled(status);
    return { to, outcomes, row: (await harness.rows(CLIENT))[0] };
  }

  it('carries the event, the specified headers and a signature over the bytes sent', async () => {
    const to = await harness.receiver();
    const { secret } = await harness.register(CLIENT, to.url, ['import.completed']);
    harness.start();
    const trialBalanceId = await harness.imported(CLIENT);
    await settled('DELIVERED');
    const [received] = to.received;
    const row = (await harness.rows(CLIENT))[0];
    expect(received?.event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      type: 'import.completed',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        trialBalanceId,
        companyId: CLIENT,
        cnpj: '11222333000181',
        period: '2026-08',
        version: 1,
        chartName: 'Plano Geral',
        linesSent: 3,
        linesImported: 2,
        importedBy: 'ERP',
        importedAt: received?.event.createdAt,
      },
    });
    const digest = createHmac('sha256', secret)
      .update(received?.body ?? '')
      .digest('hex');
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'import.completed',
      'x-service-delivery-id': row?.deliveryId,
      'x-service-signature': `sha256=${digest}`,
      'webhook-id': received?.event.id,
    });
    expect(received?.headers).not.toHaveProperty('x-service-signature-next');
    expect(row).toMatchObject({
      eventId: received?.event.id,
      type: 'import.completed',
      url: to.url,
      status: 'DELIVERED',
      attempts: 1,
      responseStatus: 204,
      error: '',
      nextAttemptAt: null,
    });
    expect(new Date(row?.createdAt ?? 0).toISOString()).toBe(received?.event.createdAt);
  });

  it('is attempted again with the same ids and bytes until the receiver accepts it', async () => {
    const twice = firstThen(2, answers(500, {}, 'falha'), answers(200));
    const { to, row } = await imported(twice, { retrySeconds: FAST }, 'DELIVERED');
    expect(to.received).toHaveLength(3);
    expect(new Set(to.received.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(to.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1);
    expect(row).toMatchObject({ attempts: 3, responseStatus: 200, error: '' });
  });

  const wrongs: readonly (readonly [string, Behaviour, number | null, RegExp])[] = [
    ['500', answers(500, {}, 'estourou'), 500, /respondeu 500: estourou/],
    ['a redirect, which is not followed', answers(302, { location: 'http://127.0.0.1:9/' }), 302, /respondeu 302/],
    ['a conversation closed early', closesEarly, null, /interrompida/],
    ['no answer at all', hangs, null, /prazo/],
  ];
  /** Only who never answers is waited for; a busy machine must not look like one. */
  const patience = (behaviour: Behaviour) => (behaviour === hangs ? 1_000 : 10_000);
  it.each(wrongs)('fails on %s, and is attempted again', async (_name, behaviour, status, error) => {
    const options = { retrySeconds: [0, 600], timeoutMs: patience(behaviour) };
    const { to, row } = await imported(firstThen(1, behaviour, answers(204)), options, 'RETRYING');
    expect(row).toMatchObject({ attempts: 1, responseStatus: status, error: expect.stringMatching(error) });
    // Measured from the end of the failed attempt.
    expect((row?.nextAttemptAt ?? 0) - (row?.lastAttemptAt ?? 0)).toBe(600_000);
    expect(row?.lastAttemptAt).toBeGreaterThanOrEqual(to.received[0]?.at ?? Infinity);
  });

  it('waits longer when Retry-After says so, never shorter', async () => {
    const later = answers(429, { 'retry-after': '1200' });
    const { to } = await imported(later, { retrySeconds: [0, 600] }, 'RETRYING');
    to.behave(answers(503, { 'retry-after': '3' }));
    await harness.imported(CLIENT);
    await settled('RETRYING', 2);
    const waits = (await harness.rows(CLIENT)).map(
      ({ nextAttemptAt, lastAttemptAt }) => (nextAttemptAt ?? 0) - (lastAttemptAt ?? 0),
    );
    expect(waits.sort()).toEqual([1_200_000, 600_000]);
  });

  it('that used up all attempts makes one webhook.failed for each subscriber, and none about itself', async () => {
    const to = await harness.receiver((response, { event }) =>
      answers(event.type === 'import.completed' ? 500 : 204)(response, {} as never),
    );
    const other = await harness.receiver();
    const failing = await harness.register(CLIENT, to.url, [
      'import.completed',
      'webhook.failed',
      'webhook.delivered',
    ]);
    await harness.register(CLIENT, other.url, ['webhook.failed', 'webhook.delivered']);
    harness.start({ retrySeconds: FAST });
    await harness.imported(CLIENT);
    await settled('DELIVERED', 2);
    const failed = (await harness.rows(CLIENT, { status: 'FAILED' }))[0];
    expect(failed).toMatchObject({ type: 'import.completed', attempts: 3, nextAttemptAt: null });
    const events = other.received.map(({ event }) => event);
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'webhook.failed',
        createdAt: expect.any(String),
        data: {
          deliveryId: failed?.deliveryId,
          webhookId: failing.webhookId,
          eventId: failed?.eventId,
          eventType: 'import.completed',
          attempts: 3,
          responseStatus: 500,
        },
      },
    ]);
    // One import, two webhooks: its delivery and one notice each, and nothing about the notices.
    expect(await harness.statuses(CLIENT)).toEqual(['DELIVERED', 'DELIVERED', 'FAILED']);
  });

  it('that succeeded makes one webhook.delivered for each subscriber', async () => {
    const to = await harness.receiver();
    await harness.register(CLIENT, to.url, ['import.failed', 'webhook.delivered']);
    harness.start();
    await harness.refused(CLIENT);
    await settled('DELIVERED', 2);
    const [first, second] = to.received.map(({ event }) => event);
    expect(first).toMatchObject({
      type: 'import.failed',
      data: {
        code: 'IMPORTACAO_RECUSADA',
        error: 'débito e crédito não batem',
        period: '2026-08',
        importedBy: 'ERP',
      },
    });
    expect(second).toMatchObject({ type: 'webhook.delivered', data: { eventId: first?.id, responseStatus: 204 } });
  });

  it('answered 410 deactivates its webhook at once, and later events are skipped', async () => {
    const to = await harness.receiver(answers(410));
    const other = await harness.receiver();
    await harness.register(CLIENT, to.url, ['import.completed']);
    await harness.register(CLIENT, other.url, ['webhook.failed']);
    harness.start({ retrySeconds: FAST });
    await harness.imported(CLIENT);
    await settled('FAILED');
    await settled('DELIVERED');
    await until(async () => (await lastWebhookFact(harness))?.type === 'WebhookDeactivated', 'deactivated');
    expect((await lastWebhookFact(harness))?.data).toMatchObject({ reason: 'GONE' });
    await harness.imported(CLIENT);
    await settled('SKIPPED');
    expect(to.received).toHaveLength(1);
    expect(other.received).toHaveLength(1);
  });

  it('deactivates its webhook after three exhausted in a row, and not when one between succeeded', async () => {
    const to = await harness.receiver(answers(500));
    const webhook = await harness.register(CLIENT, to.url, ['import.completed']);
    harness.start({ retrySeconds: [0] });
    const next = async (status: string, count: number) => {
      await harness.imported(CLIENT);
      await settled(status, count);
    };
    await next('FAILED', 1);
    await next('FAILED', 2);
    to.behave(answers(204));
    await next('DELIVERED', 1);
    to.behave(answers(500));
    await next('FAILED', 3);
    await next('FAILED', 4);
    expect((await lastWebhookFact(harness))?.type).toBe('WebhookRegistered');
    await next('FAILED', 5);
    await until(async () => (await lastWebhookFact(harness))?.type === 'WebhookDeactivated', 'deactivated');
    expect((await lastWebhookFact(harness))?.data).toMatchObject({ reason: 'EXHAUSTED' });
    await next('SKIPPED', 1);
    await harness.change(webhook, 'WebhookActivated');
    await next('FAILED', 6); // counted from zero again
    await next('FAILED', 7);
    expect((await lastWebhookFact(harness))?.type).toBe('WebhookActivated');
  });

  it('is counted by its outcome', async () => {
    const once = firstThen(1, answers(500), answers(204));
    const { outcomes } = await imported(once, { retrySeconds: FAST }, 'DELIVERED');
    expect(outcomes).toEqual(['answered 500', 'delivered']);
  });
});

async function lastWebhookFact({ log }: Harness) {
  let last = null;
  for await (const event of log.read(`webhooks-${CLIENT}`, 0)) last = event;
  return last;
}
