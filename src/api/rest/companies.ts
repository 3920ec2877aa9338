import * as z from 'zod';
import { refuse } from '../../domain/problem.js';
import {
  accountExample,
  accountFilters,
  accountRow,
  findAccount,
  listAccounts,
} from '../../projections/views/accounts.js';
import { chartExample, chartRow, findChart, listCharts } from '../../projections/views/charts.js';
import {
  companyExample,
  companyRow,
  findCompany,
  listCompanies,
  type CompanyRow,
} from '../../projections/views/companies.js';
import {
  accountBalanceExample,
  accountBalanceRow,
  listAccountSeries,
} from '../../projections/views/trialBalances/accountSeries.js';
import { isKnownTo } from '../auth/authenticate.js';
import {
  accountNotFound,
  chartNotFound,
  companyNotFound,
  companyNotFoundByCnpj,
  moduleNotContracted,
} from '../openapi/errors.js';
import { requestedCompany, knownCompany, listOf, mayRead, type Reader } from './list.js';
import {
  accountId,
  chartId,
  cnpj,
  companyId,
  inOrder,
  limit,
  ofCompaniesPage,
  order,
  page,
  periodFrom,
  periodTo,
  updatedSince,
} from './contract/parameters.js';

export const companies = listOf({
  name: 'empresas',
  path: '/api/v1/companies',
  scope: 'companies:read',
  tag: 'Empresas',
  summary: 'Lista as empresas do cliente da chave',
  rowName: 'Empresa',
  row: companyRow,
  example: companyExample,
  inGraphql: ['Uma empresa do cliente', 'Uma página de empresas', 'As empresas do cliente da chave'],
  query: z.object({ page, limit, order, updatedSince }),
  errors: [],
  async read({ pages }, reader, { updatedSince: changedSince, ...query }) {
    const { clientId, companyIds } = reader;
    const page = await listCompanies(pages, { clientId }, { ...query, changedSince, companyIds });
    return { ...page, rows: page.rows.map((row) => withKnownParent(reader, row)) };
  },
  one: {
    operationId: 'lerEmpresa',
    summary: 'Lê uma empresa',
    says: 'Identificador da empresa',
    errors: [companyNotFound],
    async find({ pages }, reader, companyId) {
      const row = isKnownTo(reader, companyId) ? await findCompany(pages, reader, companyId) : null;
      return row === null
        ? refuse({ is: 'CompanyNotFound', by: 'companyId', companyId })
        : withKnownParent(reader, row);
    },
  },
});

/** A company that the reader does not know has no id either. */
function withKnownParent(reader: Reader, { empresaControladoraId: parent, ...row }: CompanyRow): CompanyRow {
  return { ...row, empresaControladoraId: parent !== null && isKnownTo(reader, parent) ? parent : null };
}

/** `companyId` or `cnpj` is required; both must be the same company's. */
const chartsQuery = z
  .object({
    companyId: companyId.optional().describe('Somente desta empresa; informe companyId ou cnpj'),
    cnpj: cnpj.optional(),
    page,
    limit,
    order,
    updatedSince,
  })
  .refine(({ companyId, cnpj }) => companyId !== undefined || cnpj !== undefined, {
    message: 'informe companyId',
    // Beside other problems too, but not where one of the two is given and wrong.
    when: ({ issues }) => !issues.some(({ path: [name] = [] }) => name === 'companyId' || name === 'cnpj'),
  });

export const charts = listOf({
  name: 'planosDeContas',
  path: '/api/v1/chart-of-accounts',
  scope: 'chart_of_accounts:read',
  tag: 'Planos de Contas',
  summary: 'Lista os planos de contas de uma empresa',
  rowName: 'PlanoDeContas',
  row: chartRow,
  example: chartExample,
  inGraphql: ['Um plano de contas', 'Uma página de planos de contas', 'Os planos de contas de uma empresa'],
  query: chartsQuery,
  errors: [companyNotFound, companyNotFoundByCnpj],
  async read(deps, reader, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const company = requestedCompany(deps, reader, { companyId, cnpj });
    if (company === null) throw new Error('a query without companyId and cnpj must have been refused');
    return listCharts(deps.pages, reader, { ...query, changedSince, companies: company.companyId });
  },
  one: {
    operationId: 'lerPlanoDeContas',
    summary: 'Lê um plano de contas',
    says: 'Identificador do plano de contas',
    errors: [chartNotFound],
    async find({ pages }, reader, chartId) {
      const row = await findChart(pages, reader, chartId);
      return row !== null && isKnownTo(reader, row.empresaId) ? row : refuse({ is: 'ChartNotFound' });
    },
  },
});

export const accounts = listOf({
  name: 'contas',
  path: '/api/v1/chart-of-accounts/{id}/accounts',
  scope: 'chart_of_accounts:read',
  tag: 'Planos de Contas',
  summary: 'Lista as contas de um plano de contas',
  rowName: 'Conta',
  row: accountRow,
  example: accountExample,
  inGraphql: ['Uma conta de um plano de contas', 'Uma página de contas', 'As contas de um plano de contas'],
  query: z.object({
    chartId,
    ...ofCompaniesPage,
    ...accountFilters,
    updatedSince,
  }),
  inPath: { name: 'chartId', says: 'Identificador do plano de contas' },
  errors: [chartNotFound, companyNotFound, companyNotFoundByCnpj],
  async read(deps, reader, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const company = requestedCompany(deps, reader, { companyId, cnpj });
    const chart = await findChart(deps.pages, reader, query.chartId);
    if (chart === null || knownCompany(deps, reader, chart.empresaId) === null)
      return refuse({ is: 'ChartNotFound' });
    return listAccounts(deps.pages, reader, { ...query, changedSince, companyId: company?.companyId });
  },
});

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
  query: z
    .object({ accountId, page, limit, order, periodFrom, periodTo, updatedSince })
    .refine(...inOrder('periodFrom', 'periodTo')),
  inPath: { name: 'accountId', says: 'Identificador da conta' },
  errors: [moduleNotContracted, accountNotFound],
  async read(deps, reader, { accountId, updatedSince: changedSince, ...query }) {
    const row = await findAccount(deps.pages, reader, accountId);
    const account = mayRead(deps, reader, row, { is: 'AccountNotFound' });
    const of = { companyId: account.empresaId, accountCode: account.codigo };
    return listAccountSeries(deps.pages, reader, { ...query, changedSince, ...of });
  },
});
