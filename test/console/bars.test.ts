// The bars of 24 hours: which deliveries they count, in which hour, and how tall; and the line of a year.
import { describe, expect, it } from '#jest';
import { renderToString } from 'preact-render-to-string';
import { Chart, Sparkline } from '../../src/console/design/Chart.js';
import { Bars } from '../../src/console/pages/webhooks/Webhooks.js';
import { emptyHours, lastHours } from '../../src/console/pages/webhooks/query.js';
import type { Delivery } from '../../src/webhooks/delivery/deliveries.js';
import type { DeliveryFilter, DeliveryQueue } from '../../src/webhooks/delivery/deliveryQueue.js';

const NOW = Date.UTC(2026, 10, 23, 12, 30);
const HOUR_MS = 3_600_000;

const delivery = (hoursAgo: number, changes: Partial<Delivery> = {}): Delivery => ({
  deliveryId: 'd',
  eventId: 'evt_1',
  type: 'import.completed',
  webhookId: 'w',
  url: 'https://x.example',
  status: 'DELIVERED',
  attempts: 1,
  lastAttemptAt: null,
  nextAttemptAt: null,
  responseStatus: 204,
  error: '',
  origin: 'EVENT',
  createdAt: NOW - hoursAgo * HOUR_MS,
  ...changes,
});

async function counted(rows: readonly Delivery[], total = rows.length) {
  let asked: DeliveryFilter | undefined;
  const list: DeliveryQueue['list'] = async (filter) => {
    asked = filter;
    return { total, rows: [...rows], changedUntil: 0 };
  };
  const clock = { now: () => new Date(NOW) };
  const deps = { deliveries: { list }, clock } as unknown as Parameters<typeof lastHours>[0];
  const of = await lastHours(deps, 7);
  return { of, hours: (webhookId: string) => of(webhookId).hours, asked };
}

describe('The bars of a webhook', () => {
  it('count deliveries of the client by the hour they were created, the last one being the current', async () => {
    const rows = [delivery(0), delivery(0.9), delivery(1.1), delivery(23.9, { status: 'FAILED' })];
    const { hours, asked } = await counted(rows);
    expect(asked).toMatchObject({ clientId: 7, from: NOW - 24 * HOUR_MS });
    const found = hours('w') ?? [];
    expect(found).toHaveLength(24);
    expect([found[23], found[22], found[0]]).toEqual([
      { delivered: 2, failed: 0 },
      { delivered: 1, failed: 0 },
      { delivered: 0, failed: 1 },
    ]);
    expect(found.slice(1, 22).every(({ delivered, failed }) => delivered + failed === 0)).toBe(true);
  });

  it('count those of each webhook apart, waiting for another attempt as failed, and neither tests nor what waits', async () => {
    const { hours } = await counted([
      delivery(0, { webhookId: 'a', status: 'RETRYING' }),
      delivery(0, { webhookId: 'b', origin: 'REDELIVERY' }),
      delivery(0, { webhookId: 'b', origin: 'TEST', status: 'FAILED' }),
      ...(['PENDING', 'SKIPPED', 'CANCELLED'] as const).map((status) => delivery(0, { webhookId: 'b', status })),
    ]);
    expect(hours('a')?.[23]).toEqual({ delivered: 0, failed: 1 });
    expect(hours('b')?.[23]).toEqual({ delivered: 1, failed: 0 });
  });

  it('are told in words, as tall as their share of the fullest hour, failures on top', () => {
    const hours = emptyHours();
    hours[23] = { delivered: 30, failed: 10 };
    hours[0] = { delivered: 0, failed: 1 };
    const html = renderToString(Bars({ hours, isCut: false }));
    expect(html).toContain('aria-label="Últimas 24 horas: 30 entregues, 11 sem sucesso"');
    expect(html).toContain('<rect class="done" x="184" y="9" width="6" height="27"');
    expect(html).toContain('<rect class="bad" x="184" y="0" width="6" height="9"');
    // One failure among forty deliveries an hour is still seen.
    expect(html).toContain('<rect class="bad" x="0" y="34" width="6" height="2"');
    expect(html.match(/<rect/g)).toHaveLength(3);
  });

  it('say so when older deliveries are not counted', async () => {
    const { of } = await counted([delivery(0)], 5_001);
    const html = renderToString(Bars(of('w')));
    expect(html).toContain('>1 entregue, 0 sem sucesso, entre as 5.000 mais novas<');
    expect(renderToString(Bars(of('other')))).toBe('0 entregues, 0 sem sucesso, entre as 5.000 mais novas');
  });

  it('are an empty ground without deliveries', () => {
    const html = renderToString(Bars({ hours: emptyHours(), isCut: false }));
    expect(html).not.toContain('<rect');
    expect(html).toContain('0 entregues, 0 sem sucesso');
  });
});

it('A chart has room for six figures beside its axis', () => {
  const axes = { labels: ['1º'], here: 0, ticks: [300_000], marks: [], below: 'dia útil' };
  const html = renderToString(
    Chart({
      label: 'x',
      bars: [{ values: {} }],
      parts: [],
      most: 300_000,
      step: 40,
      height: 100,
      axes,
      children: '',
    }),
  );
  const end = Number(/text-anchor="end" x="(\d+)"[^>]*>300\.000</.exec(html)?.[1]);
  // Seven characters of 12 pixels, which end there.
  expect(end).toBeGreaterThanOrEqual(7 * 7);
});

function rendered(...points: readonly (readonly [number, number])[]): string {
  const svg = Sparkline({ points, label: 'Saldo' });
  return svg === null ? '' : renderToString(svg);
}

describe('The line of a year', () => {
  it('ends at the right, goes from the least to the most, and passes over months that are missing', () => {
    const html = rendered([11, 50], [1, 100], [0, 0]);
    expect(html).toContain('d="M2,10L52,2L57,18"');
    expect(html).toContain('<circle cx="57" cy="18"');
  });

  it('is level where nothing changed, and absent of a single month', () => {
    expect(rendered([1, 7], [0, 7])).toContain('d="M52,10L57,10"');
    expect(rendered([0, 7])).toBe('');
  });
});
