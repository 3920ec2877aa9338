import type { z } from 'zod';
import { refuse } from '../../domain/kernel/problem.js';
import type { Page } from '../../projections/engine/pages.js';
import { listAccounts, type AccountRow } from '../../projections/views/accounts.js';
import { listCharts, type ChartRow } from '../../projections/views/charts.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { rowsAnswer } from '../http/answer.js';
import { parseIdAndQuery, parseQuery } from '../http/query.js';
import { companyAsked } from './companyFilter.js';
import { accountsQuery, chartsQuery } from './contract/charts.js';
import { pathId } from './contract/parameters.js';

export function chartRoutes(deps: ReadDependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts',
      scope: 'chart_of_accounts:read',
      async handle(context, { clientId }) {
        const query = parseQuery(chartsQuery, context.querystring);
        const { rows, pagination } = await readCharts(deps, clientId, query);
        return rowsAnswer(rows, pagination);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/chart-of-accounts/{id}/accounts',
      scope: 'chart_of_accounts:read',
      async handle(context, { clientId }) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: chartId, query } = parseIdAndQuery(id, accountsQuery, context.querystring);
        const { rows, pagination } = await readAccounts(deps, clientId, chartId, query);
        return rowsAnswer(rows, pagination);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound */
export async function readCharts(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, ...filter }: z.output<typeof chartsQuery>,
): Promise<Page<ChartRow>> {
  companyAsked(deps, clientId, filter);
  return listCharts(deps.pages, { clientId }, { page, limit, companyId: filter.companyId });
}

/** @throws DomainError CompanyNotFound, ChartNotFound */
export async function readAccounts(
  deps: ReadDependencies,
  clientId: number,
  chartId: number,
  { page, limit, codigo, ...filter }: z.output<typeof accountsQuery>,
): Promise<Page<AccountRow>> {
  const company = companyAsked(deps, clientId, filter);
  const query = {
    chartId,
    page,
    limit,
    ...(company && { companyId: company.companyId }),
    ...(codigo !== undefined && { code: codigo }),
  };
  return (await listAccounts(deps.pages, { clientId }, query)) ?? refuse({ is: 'ChartNotFound' });
}
