// Metrics of mails, collected when they are scraped.
import type { Registry } from 'prom-client';
import type { Outbox } from '../../mail/outbox.js';
import { singleFlight } from '../../runtime/singleFlight.js';
import { scrapedGauge } from './gauge.js';

/** No value while the outbox is unavailable. */
export function mailGauges(registry: Registry, outbox: Outbox): void {
  const { now: counts } = singleFlight(async () => outbox.counts().catch(() => null));
  scrapedGauge(
    registry,
    'mails_waiting',
    'Mails not yet sent nor given up',
    async () => (await counts())?.waiting ?? null,
  );
  scrapedGauge(
    registry,
    'mails_failed',
    'Mails given up in the last 35 days',
    async () => (await counts())?.failed ?? null,
  );
}
