import { listCompanies } from '../../projections/views/companies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { rowsAnswer } from '../http/answer.js';
import { parseQuery } from '../http/query.js';
import { companiesQuery } from './contract/companies.js';

export function companyRoutes({ pages }: ReadDependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/companies',
      scope: 'companies:read',
      async handle(context, { clientId }) {
        const query = parseQuery(companiesQuery, context.querystring);
        const { rows, pagination } = await listCompanies(pages, { clientId }, query);
        return rowsAnswer(rows, pagination);
      },
    },
  ];
}
