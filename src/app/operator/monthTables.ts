// A month as `operator export` writes it: the lines of the newest version and the reconciliations of the month, read in
// batches, so that a month of any length fits into memory.
import { columnsOf } from '../../api/rest/contract/columns.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { refuse } from '../../domain/problem.js';
import type { Month, MonthTable } from '../../operator/dependencies.js';
import type { Pages } from '../../projections/engine/pages.js';
import { listReconciliations, type ReadContext } from '../../projections/views/reconciliations/reconciliations.js';
import {
  findTrialBalance,
  hasAllLines,
  listTrialBalanceLines,
  listTrialBalances,
  type TrialBalanceRow,
} from '../../projections/views/trialBalances/trialBalances.js';
import { anyLineRow, trialBalanceLineRow } from '../../projections/views/trialBalances/trialBalanceLines.js';
import { reconciliationRow } from '../../projections/views/reconciliations/reconciliationRows.js';
import type { RowBatch } from '../../spreadsheets/exportTables.js';

const BATCH_ROWS = 2_000;
const VERSIONS_PER_PAGE = 1_000;

type Sources = ReadContext & Readonly<{ pages: Pages; clientId: number }>;

/**
 * @param isWhole also the lines that did not enter
 * @returns null when nothing was imported
 * @throws DomainError LeftOutLinesNotStored
 */
export async function monthTables(
  sources: Sources,
  companyId: number,
  period: Competence,
  isWhole: boolean,
): Promise<Month | null> {
  const trialBalance = await newestVersion(sources, companyId, period);
  if (trialBalance === null) return null;
  return {
    trialBalance,
    lines: await linesOf(sources, trialBalance, isWhole),
    reconciliations: await reconciliationsOf(sources, companyId, period),
  };
}

/** Ids ascend with versions. */
async function newestVersion(
  { pages, clientId, ...names }: Sources,
  companyId: number,
  period: Competence,
): Promise<TrialBalanceRow | null> {
  const list = (page: number) =>
    listTrialBalances(
      pages,
      { clientId },
      { companies: companyId, period, page, limit: VERSIONS_PER_PAGE },
      names,
    );
  const first = await list(1);
  const last = first.pagination.pages > 1 ? await list(first.pagination.pages) : first;
  return last.rows.at(-1) ?? null;
}

async function linesOf(
  { pages, clientId }: Sources,
  { id }: TrialBalanceRow,
  isWhole: boolean,
): Promise<MonthTable> {
  const head = (await findTrialBalance(pages, { clientId }, id)) ?? refuse({ is: 'TrialBalanceNotFound' });
  if (isWhole && !(await hasAllLines(pages, { clientId }, head)))
    return refuse({ is: 'LeftOutLinesNotStored', trialBalanceId: id });
  const count = isWhole ? head.enviadas : head.linhas;
  async function* batches(): AsyncGenerator<RowBatch> {
    for (let page = 1; (page - 1) * BATCH_ROWS < count; page++) {
      const query = { trialBalanceId: id, isWhole, page, limit: BATCH_ROWS };
      const found = await listTrialBalanceLines(pages, { clientId }, query, head);
      const rows = Math.min(BATCH_ROWS, count - (page - 1) * BATCH_ROWS);
      if (found !== null) yield { rows, json: found.rowsJson };
    }
  }
  return { columns: columnsOf(isWhole ? anyLineRow : trialBalanceLineRow), count, batches: batches() };
}

async function reconciliationsOf(
  { pages, clientId, ...context }: Sources,
  companyId: number,
  period: Competence,
): Promise<MonthTable> {
  const list = (page: number) =>
    listReconciliations(pages, { clientId }, { companies: companyId, period, page, limit: BATCH_ROWS }, context);
  const first = await list(1);
  async function* batches(): AsyncGenerator<RowBatch> {
    yield batchOf(first.rows);
    for (let page = 2; page <= first.pagination.pages; page++) yield batchOf((await list(page)).rows);
  }
  return { columns: columnsOf(reconciliationRow), count: first.pagination.total, batches: batches() };
}

function batchOf(rows: readonly object[]): RowBatch {
  return { rows: rows.length, json: Buffer.from(JSON.stringify(rows)) };
}
