import { listCompanies, type CompanyRow } from '../../projections/views/companies.js';
import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseQuery } from '../http/request/query.js';
import { companiesQuery, companyRow } from './contract/companies.js';
import type { ListAnswers } from './listAnswer.js';

const FIELDS = Object.keys(companyRow.shape);

export function companyRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/companies',
      scope: 'companies:read',
      async handle(context, key) {
        const query = parseQuery(companiesQuery, context.querystring);
        lists.answer({ context, key, query, fields: FIELDS }, await readCompanies(deps, key.clientId, query));
      },
    },
  ];
}

/** The same rows for REST and GraphQL. */
export function readCompanies(
  { pages }: ReadDependencies,
  clientId: number,
  { page, limit, updatedSince }: z.output<typeof companiesQuery>,
): Promise<Page<CompanyRow>> {
  return listCompanies(pages, { clientId }, { page, limit, changedSince: updatedSince });
}
