// Metrics of webhooks, collected when they are scraped.
import { Counter, type Registry } from 'prom-client';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import { singleFlight } from '../../runtime/singleFlight.js';
import { scrapedGauge } from './gauge.js';

/** `onAttempt` counts an attempt by its outcome, `onSettled` a delivery by its status after the attempt. */
export function deliveryCounters(
  registry: Registry,
): Readonly<{ onAttempt(outcome: string): void; onSettled(status: string): void }> {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Deliveries settled, by their status: RETRYING ones are settled again later',
    labelNames: ['status'],
    registers: [registry],
  });
  return {
    onAttempt: (outcome) => attempts.inc({ outcome }),
    onSettled: (status) => deliveries.inc({ status }),
  };
}

export function fanOutGauge(registry: Registry, isRefused: () => boolean): void {
  scrapedGauge(registry, 'webhook_fan_out_refused', '1 while events wait for `operator webhooks resume`', () =>
    isRefused() ? 1 : 0,
  );
}

/** No value while the queue is unavailable. */
export function queueGauges(registry: Registry, queue: DeliveryQueue, now: () => number): void {
  const { now: stats } = singleFlight(async () => queue.stats(now()).catch(() => null));
  scrapedGauge(
    registry,
    'webhook_queue_depth',
    'Deliveries not yet delivered nor given up',
    async () => (await stats())?.depth ?? null,
  );
  scrapedGauge(
    registry,
    'webhook_oldest_due_age_seconds',
    'Since when the longest waiting delivery has been due; 0 when none is',
    async () => {
      const found = await stats();
      if (found === null) return null;
      return found.oldestDueAt === null ? 0 : Math.max(0, now() - found.oldestDueAt) / 1_000;
    },
  );
}
