// Metrics of the service, read when they are scraped.
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { BodyBudget } from '../api/http/request/bodyBudget.js';
import type { Spool } from '../api/http/request/spool.js';
import { ClientGone } from '../api/http/problems.js';
import type { ImportFile } from '../commands/imports/importFile.js';
import type { ImportJson, ImportResult } from '../commands/imports/importTrialBalance.js';
import type { Clock } from '../commands/kernel/context.js';
import type { EventLog } from '../domain/kernel/log.js';
import { DomainError } from '../domain/problem.js';
import { singleFlight } from '../runtime/singleFlight.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import type { WorkerPool } from '../workers/workerPool.js';
import { isUnavailable } from './unavailable.js';

export function fileGauges(
  registry: Registry,
  workers: Pick<WorkerPool, 'fileCounts'>,
  spool: Pick<Spool, 'bytes'>,
  spoolBytesMax: number,
): void {
  scrapedGauges(registry, {
    report_files_reading: ['Uploaded files being read, checked or stored', () => workers.fileCounts().reading],
    report_files_waiting: ['Uploaded files that wait for others to be read', () => workers.fileCounts().waiting],
    report_files_spooled_bytes: ['Bytes of uploaded files on disk', () => spool.bytes],
    report_files_spooled_max_bytes: ['The most of them there may be', () => spoolBytesMax],
  });
}

export function bodyGauges(registry: Registry, budget: Pick<BodyBudget, 'counts'>, bytesMax: number): void {
  scrapedGauges(registry, {
    http_bodies_held_bytes: ['Memory held for request bodies', () => budget.counts().heldBytes],
    http_bodies_max_bytes: ['The memory there is for request bodies', () => bytesMax],
    http_bodies_waiting: ['Request bodies that wait to be read', () => budget.counts().waiting],
  });
}

type Importers = Readonly<{ importJson: ImportJson; importFile: ImportFile }>;
const OUTCOMES = ['stored', 'resend', 'validated', 'refused', 'unavailable', 'abandoned', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Counts imports by outcome, but for requests refused before their body was read (key, limit, size). */
export function countImports(registry: Registry, { importJson, importFile }: Importers): Importers {
  const imports = new Counter({
    name: 'imports_total',
    help: 'Imports by source and outcome; failed ones are defects',
    labelNames: ['source', 'outcome'],
    registers: [registry],
  });
  for (const source of ['json', 'file']) for (const outcome of OUTCOMES) imports.inc({ source, outcome }, 0);
  const count = async <Result extends ImportResult>(
    source: 'json' | 'file',
    validateOnly: boolean,
    importing: Promise<Result>,
  ): Promise<Result> => {
    try {
      const result = await importing;
      imports.inc({ source, outcome: validateOnly ? 'validated' : result.resend ? 'resend' : 'stored' });
      return result;
    } catch (error) {
      imports.inc({ source, outcome: outcomeOf(error) });
      throw error;
    }
  };
  return {
    importJson: (body, request, context) =>
      count('json', request.validateOnly, importJson(body, request, context)),
    importFile: (file, fields, request, context, reading) =>
      count('file', request.validateOnly, importFile(file, fields, request, context, reading)),
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof DomainError) return error.problem.is === 'Unavailable' ? 'unavailable' : 'refused';
  if (error instanceof ClientGone) return 'abandoned';
  return isUnavailable(error) ? 'unavailable' : 'failed';
}

const APPEND_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures each append. Lost races count as well: the log has answered. */
export function measureAppends(
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
  scrapedGauges(registry, {
    event_store_certificate_days: [
      'Days until the first certificate of the event store ends',
      () => rawLog.servers?.().certificateDays ?? null,
    ],
  });
}

/** No value if the folder cannot be read. */
export function diskGauges(registry: Registry, dataDir: string): void {
  const { now: disk } = singleFlight(async () => statfs(dataDir).catch(() => null));
  const bytesOf = async (blocks: 'bavail' | 'blocks') => {
    const usage = await disk();
    return usage && usage[blocks] * usage.bsize;
  };
  scrapedGauges(registry, {
    data_dir_free_bytes: ['Bytes left on the disk of DATA_DIR', () => bytesOf('bavail')],
    data_dir_size_bytes: ['Bytes of the disk of DATA_DIR', () => bytesOf('blocks')],
  });
}

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

/** No value while the queue is unavailable. */
export function queueGauges(registry: Registry, queue: DeliveryQueue, now: () => number): void {
  const { now: stats } = singleFlight(async () => queue.stats(now()).catch(() => null));
  scrapedGauges(registry, {
    webhook_queue_depth: ['Deliveries not yet delivered nor given up', async () => (await stats())?.depth ?? null],
    webhook_oldest_due_age_seconds: [
      'Since when the longest waiting delivery has been due; 0 when none is',
      async () => {
        const counts = await stats();
        return counts && Math.max(0, now() - (counts.oldestDueAt ?? Infinity)) / 1_000;
      },
    ],
  });
}

/** Help and value of each gauge by its name, read when it is scraped; null: none at the moment, and no sample. */
export function scrapedGauges(
  registry: Registry,
  gauges: Readonly<Record<string, readonly [help: string, value: () => number | null | Promise<number | null>]>>,
): void {
  for (const [name, [help, value]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const number = await value();
        if (number === null) this.remove();
        else this.set(number);
      },
    });
}
