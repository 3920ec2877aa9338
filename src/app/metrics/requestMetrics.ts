// Gauges of what requests hold: memory for bodies, disk and turns for uploaded files.
import type { Registry } from 'prom-client';
import type { BodyBudget } from '../../api/http/request/bodyBudget.js';
import type { Spool } from '../../api/http/request/spool.js';
import type { WorkerPool } from '../../workers/workerPool.js';
import { scrapedGauge } from './gauge.js';

export function fileGauges(
  registry: Registry,
  workers: Pick<WorkerPool, 'fileCounts'>,
  spool: Pick<Spool, 'bytes'>,
  spoolBytesMax: number,
): void {
  const gauge = (name: string, help: string, value: () => number) => scrapedGauge(registry, name, help, value);
  gauge(
    'report_files_reading',
    'Uploaded files being read, checked or stored',
    () => workers.fileCounts().reading,
  );
  gauge(
    'report_files_waiting',
    'Uploaded files that wait for others to be read',
    () => workers.fileCounts().waiting,
  );
  gauge('report_files_spooled_bytes', 'Bytes of uploaded files on disk', () => spool.bytes);
  gauge('report_files_spooled_max_bytes', 'The most of them there may be', () => spoolBytesMax);
}

export function bodyGauges(registry: Registry, budget: Pick<BodyBudget, 'counts'>, bytesMax: number): void {
  const gauge = (name: string, help: string, value: () => number) => scrapedGauge(registry, name, help, value);
  gauge('http_bodies_held_bytes', 'Memory held for request bodies', () => budget.counts().heldBytes);
  gauge('http_bodies_max_bytes', 'The memory there is for request bodies', () => bytesMax);
  gauge('http_bodies_waiting', 'Request bodies that wait to be read', () => budget.counts().waiting);
}
