// Metrics of the log and the disk.
import { statfs } from 'node:fs/promises';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../commands/kernel/context.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { singleFlight } from '../../runtime/singleFlight.js';
import { scrapedGauge } from './gauge.js';

const APPEND_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures each append. Lost races count as well: the log has answered. */
export function measuredAppends(
  registry: Registry,
  clock: Clock,
): (append: EventLog['append']) => EventLog['append'] {
  const durations = new Histogram({
    name: 'log_append_duration_seconds',
    help: 'Until the log has stored events durably',
    buckets: APPEND_SECONDS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'log_append_failures_total',
    help: 'Appends that the log did not answer',
    registers: [registry],
  });
  return (append) =>
    async (...call) => {
      const startedMs = clock.monotonicMs();
      try {
        const appended = await append(...call);
        durations.observe((clock.monotonicMs() - startedMs) / 1_000);
        return appended;
      } catch (error) {
        failures.inc();
        throw error;
      }
    };
}

/** No value for a log without certificates. */
export function certificateGauge(registry: Registry, rawLog: EventLog): void {
  scrapedGauge(
    registry,
    'event_store_certificate_days',
    'Days until the first certificate of the event store ends',
    () => rawLog.servers?.().certificateDays ?? null,
  );
}

/** No value if the folder cannot be read. */
export function diskGauges(registry: Registry, dataDir: string): void {
  const { now: disk } = singleFlight(async () => statfs(dataDir).catch(() => null));
  const gauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    scrapedGauge(registry, name, help, async () => {
      const found = await disk();
      return found === null ? null : found[blocks] * found.bsize;
    });
  gauge('data_dir_free_bytes', 'Bytes left on the disk of DATA_DIR', 'bavail');
  gauge('data_dir_size_bytes', 'Bytes of the disk of DATA_DIR', 'blocks');
}
