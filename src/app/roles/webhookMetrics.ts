// Metrics of webhooks, collected when they are scraped.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';

/** @returns counts one attempt by its outcome */
export function attemptCounter(metrics: Registry): (outcome: string) => void {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  return (outcome) => attempts.inc({ outcome });
}

export function fanOutGauge(metrics: Registry, isRefused: () => boolean): void {
  new Gauge({
    name: 'webhook_fan_out_refused',
    help: '1 while events wait for `operator webhooks resume`',
    registers: [metrics],
    collect() {
      this.set(isRefused() ? 1 : 0);
    },
  });
}

/** No value while the queue is away. */
export function queueGauges(metrics: Registry, queue: DeliveryQueue, now: () => number): void {
  const stats = async () => queue.stats(now()).catch(() => null);
  new Gauge({
    name: 'webhook_queue_depth',
    help: 'Deliveries not yet delivered nor given up',
    registers: [metrics],
    async collect() {
      this.reset();
      const found = await stats();
      if (found !== null) this.set(found.depth);
    },
  });
  new Gauge({
    name: 'webhook_oldest_due_age_seconds',
    help: 'Since when the longest waiting delivery has been due; 0 when none is',
    registers: [metrics],
    async collect() {
      this.reset();
      const found = await stats();
      if (found === null) return;
      const { oldestDueAt } = found;
      this.set(oldestDueAt === null ? 0 : Math.max(0, now() - oldestDueAt) / 1_000);
    },
  });
}
