import type { z } from 'zod';
import { refuse } from '../../domain/kernel/problem.js';
import type { Page, Pagination } from '../../projections/engine/pages.js';
import {
  findTrialBalance,
  listTrialBalanceLines,
  listTrialBalances,
  type TrialBalanceRow,
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
        const query = parseQuery(trialBalancesQuery, context.querystring);
        const found = await readTrialBalances(deps, clientId, query);
        return rowsAnswer(found.rows, found.pagination);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/trial-balances/{id}/lines',
      scope: 'trial_balances:read',
      async handle(context, { clientId }) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: trialBalanceId, query } = parseIdAndQuery(id, linesQuery, context.querystring);
        const found = await readLines(deps, clientId, trialBalanceId, query);
        return readyRowsAnswer(found.rowsJson, found.pagination);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readTrialBalances(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, period, status, ...filter }: z.output<typeof trialBalancesQuery>,
): Promise<Page<TrialBalanceRow>> {
  const query = {
    page,
    limit,
    companies: reconcilingCompanies(deps, clientId, filter),
    ...(period !== undefined && { competence: period }),
    ...(status !== undefined && { status }),
  };
  return listTrialBalances(deps.pages, { clientId }, query, deps.registers.companyName);
}

/**
 * `rowsJson` is the JSON text of the array of rows.
 * @throws DomainError TrialBalanceNotFound, ModuleNotContracted
 */
export async function readLines(
  deps: ReadDependencies,
  clientId: number,
  trialBalanceId: number,
  { page, limit, contaCodigo }: z.output<typeof linesQuery>,
): Promise<Readonly<{ rowsJson: Uint8Array; pagination: Pagination }>> {
  const header = await findTrialBalance(deps.pages, { clientId }, trialBalanceId);
  const company = header && deps.registers.company(clientId, header.empresaId);
  if (!header || !company) return refuse({ is: 'TrialBalanceNotFound' });
  requireModule(company);
  const query = { trialBalanceId, page, limit, ...(contaCodigo !== undefined && { accountCode: contaCodigo }) };
  const found = await listTrialBalanceLines(deps.pages, { clientId }, query, header);
  return found ?? refuse({ is: 'TrialBalanceNotFound' });
}
