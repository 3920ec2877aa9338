import { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import { findAccount } from '../../projections/views/accounts.js';
import {
  accountBalanceExample,
  accountBalanceRow,
  listAccountSeries,
} from '../../projections/views/trialBalances/accountSeries.js';
import { accountNotFound, moduleNotContracted } from '../openapi/errors.js';
import { requireModule } from './companyFilter.js';
import {
  accountId,
  limit,
  order,
  page,
  periodFrom,
  periodTo,
  requirePeriodsInOrder,
  updatedSince,
} from './contract/parameters.js';
import { listOf } from './list.js';

export const accountBalances = listOf({
  name: 'saldosDaConta',
  path: '/api/v1/accounts/{id}/balances',
  scope: 'trial_balances:read',
  tag: 'Planos de Contas',
  summary: 'Lista os saldos de uma conta, competência por competência',
  rowName: 'SaldoDaConta',
  row: accountBalanceRow,
  example: accountBalanceExample,
  inGraphql: [
    'O saldo de uma conta em uma competência',
    'Uma página de saldos de uma conta',
    'Os saldos de uma conta, competência por competência',
  ],
  query: z.object({ accountId, page, limit, order, periodFrom, periodTo, updatedSince }),
  inPath: { name: 'accountId', says: 'Identificador da conta' },
  errors: [moduleNotContracted, accountNotFound],
  /** @throws DomainError AccountNotFound, ModuleNotContracted, ParameterInvalid */
  async read({ pages, registers }, { clientId }, { accountId, updatedSince: changedSince, ...query }) {
    requirePeriodsInOrder(query);
    const account = await findAccount(pages, { clientId }, accountId);
    const company = account && registers.company(clientId, account.empresaId);
    if (!account || !company) return refuse({ is: 'AccountNotFound' });
    requireModule(company);
    const of = { companyId: company.companyId, accountCode: account.codigo };
    return listAccountSeries(pages, { clientId }, { ...query, changedSince, ...of });
  },
});
