import type { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import type { Page } from '../../projections/engine/pages.js';
import { listAccounts, type AccountRow } from '../../projections/views/accounts.js';
import { findChart, listCharts, type ChartRow } from '../../projections/views/charts.js';
import { isKnownTo, limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseId, parseIdAndQuery, parseQuery } from '../http/request/query.js';
import { companyAsked } from './companyFilter.js';
import { columnsOf } from './contract/columns.js';
import { accountRow, accountsQuery, chartRow, chartsQuery } from './contract/charts.js';
import { pathId } from './contract/parameters.js';
import type { ListAnswers } from './listAnswer.js';
import { answerRow } from './rowAnswer.js';

const CHART_COLUMNS = columnsOf(chartRow);
const ACCOUNT_COLUMNS = columnsOf(accountRow);

export function chartRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts',
      scope: 'chart_of_accounts:read',
      async handle(context, key) {
        const query = parseQuery(chartsQuery, context.querystring);
        const found = await readCharts(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: CHART_COLUMNS }, found);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts/{id}',
      scope: 'chart_of_accounts:read',
      async handle(context, key) {
        const chartId = parseId(pathId, context.params['id']);
        const row = await findChart(deps.pages, { clientId: key.clientId }, chartId);
        const isKnown = row !== null && isKnownTo(key, row.empresaId);
        answerRow({ context, key }, isKnown ? row : refuse({ is: 'ChartNotFound' }));
      },
    },
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts/{id}/accounts',
      scope: 'chart_of_accounts:read',
      async handle(context, key) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: chartId, query } = parseIdAndQuery(id, accountsQuery, context.querystring);
        const found = await readAccounts(limitedTo(deps, key), key.clientId, chartId, query);
        await lists.answer({ context, key, query, columns: ACCOUNT_COLUMNS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound */
export async function readCharts(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, order, updatedSince, ...filter }: z.output<typeof chartsQuery>,
): Promise<Page<ChartRow>> {
  const company = companyAsked(deps, clientId, filter);
  if (company === null) throw new Error('a query without companyId and cnpj must have been refused');
  const query = { page, limit, order, changedSince: updatedSince, companyId: company.companyId };
  return listCharts(deps.pages, { clientId }, query);
}

/** @throws DomainError CompanyNotFound, ChartNotFound */
export async function readAccounts(
  deps: ReadDependencies,
  clientId: number,
  chartId: number,
  { page, limit, order, updatedSince, companyId, cnpj, ...filters }: z.output<typeof accountsQuery>,
): Promise<Page<AccountRow>> {
  const company = companyAsked(deps, clientId, { companyId, cnpj });
  const chart = await findChart(deps.pages, { clientId }, chartId);
  if (chart === null || deps.registers.company(clientId, chart.empresaId) === null)
    return refuse({ is: 'ChartNotFound' });
  const query = {
    ...filters,
    chartId,
    page,
    limit,
    order,
    changedSince: updatedSince,
    companyId: company?.companyId,
  };
  return (await listAccounts(deps.pages, { clientId }, query)) ?? refuse({ is: 'ChartNotFound' });
}
