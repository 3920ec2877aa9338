import { findCompany, listCompanies, type CompanyRow } from '../../projections/views/companies.js';
import type { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import type { Page } from '../../projections/engine/pages.js';
import { isKnownTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseId, parseQuery } from '../http/request/query.js';
import { columnsOf } from './contract/columns.js';
import { companiesQuery, companyRow } from './contract/companies.js';
import { pathId } from './contract/parameters.js';
import type { ListAnswers } from './listAnswer.js';
import { answerRow } from './rowAnswer.js';

const COLUMNS = columnsOf(companyRow);

export function companyRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/companies',
      scope: 'companies:read',
      async handle(context, key) {
        const query = parseQuery(companiesQuery, context.querystring);
        await lists.answer(
          { context, key, query, columns: COLUMNS },
          await readCompanies(deps, { clientId: key.clientId, companyIds: key.companyIds }, query),
        );
      },
    },
    {
      method: 'GET',
      path: '/api/v1/companies/{id}',
      scope: 'companies:read',
      async handle(context, key) {
        const companyId = parseId(pathId, context.params['id']);
        const isKnown = isKnownTo(key, companyId);
        const row = isKnown ? await findCompany(deps.pages, { clientId: key.clientId }, companyId) : null;
        answerRow({ context, key }, row ?? refuse({ is: 'CompanyNotFound', by: 'companyId', companyId }));
      },
    },
  ];
}

export type CompaniesReader = Readonly<{ clientId: number; companyIds: KeyRecord['companyIds'] | undefined }>;

/** The rows of REST and GraphQL. */
export function readCompanies(
  { pages }: ReadDependencies,
  { clientId, companyIds }: CompaniesReader,
  { page, limit, order, updatedSince }: z.output<typeof companiesQuery>,
): Promise<Page<CompanyRow>> {
  return listCompanies(pages, { clientId }, { page, limit, order, changedSince: updatedSince, companyIds });
}
