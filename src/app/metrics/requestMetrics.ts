// What requests hold: memory for bodies, disk and turns for uploaded files; and what became of imports.
import { type Registry, Counter } from 'prom-client';
import type { BodyBudget } from '../../api/http/request/bodyBudget.js';
import type { Spool } from '../../api/http/request/spool.js';
import type { WorkerPool } from '../../workers/workerPool.js';
import { scrapedGauge } from './gauge.js';
import type { ImportFile } from '../../commands/imports/importFile.js';
import type { ImportJson } from '../../commands/imports/importJson.js';
import type { ImportResult } from '../../commands/imports/importTrialBalance.js';
import { ClientGone } from '../../api/http/response/problems.js';
import { DomainError } from '../../domain/problem.js';
import { isUnavailable } from '../commandSide.js';

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

type Importers = Readonly<{ importJson: ImportJson; importFile: ImportFile }>;
const OUTCOMES = ['stored', 'resend', 'validated', 'refused', 'unavailable', 'abandoned', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Counts imports by outcome, but for requests refused before their body was read (key, limit, size). */
export function countedImports(registry: Registry, { importJson, importFile }: Importers): Importers {
  const imports = new Counter({
    name: 'imports_total',
    help: 'Imports by source and outcome; failed ones are defects',
    labelNames: ['source', 'outcome'],
    registers: [registry],
  });
  for (const source of ['json', 'file']) for (const outcome of OUTCOMES) imports.inc({ source, outcome }, 0);
  const counted = async <Result extends ImportResult>(
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
      counted('json', request.validateOnly, importJson(body, request, context)),
    importFile: (file, fields, request, context, reading) =>
      counted('file', request.validateOnly, importFile(file, fields, request, context, reading)),
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof DomainError) return error.problem.is === 'Unavailable' ? 'unavailable' : 'refused';
  if (error instanceof ClientGone) return 'abandoned';
  return isUnavailable(error) ? 'unavailable' : 'failed';
}
