import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import { listReconciliations, type ReconciliationRow } from '../../projections/views/reconciliations.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { rowsAnswer } from '../http/answer.js';
import { parseQuery } from '../http/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { reconciliationsQuery } from './contract/reconciliations.js';

export function reconciliationRoutes(deps: ReadDependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/reconciliations',
      scope: 'reconciliations:read',
      async handle(context, { clientId }) {
        const query = parseQuery(reconciliationsQuery, context.querystring);
        const found = await readReconciliations(deps, clientId, query);
        return rowsAnswer(found.rows, found.pagination);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readReconciliations(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, period, status, ...filter }: z.output<typeof reconciliationsQuery>,
): Promise<Page<ReconciliationRow>> {
  const { pages, registers, names, clock } = deps;
  const query = {
    page,
    limit,
    companies: reconcilingCompanies(deps, clientId, filter),
    ...(period !== undefined && { competence: period }),
    ...(status !== undefined && { status }),
  };
  const present = { companyName: registers.companyName, personNames: names.of, now: clock.now() };
  return listReconciliations(pages, { clientId }, query, present);
}
