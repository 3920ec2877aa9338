// The lists of the command line: complete, and including everything stored before the query.
import type { CallLog, CallRecord } from '../../api/http/callLog.js';
import type { PersonNames } from '../../commands/people/personNames.js';
import type { OperatorQueries, ReconciliationPlace, Row } from '../../operator/dependencies.js';
import { monthTables } from './monthTables.js';
import { createPages, type Page, type PageRequest, type Pages } from '../../projections/engine/pages.js';
import type { ReadStore } from '../../projections/engine/readStore.js';
import { listCharts } from '../../projections/views/charts.js';
import { createChecklist } from '../../projections/views/competences/checklist.js';
import { listIntercompany } from '../../projections/views/competences/intercompany.js';
import { listCompanies } from '../../projections/views/companies.js';
import { createPublicIds } from '../publicIds.js';
import {
  findReconciliation,
  listReconciliations,
  reconciliationsAsOf,
  type ReadContext,
} from '../../projections/views/reconciliations/reconciliations.js';
import { listSchedules } from '../../projections/views/schedules.js';
import { debitOf, withDebit } from '../../projections/views/trialBalances/debitOf.js';
import { listTrialBalances, trialBalancesAsOf } from '../../projections/views/trialBalances/trialBalances.js';
import type { DeliveryQueue, TypeCounts } from '../../webhooks/delivery/deliveryQueue.js';
import type { CommandSide } from '../commandSide.js';

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
        const found = await findReconciliation(pages, { clientId }, id);
        if (found !== null) places.set(id, found);
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
