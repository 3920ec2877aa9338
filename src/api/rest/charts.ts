import { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import { accountExample, accountFilters, accountRow, listAccounts } from '../../projections/views/accounts.js';
import { chartExample, chartRow, findChart, listCharts } from '../../projections/views/charts.js';
import { importReasonSentence } from '../../messages/imports/importReasons.js';
import { isKnownTo } from '../auth/keyCompanies.js';
import { chartNotFound, companyNotFound, companyNotFoundByCnpj } from '../openapi/errors.js';
import { companyAsked } from './companyFilter.js';
import {
  chartId,
  cnpj,
  companyId,
  limit,
  ofCompaniesPage,
  order,
  page,
  updatedSince,
} from './contract/parameters.js';
import { listOf } from './list.js';

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
    message: importReasonSentence({ is: 'IdentifierMissing' }),
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
  /** @throws DomainError CompanyNotFound */
  async read(deps, { clientId }, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const company = companyAsked(deps, clientId, { companyId, cnpj });
    if (company === null) throw new Error('a query without companyId and cnpj must have been refused');
    return listCharts(deps.pages, { clientId }, { ...query, changedSince, companyId: company.companyId });
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
  /** @throws DomainError CompanyNotFound, ChartNotFound */
  async read(deps, { clientId }, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const company = companyAsked(deps, clientId, { companyId, cnpj });
    const chart = await findChart(deps.pages, { clientId }, query.chartId);
    if (chart === null || deps.registers.company(clientId, chart.empresaId) === null)
      return refuse({ is: 'ChartNotFound' });
    const found = { ...query, changedSince, companyId: company?.companyId };
    return (await listAccounts(deps.pages, { clientId }, found)) ?? refuse({ is: 'ChartNotFound' });
  },
});
