import type { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import type { Page } from '../../projections/engine/pages.js';
import { listAccounts, type AccountRow } from '../../projections/views/accounts.js';
import { listCharts, type ChartRow } from '../../projections/views/charts.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseIdAndQuery, parseQuery } from '../http/request/query.js';
import { companyAsked } from './companyFilter.js';
import { accountRow, accountsQuery, chartRow, chartsQuery } from './contract/charts.js';
import { pathId } from './contract/parameters.js';
import type { ListAnswers } from './listAnswer.js';

const CHART_FIELDS = Object.keys(chartRow.shape);
const ACCOUNT_FIELDS = Object.keys(accountRow.shape);

export function chartRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts',
      scope: 'chart_of_accounts:read',
      async handle(context, key) {
        const query = parseQuery(chartsQuery, context.querystring);
        const found = await readCharts(deps, key.clientId, query);
        lists.answer({ context, key, query, fields: CHART_FIELDS }, found);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts/{id}/accounts',
      scope: 'chart_of_accounts:read',
      async handle(context, key) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: chartId, query } = parseIdAndQuery(id, accountsQuery, context.querystring);
        const found = await readAccounts(deps, key.clientId, chartId, query);
        lists.answer({ context, key, query, fields: ACCOUNT_FIELDS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound */
export async function readCharts(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, updatedSince, ...filter }: z.output<typeof chartsQuery>,
): Promise<Page<ChartRow>> {
  companyAsked(deps, clientId, filter);
  const query = { page, limit, changedSince: updatedSince, companyId: filter.companyId };
  return listCharts(deps.pages, { clientId }, query);
}

/** @throws DomainError CompanyNotFound, ChartNotFound */
export async function readAccounts(
  deps: ReadDependencies,
  clientId: number,
  chartId: number,
  { page, limit, updatedSince, codigo, ...filter }: z.output<typeof accountsQuery>,
): Promise<Page<AccountRow>> {
  const company = companyAsked(deps, clientId, filter);
  const query = {
    chartId,
    page,
    limit,
    changedSince: updatedSince,
    ...(company && { companyId: company.companyId }),
    ...(codigo !== undefined && { code: codigo }),
  };
  return (await listAccounts(deps.pages, { clientId }, query)) ?? refuse({ is: 'ChartNotFound' });
}
