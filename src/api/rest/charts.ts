import { refuse } from '../../domain/kernel/problem.js';
import { listAccounts } from '../../projections/views/accounts.js';
import { listCharts } from '../../projections/views/charts.js';
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
        const { page, limit, ...filter } = parseQuery(chartsQuery, context.querystring);
        companyAsked(deps, clientId, filter);
        const query = { page, limit, companyId: filter.companyId };
        const { rows, pagination } = await listCharts(deps.pages, { clientId }, query);
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
        const { page, limit, codigo, ...filter } = query;
        const company = companyAsked(deps, clientId, filter);
        const found = await listAccounts(
          deps.pages,
          { clientId },
          {
            chartId,
            page,
            limit,
            ...(company && { companyId: company.companyId }),
            ...(codigo !== undefined && { code: codigo }),
          },
        );
        if (!found) return refuse({ is: 'ChartNotFound' });
        return rowsAnswer(found.rows, found.pagination);
      },
    },
  ];
}
