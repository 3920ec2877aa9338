import { listCompanies, type CompanyRow } from '../../projections/views/companies.js';
import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { rowsAnswer } from '../http/answer.js';
import { parseQuery } from '../http/query.js';
import { companiesQuery } from './contract/companies.js';

export function companyRoutes(deps: ReadDependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/companies',
      scope: 'companies:read',
      async handle(context, { clientId }) {
        const query = parseQuery(companiesQuery, context.querystring);
        const { rows, pagination } = await readCompanies(deps, clientId, query);
        return rowsAnswer(rows, pagination);
      },
    },
  ];
}

/** The same rows for REST and GraphQL. */
export function readCompanies(
  { pages }: ReadDependencies,
  clientId: number,
  query: z.output<typeof companiesQuery>,
): Promise<Page<CompanyRow>> {
  return listCompanies(pages, { clientId }, query);
}
