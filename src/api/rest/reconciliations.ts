import { listReconciliations } from '../../projections/views/reconciliations.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { rowsAnswer } from '../http/answer.js';
import { parseQuery } from '../http/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { reconciliationsQuery } from './contract/reconciliations.js';

export function reconciliationRoutes(deps: ReadDependencies): readonly Route[] {
  const { pages, registers, personName, clock } = deps;
  return [
    {
      method: 'GET',
      path: '/api/v1/reconciliations',
      scope: 'reconciliations:read',
      async handle(context, { clientId }) {
        const { page, limit, period, status, ...filter } = parseQuery(reconciliationsQuery, context.querystring);
        const query = {
          page,
          limit,
          companies: reconcilingCompanies(deps, clientId, filter),
          ...(period !== undefined && { competence: period }),
          ...(status !== undefined && { status }),
        };
        const present = { companyName: registers.companyName, personName, now: clock.now() };
        const found = await listReconciliations(pages, { clientId }, query, present);
        return rowsAnswer(found.rows, found.pagination);
      },
    },
  ];
}
