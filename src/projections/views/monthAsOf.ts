// A competence of a company as it was at a time: its trial balances, its reconciliations, and whether it was
// closed. By replay of that month's events, of which there may be tens of thousands: done in a thread.
import type { Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { AsOf } from './scope.js';
import type { StoredReconciliation } from './reconciliations/reconciliationRows.js';
import { storedReconciliationsAsOf } from './reconciliations/reconciliations.js';
import { headersOnly, storedTrialBalancesAsOf } from './trialBalances/trialBalances.js';
import { booksStream } from '../../domain/books/fold.js';
import { replay } from '../engine/runner.js';
import { competenceClosings, type CompetenceClosing } from './competences/books.js';

export const BATCH_ROWS = 100;

export type MonthAsOf = Awaited<ReturnType<typeof monthAsOf>>;

export async function monthAsOf(log: EventLog, asOf: AsOf & Readonly<{ competence: Competence }>) {
  const closing = await closingAsOf(log, asOf);
  const trialBalances = await storedTrialBalancesAsOf(log, asOf);
  const rows = await storedReconciliationsAsOf(log, asOf);
  const batches: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < rows.length; at += BATCH_ROWS)
    batches.push(new TextEncoder().encode(JSON.stringify(rows.slice(at, at + BATCH_ROWS))));
  return {
    closing,
    trialBalances,
    total: rows.length,
    /** The reconciliations by id, BATCH_ROWS at a time, as JSON: who shows a hundred reads no others. */
    batches,
  };
}

export function rowsOfBatch(batch: Uint8Array | undefined): readonly StoredReconciliation[] {
  return batch === undefined ? [] : (JSON.parse(new TextDecoder().decode(batch)) as StoredReconciliation[]);
}

/** The last closing or reopening up to the time; null before the first. */
async function closingAsOf(
  log: EventLog,
  { companyId, until, competence }: AsOf & Readonly<{ competence: Competence }>,
): Promise<CompetenceClosing | null> {
  const streams = [booksStream(companyId)];
  const rows = await replay(log, competenceClosings, headersOnly, { streams, until });
  return rows.find(({ competencia }) => competencia === competence) ?? null;
}
