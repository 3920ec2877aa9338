// The lists of the command line: complete, and including everything stored before the query.
import type { CallLog, CallRecord } from '../../api/http/callLog.js';
import { debitOf, withDebit } from '../../projections/views/trialBalances/debitOf.js';
import { columnsOf } from '../../api/rest/contract/pages.js';
import type { PersonNames } from '../../commands/people/personNames.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { refuse } from '../../domain/problem.js';
import type { Month, MonthTable, OperatorQueries, ReconciliationPlace, Row } from '../../operator/dependencies.js';
import { createPages, type Page, type PageRequest, type Pages } from '../../projections/engine/pages.js';
import type { ReadStore } from '../../projections/engine/readStore.js';
import { listCharts } from '../../projections/views/charts.js';
import { listCompanies } from '../../projections/views/companies.js';
import { createChecklist } from '../../projections/views/competences/checklist.js';
import { listIntercompany } from '../../projections/views/competences/intercompany.js';
import { reconciliationRow } from '../../projections/views/reconciliations/reconciliationRows.js';
import {
  findReconciliation,
  listReconciliations,
  reconciliationsAsOf,
  type ReadContext,
} from '../../projections/views/reconciliations/reconciliations.js';
import { listSchedules } from '../../projections/views/schedules.js';
import {
  hasAllLines,
  anyLineRow,
  trialBalanceLineRow,
} from '../../projections/views/trialBalances/trialBalanceLines.js';
import {
  findTrialBalance,
  listTrialBalanceLines,
  listTrialBalances,
  trialBalancesAsOf,
  type TrialBalanceRow,
} from '../../projections/views/trialBalances/trialBalances.js';
import type { RowBatch } from '../../spreadsheets/exportTables.js';
import type { DeliveryQueue, TypeCounts } from '../../webhooks/delivery/deliveryQueue.js';
import { createPublicIds, type CommandSide } from '../commandSide.js';

const PAGE_ROWS = 1_000;
const PLACES_AT_ONCE = 100;

export type QuerySources = Readonly<{
  commandSide: CommandSide;
  store: ReadStore;
  callLog: CallLog;
  names: PersonNames;
  queue: DeliveryQueue;
  /** Waits until every view contains the event at the position. */
  waitUntilShown(position: number): Promise<unknown>;
}>;

export function operatorQueries({
  commandSide,
  store,
  callLog,
  names,
  queue,
  waitUntilShown: shown,
}: QuerySources): OperatorQueries {
  const pages: Pages = createPages(store);
  const { registers } = commandSide.follower;
  const companyName = (companyId: number) => registers.companyName(companyId);
  const joined = { companyName, personNames: names.of };
  const publicIds = createPublicIds(commandSide);
  const checklist = createChecklist({ pages, clock: commandSide.clock, names, registers });

  async function contextAt(now: Date): Promise<ReadContext> {
    return { ...joined, now, publicId: await publicIds() };
  }

  /** Runs a query after the views have caught up. */
  async function current<Result>(ask: () => Promise<Result>): Promise<Result> {
    await shown(await commandSide.log.head());
    return ask();
  }

  return {
    companies: () =>
      current(async () => {
        const rows: Row[] = [];
        for (const { clientId } of registers.clients())
          rows.push(...(await all((request) => listCompanies(pages, { clientId }, request))));
        return rows.sort(byId);
      }),
    charts: () =>
      current(async () => {
        const rows: Row[] = [];
        for (const { clientId } of registers.clients())
          for (const { companyId } of registers.companiesOf(clientId))
            rows.push(...(await all((request) => listCharts(pages, { clientId }, { ...request, companyId }))));
        return rows.sort(byId);
      }),
    trialBalances: (companyId, asOf) =>
      asOf === null
        ? current(async () =>
            all((request) =>
              listTrialBalances(
                pages,
                scopeOf(commandSide, companyId),
                { ...request, companies: companyId },
                joined,
              ),
            ),
          )
        : trialBalancesAsOf(commandSide.log, { companyId, until: asOf, competence: null }, joined),
    async reconciliations(companyId, { period, status, asOf }) {
      if (asOf !== null) {
        return reconciliationsAsOf(
          commandSide.log,
          { companyId, until: asOf, competence: period },
          status,
          await contextAt(new Date(asOf)),
        );
      }
      return current(async () => {
        const context = await contextAt(commandSide.clock.now());
        const scope = scopeOf(commandSide, companyId);
        const filter = { companies: companyId, ...(period && { period }), ...(status && { status }) };
        return all((request) => listReconciliations(pages, scope, { ...request, ...filter }, context));
      });
    },
    reconciliationPlaces: (clientId, ids) => current(() => placesOf(pages, clientId, ids)),
    debitOf: (row) => current(async () => debitOf(await withDebit(pages.store, row))),
    month: (companyId, period, isWhole) =>
      current(async () =>
        monthTables(
          {
            pages,
            clientId: scopeOf(commandSide, companyId).clientId,
            ...(await contextAt(commandSide.clock.now())),
          },
          companyId,
          period,
          isWhole,
        ),
      ),
    checklist: (companyId, competence) =>
      current(() => checklist(scopeOf(commandSide, companyId), { companyId, competence })),
    intercompany: (companyId, competence, visible) =>
      current(() =>
        all((request) =>
          listIntercompany({ pages, clock: commandSide.clock, registers }, scopeOf(commandSide, companyId), {
            ...{ ...request, companyIds: [companyId], visible, competence },
          }),
        ),
      ),
    schedules: (companyId, { account, period }) =>
      current(() =>
        all((request) =>
          listSchedules(pages, scopeOf(commandSide, companyId), {
            ...{ ...request, companies: companyId },
            ...{ contaCodigo: account ?? undefined, period: period ?? undefined },
          }),
        ),
      ),
    calls: async (limit) => (await callLog.list(limit)).map(callRow),
    deliveryCounts: async () => (await queue.countByType()).map(countsRow),
    keyUses: async () =>
      new Map([...(await callLog.lastUses())].map(([keyId, at]) => [keyId, new Date(at).toISOString()])),
  };
}

async function placesOf(
  pages: Pages,
  clientId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReconciliationPlace>> {
  const places = new Map<number, ReconciliationPlace>();
  for (let from = 0; from < ids.length; from += PLACES_AT_ONCE)
    await Promise.all(
      ids.slice(from, from + PLACES_AT_ONCE).map(async (id) => {
        const reconciliation = await findReconciliation(pages, { clientId }, id);
        if (reconciliation !== null) places.set(id, reconciliation);
      }),
    );
  return places;
}

function scopeOf(commandSide: CommandSide, companyId: number): { clientId: number } {
  return { clientId: commandSide.follower.registers.companyById(companyId)?.clientId ?? 0 };
}

async function all<R extends Row>(list: (request: PageRequest) => Promise<Page<R>>): Promise<R[]> {
  const rows: R[] = [];
  for (let page = 1; ; page++) {
    const { rows: some, pagination } = await list({ page, limit: PAGE_ROWS });
    rows.push(...some);
    if (page >= pagination.pages) return rows;
  }
}

const byId = (a: Row, b: Row): number => Number(a['id']) - Number(b['id']);

function callRow({ at, ...call }: CallRecord): Row {
  return { at: new Date(at).toISOString(), ...call };
}

function countsRow({ type, counts }: TypeCounts): Row {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { type, total, ...counts };
}

// A month as `operator export` writes it: the lines of the newest version and the reconciliations of the month, read in
// batches, so that a month of any length fits into memory.

const BATCH_ROWS = 2_000;
const VERSIONS_PER_PAGE = 1_000;

type Sources = ReadContext & Readonly<{ pages: Pages; clientId: number }>;

/**
 * @param isWhole also the lines that did not enter
 * @returns null when nothing was imported
 * @throws DomainError LeftOutLinesNotStored
 */
async function monthTables(
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
  const lastPage = first.pagination.pages > 1 ? await list(first.pagination.pages) : first;
  return lastPage.rows.at(-1) ?? null;
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
      const lines = await listTrialBalanceLines(pages, { clientId }, query, head);
      const rows = Math.min(BATCH_ROWS, count - (page - 1) * BATCH_ROWS);
      if (lines !== null) yield { rows, json: lines.rowsJson };
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
