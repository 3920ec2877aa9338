// Metrics of requests for Prometheus. Labels are routes and statuses, never keys, companies or addresses.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { singleFlight } from '../../runtime/singleFlight.js';
import type { Health, PartHealth } from './health.js';

export type HttpMetrics = Readonly<ReturnType<typeof createHttpMetrics>>;

const DURATION_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createHttpMetrics(registry: Registry, health: Health) {
  const registers = [registry];
  const countAnswer = answerCounter(registry);
  const unauthenticated = new Counter({
    name: 'http_unauthenticated_total',
    help: 'Calls without a valid key',
    registers,
  });
  const refused = new Counter({
    name: 'http_refused_by_server_total',
    help: 'Malformed, oversized or too slow requests',
    labelNames: ['status'],
    registers,
  });
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections beyond the limit',
    registers,
  });
  partGauges(registry, health);

  return {
    countAnswer,
    countUnauthenticated: () => unauthenticated.inc(),
    /** Bytes that never became a request, or a request that came too slowly. */
    countRefusedByServer: (status: number) => refused.labels(String(status)).inc(),
    countDropped: () => dropped.inc(),
  };
}

function answerCounter(registry: Registry) {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to its answer',
    labelNames: ['route'],
    buckets: DURATION_SECONDS,
    registers,
  });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'status'],
    registers,
  });
  return (route: string, status: number, durationMs: number): void => {
    requests.inc({ route, status });
    durations.observe({ route }, durationMs / 1000);
  };
}

/** Asked for when scraped, once for all of them. */
function partGauges(registry: Registry, health: Health): void {
  const parts = singleFlight(health);
  const gauge = (name: string, help: string, valueOf: (part: PartHealth) => number | undefined): void => {
    new Gauge({
      name,
      help,
      labelNames: ['part'],
      registers: [registry],
      async collect() {
        const readings = await parts.now();
        this.reset();
        for (const part of readings) {
          const value = valueOf(part);
          if (value !== undefined) this.labels(part.part).set(value);
        }
      },
    });
  };
  gauge('service_part_ready', '1 when a part of the service is ready', ({ ready }) => (ready ? 1 : 0));
  gauge('service_part_lag_events', 'Positions of the log a part has yet to look at', ({ lagEvents }) => lagEvents);
  gauge(
    'service_part_lag_seconds',
    'Since when a part is behind the log, at least',
    ({ lagSeconds }) => lagSeconds,
  );
}

export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
