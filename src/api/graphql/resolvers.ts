// The queries. Arguments are checked by the schemas of the REST parameters; rows come from the same functions.
import { z } from 'zod';
import type { KeyRecord } from '../../domain/registers.js';
import type { Page, Pagination } from '../../projections/engine/pages.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseGiven } from '../http/request/query.js';
import { readAccounts, readCharts } from '../rest/charts.js';
import { readAccountBalances } from '../rest/accountBalances.js';
import { readChecklist } from '../rest/checklist.js';
import { readCompanies } from '../rest/companies.js';
import { accountsQuery, chartsQuery } from '../rest/contract/charts.js';
import { accountBalancesQuery } from '../rest/contract/accountBalances.js';
import { checklistQuery } from '../rest/contract/checklist.js';
import { companiesQuery } from '../rest/contract/companies.js';
import { intercompanyQuery } from '../rest/contract/intercompany.js';
import { openItemsQuery } from '../rest/contract/items.js';
import { accountId, chartId, trialBalanceId } from '../rest/contract/parameters.js';
import { reconciliationsQuery } from '../rest/contract/reconciliations.js';
import { schedulesQuery } from '../rest/contract/schedules.js';
import { linesQuery, trialBalancesQuery } from '../rest/contract/trialBalances.js';
import { readIntercompany } from '../rest/intercompany.js';
import { readOpenItems } from '../rest/items.js';
import { readReconciliations } from '../rest/reconciliations.js';
import { readSchedules } from '../rest/schedules.js';
import { readLines, readTrialBalances } from '../rest/trialBalances.js';

/** `deps` know the companies of the key. */
export type GraphqlContext = Readonly<{
  deps: ReadDependencies;
  clientId: number;
  companyIds: KeyRecord['companyIds'];
  /** Resolves in the client's next turn: between two lists of a query, others are served. */
  turn(): Promise<void>;
}>;

/** Values as coerced by GraphQL; null means absent. */
export type Arguments = Readonly<Record<string, number | string | boolean | null | undefined>>;
export type RowsPage = Readonly<{ data: readonly object[]; pagination: Pagination }>;
export type Resolver = (parent: unknown, args: Arguments, context: GraphqlContext) => Promise<RowsPage>;

export const LIST_NAMES = [
  'empresas',
  'planosDeContas',
  'contas',
  'saldosDaConta',
  'balancetes',
  'linhasDoBalancete',
  'conciliacoes',
  'itensEmAberto',
  'checklistDoFechamento',
  'saldosEntreEmpresas',
  'cronogramas',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

export const accountsArguments = z.object({ chartId, ...accountsQuery.shape });
export const accountBalancesArguments = z.object({ accountId, ...accountBalancesQuery.shape });
export const linesArguments = z.object({ trialBalanceId, ...linesQuery.shape });

export const resolvers: Readonly<Record<ListName, Resolver>> = {
  async empresas(_, args, { deps, clientId, companyIds }) {
    return pageOf(await readCompanies(deps, { clientId, companyIds }, parseGiven(companiesQuery, texts(args))));
  },
  async planosDeContas(_, args, { deps, clientId }) {
    return pageOf(await readCharts(deps, clientId, parseGiven(chartsQuery, texts(args))));
  },
  async contas(_, args, { deps, clientId }) {
    const { chartId: id, ...query } = parseGiven(accountsArguments, texts(args));
    return pageOf(await readAccounts(deps, clientId, id, query));
  },
  async saldosDaConta(_, args, { deps, clientId }) {
    const { accountId: id, ...query } = parseGiven(accountBalancesArguments, texts(args));
    return pageOf(await readAccountBalances(deps, clientId, id, query));
  },
  async balancetes(_, args, { deps, clientId }) {
    return pageOf(await readTrialBalances(deps, clientId, parseGiven(trialBalancesQuery, texts(args))));
  },
  async linhasDoBalancete(_, args, { deps, clientId }) {
    const { trialBalanceId: id, ...query } = parseGiven(linesArguments, texts(args));
    const found = await readLines(deps, clientId, id, query);
    return linesPage(found.rowsJson, found.pagination);
  },
  async conciliacoes(_, args, { deps, clientId }) {
    return pageOf(await readReconciliations(deps, clientId, parseGiven(reconciliationsQuery, texts(args))));
  },
  async itensEmAberto(_, args, { deps, clientId }) {
    return pageOf(await readOpenItems(deps, clientId, parseGiven(openItemsQuery, texts(args))));
  },
  async checklistDoFechamento(_, args, { deps, clientId }) {
    return pageOf(await readChecklist(deps, clientId, parseGiven(checklistQuery, texts(args))));
  },
  async saldosEntreEmpresas(_, args, { deps, clientId }) {
    return pageOf(await readIntercompany(deps, clientId, parseGiven(intercompanyQuery, texts(args))));
  },
  async cronogramas(_, args, { deps, clientId }) {
    return pageOf(await readSchedules(deps, clientId, parseGiven(schedulesQuery, texts(args))));
  },
};

function pageOf({ rows, pagination }: Page<object>): RowsPage {
  return { data: rows, pagination };
}

/** @param rowsJson the text of the rows */
function linesPage(rowsJson: Uint8Array, pagination: Pagination): RowsPage {
  return { data: JSON.parse(Buffer.from(rowsJson).toString()) as object[], pagination };
}

/** Arguments as text, as query parameters are. */
function texts(args: Arguments): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const name in args) {
    const value = args[name];
    if (value !== null && value !== undefined) given[name] = String(value);
  }
  return given;
}
