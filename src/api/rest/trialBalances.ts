import * as z from 'zod';
import { refuse } from '../../domain/problem.js';
import {
  findTrialBalance,
  findTrialBalanceRow,
  linesChangedUntil,
  listTrialBalances,
  trialBalanceExample,
  trialBalanceFilters,
  trialBalanceRow,
} from '../../projections/views/trialBalances/trialBalances.js';
import {
  hasAllLines,
  listLines,
  anyLineRow,
  lineExample,
  lineFilters,
  trialBalanceLineRow,
} from '../../projections/views/trialBalances/trialBalanceLines.js';
import { oneOf, type Names } from '../../projections/views/scope.js';
import type { ReadDependencies } from '../dependencies.js';
import {
  leftOutLinesNotStored,
  moduleNotContracted,
  ofCompanies,
  trialBalanceNotFound,
} from '../openapi/errors.js';
import { columnsOf } from './contract/pages.js';
import { listOf, mayRead, reconcilingCompanies, type Reader, type UnchangingRows } from './list.js';
import {
  inOrder,
  limit,
  ofCompaniesPage,
  order,
  page,
  period,
  periodFrom,
  periodTo,
  trialBalanceId,
  updatedSince,
} from './contract/parameters.js';

export const trialBalances = listOf({
  name: 'balancetes',
  path: '/api/v1/trial-balances',
  scope: 'trial_balances:read',
  tag: 'Balancetes',
  summary: 'Lista os balancetes, todas as versões',
  rowName: 'Balancete',
  row: trialBalanceRow,
  example: trialBalanceExample,
  inGraphql: ['Uma versão de um balancete', 'Uma página de balancetes', 'Os balancetes, todas as versões'],
  query: z
    .object({
      ...ofCompaniesPage,
      period: period.optional(),
      periodFrom,
      periodTo,
      ...trialBalanceFilters,
      updatedSince,
    })
    .refine(...inOrder('periodFrom', 'periodTo')),
  errors: ofCompanies,
  async read(deps, reader, { updatedSince: changedSince, companyId, cnpj, ...query }) {
    const companies = reconcilingCompanies(deps, reader, { companyId, cnpj });
    return listTrialBalances(deps.pages, reader, { ...query, changedSince, companies }, namesOf(deps));
  },
  one: {
    operationId: 'lerBalancete',
    summary: 'Lê uma versão de um balancete',
    says: 'Identificador do balancete',
    errors: [moduleNotContracted, trialBalanceNotFound],
    async find(deps, reader, id) {
      const row = await findTrialBalanceRow(deps.pages, reader, id, namesOf(deps));
      return mayRead(deps, reader, row, { is: 'TrialBalanceNotFound' });
    },
  },
});

const linesQuery = z.object({
  trialBalanceId,
  page,
  limit,
  order,
  ...lineFilters,
  escopo: oneOf('escopo', ['todas'])
    .optional()
    .describe(
      '`todas`: também as linhas que não entraram no balancete, na ordem do arquivo, cada uma com situacao',
    ),
  updatedSince,
});

const lineColumns = columnsOf(trialBalanceLineRow);
const anyLineColumns = columnsOf(anyLineRow);

export const lines = listOf({
  name: 'linhasDoBalancete',
  operationId: 'listarLinhas',
  path: '/api/v1/trial-balances/{id}/lines',
  scope: 'trial_balances:read',
  tag: 'Balancetes',
  summary: 'Lista as linhas de um balancete',
  rowName: 'LinhaDoBalancete',
  row: anyLineRow,
  example: lineExample,
  inGraphql: [
    'Uma linha de um balancete',
    'Uma página de linhas de um balancete',
    'As linhas de um balancete, na ordem do balancete',
  ],
  query: linesQuery,
  inPath: { name: 'trialBalanceId', says: 'Identificador do balancete' },
  columnsFor: ({ escopo }) => (escopo === undefined ? lineColumns : anyLineColumns),
  errors: [moduleNotContracted, trialBalanceNotFound, leftOutLinesNotStored],
  read: findLines,
});

function namesOf({ registers, names }: ReadDependencies): Names {
  return { companyName: registers.companyName, personNames: names.of };
}

/**
 * Checks that the trial balance exists and may be read; `read` then reads its lines.
 * @throws DomainError TrialBalanceNotFound, ModuleNotContracted, LeftOutLinesNotStored
 */
async function findLines(
  deps: ReadDependencies,
  reader: Reader,
  { updatedSince: changedSince, escopo, ...query }: z.output<typeof linesQuery>,
): Promise<UnchangingRows> {
  const { trialBalanceId } = query;
  const trialBalance = await findTrialBalance(deps.pages, reader, trialBalanceId);
  const header = mayRead(deps, reader, trialBalance, { is: 'TrialBalanceNotFound' });
  const isWhole = escopo === 'todas';
  if (isWhole && !(await hasAllLines(deps.pages, reader, header)))
    return refuse({ is: 'LeftOutLinesNotStored', trialBalanceId });
  const changedUntil = await linesChangedUntil(deps.pages);
  return {
    changedUntil,
    async read() {
      const filter = { ...query, isWhole, changedSince };
      const page = await listLines(deps.pages, reader, header, filter);
      return { rows: page.rowsJson, pagination: page.pagination, changedUntil };
    },
  };
}
