import type { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import type { Page } from '../../projections/engine/pages.js';
import { findAccount } from '../../projections/views/accounts.js';
import { listAccountSeries, type AccountBalanceRow } from '../../projections/views/trialBalances/accountSeries.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseIdAndQuery } from '../http/request/query.js';
import { requireModule } from './companyFilter.js';
import { accountBalanceRow, accountBalancesQuery } from './contract/accountBalances.js';
import { columnsOf } from './contract/columns.js';
import { pathId, requirePeriodsInOrder } from './contract/parameters.js';
import type { ListAnswers } from './listAnswer.js';

const COLUMNS = columnsOf(accountBalanceRow);

export function accountBalanceRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/accounts/{id}/balances',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: accountId, query } = parseIdAndQuery(id, accountBalancesQuery, context.querystring);
        const found = await readAccountBalances(limitedTo(deps, key), key.clientId, accountId, query);
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
  ];
}

/** @throws DomainError AccountNotFound, ModuleNotContracted, ParameterInvalid */
export async function readAccountBalances(
  { pages, registers }: ReadDependencies,
  clientId: number,
  accountId: number,
  { updatedSince: changedSince, ...query }: z.output<typeof accountBalancesQuery>,
): Promise<Page<AccountBalanceRow>> {
  requirePeriodsInOrder(query);
  const account = await findAccount(pages, { clientId }, accountId);
  const company = account && registers.company(clientId, account.empresaId);
  if (!account || !company) return refuse({ is: 'AccountNotFound' });
  requireModule(company);
  const { companyId } = company;
  return listAccountSeries(
    pages,
    { clientId },
    { ...query, changedSince, companyId, accountCode: account.codigo },
  );
}
