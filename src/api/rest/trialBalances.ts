import { refuse } from '../../domain/kernel/problem.js';
import {
  findTrialBalance,
  listTrialBalanceLines,
  listTrialBalances,
} from '../../projections/views/trialBalances.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { readyRowsAnswer, rowsAnswer } from '../http/answer.js';
import { parseIdAndQuery, parseQuery } from '../http/query.js';
import { reconcilingCompanies, requireModule } from './companyFilter.js';
import { pathId } from './contract/parameters.js';
import { linesQuery, trialBalancesQuery } from './contract/trialBalances.js';

export function trialBalanceRoutes(deps: ReadDependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/trial-balances',
      scope: 'trial_balances:read',
      async handle(context, { clientId }) {
        const { page, limit, period, status, ...filter } = parseQuery(trialBalancesQuery, context.querystring);
        const query = {
          page,
          limit,
          companies: reconcilingCompanies(deps, clientId, filter),
          ...(period !== undefined && { competence: period }),
          ...(status !== undefined && { status }),
        };
        const found = await listTrialBalances(deps.pages, { clientId }, query, deps.registers.companyName);
        return rowsAnswer(found.rows, found.pagination);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/trial-balances/{id}/lines',
      scope: 'trial_balances:read',
      async handle(context, { clientId }) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: trialBalanceId, query: asked } = parseIdAndQuery(id, linesQuery, context.querystring);
        const { page, limit, contaCodigo } = asked;
        const header = await findTrialBalance(deps.pages, { clientId }, trialBalanceId);
        const company = header && deps.registers.company(clientId, header.empresaId);
        if (!header || !company) return refuse({ is: 'TrialBalanceNotFound' });
        requireModule(company);
        const query = {
          trialBalanceId,
          page,
          limit,
          ...(contaCodigo !== undefined && { accountCode: contaCodigo }),
        };
        const found = await listTrialBalanceLines(deps.pages, { clientId }, query, header);
        if (!found) return refuse({ is: 'TrialBalanceNotFound' });
        return readyRowsAnswer(found.rowsJson, found.pagination);
      },
    },
  ];
}
