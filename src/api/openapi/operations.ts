// The OpenAPI operation of each route. Its schemas are those that validate; a test compares the list with the routes.
import { z } from 'zod';
import { graphqlBody, graphqlExample, graphqlResult, graphqlResultExample } from '../graphql/contract.js';
import type { Route } from '../call.js';
import type { ErrorAnswer } from '../http/response/problems.js';
import type { HeaderName } from './headers.js';
import {
  accountExample,
  accountRow,
  accountsQuery,
  chartExample,
  chartRow,
  chartsQuery,
} from '../rest/contract/charts.js';
import {
  accountBalanceExample,
  accountBalanceRow,
  accountBalancesQuery,
} from '../rest/contract/accountBalances.js';
import { matchingExample, matchingParts, matchingResult } from '../rest/contract/matching.js';
import { checklistExample, checklistQuery, checklistRow } from '../rest/contract/checklist.js';
import { companiesQuery, companyExample, companyRow } from '../rest/contract/companies.js';
import { intercompanyExample, intercompanyQuery, intercompanyRow } from '../rest/contract/intercompany.js';
import {
  itemExample,
  itemRow,
  itemsQuery,
  openItemExample,
  openItemRow,
  openItemsQuery,
} from '../rest/contract/items.js';
import {
  reconciliationExample,
  reconciliationRow,
  reconciliationsQuery,
} from '../rest/contract/reconciliations.js';
import { scheduleExample, scheduleRow, schedulesQuery } from '../rest/contract/schedules.js';
import {
  fileImportResult,
  importQuery,
  importRequest,
  importRequestExample,
  importResult,
  importResultExample,
  lineExample,
  linesQuery,
  trialBalanceExample,
  anyLineRow,
  trialBalanceRow,
  trialBalancesQuery,
} from '../rest/contract/trialBalances.js';
import {
  accountNotFound,
  chartNotFound,
  companyNotFound,
  companyNotFoundByCnpj,
  moduleNotContracted,
  ofFileImport,
  ofFiles,
  ofGraphql,
  ofJsonImport,
  parameterInvalid,
  reconciliationNotFound,
  trialBalanceNotFound,
  leftOutLinesNotStored,
} from './errors.js';

export const TAGS = [
  ['Empresas', 'As empresas do cliente da chave'],
  ['Planos de Contas', 'Planos de contas e suas contas'],
  ['Balancetes', 'Importação e leitura de balancetes'],
  ['Conciliações', 'Etapa, responsável e prazo de cada conciliação'],
  ['GraphQL', 'As mesmas leituras em uma só chamada'],
] as const;

/** `type` of a body; `name` and `schema` become a component. */
export type Body = Readonly<{ type: string; name: string; schema: z.ZodType; example: object; optional?: true }>;

export type Operation = Readonly<{
  route: `${Route['method']} /${string}`;
  id: string;
  tag: string;
  summary: string;
  /** Description of the path parameter. */
  path?: string;
  /** Schema of the path parameter; a whole number if absent. */
  pathSchema?: z.ZodType;
  headers?: readonly Readonly<{ name: string; required: boolean; description: string; schema: z.ZodType }>[];
  query?: z.ZodObject;
  body?: Body;
  /** `kind` of the answer's content: rows of a list, one row, one result, the answer of GraphQL, or none. */
  success: Readonly<{
    kind: 'list' | 'row' | 'result' | 'graphql' | 'none';
    name: string;
    schema: z.ZodType;
    example: object;
    /** More examples, by name. */
    more?: Readonly<Record<string, object>>;
    statuses: Readonly<Record<number, string>>;
    /** Headers that only this success has. */
    headers?: readonly HeaderName[];
  }>;
  errors: readonly ErrorAnswer[];
}>;

/** The answer when one query of an operation was refused and the others were executed. */
function partly(list: string, { body }: ErrorAnswer): object {
  const { error: message, code } = body;
  return {
    data: { empresas: { data: [{ id: 1 }] }, [list]: null },
    errors: [{ message, path: [list], extensions: { code } }],
  };
}

/** One example of each code that may refuse a single query. */
const GRAPHQL_PARTLY = {
  recusadaEmParte: partly('balancetes', companyNotFound),
  PARAMETRO_INVALIDO: partly('balancetes', parameterInvalid),
  MODULO_NAO_CONTRATADO: partly('conciliacoes', moduleNotContracted),
  BALANCETE_NAO_ENCONTRADO: partly('linhasDoBalancete', trialBalanceNotFound),
  LINHAS_NAO_GUARDADAS: partly('linhasDoBalancete', leftOutLinesNotStored),
  PLANO_NAO_ENCONTRADO: partly('contas', chartNotFound),
  CONTA_NAO_ENCONTRADA: partly('saldosDaConta', accountNotFound),
};
const LIST = { 200: 'Uma página de linhas' };
const IMPORT = {
  200: 'Reenvio: o conteúdo é igual ao da versão atual e nada foi gravado; ou só validado (validateOnly)',
  201: 'Balancete ou nova versão gravada',
};

const fileParts = z.object({
  file: z.string().meta({ format: 'binary', description: 'CSV, TXT, XML, XLSX ou XLS de até 50 MB' }),
  companyId: z.string().optional().meta({ type: 'integer', description: 'Empresa; informe companyId ou cnpj' }),
  cnpj: z.string().optional().describe('CNPJ da empresa, numérico ou alfanumérico, com ou sem máscara'),
  period: z.string().optional().describe('Competência (AAAA-MM); sem ela vale a coluna Competência do arquivo'),
  chartName: z.string().optional().describe('Plano de contas; sem ele vale a coluna Plano de Contas do arquivo'),
});

export const OPERATIONS: readonly Operation[] = [
  {
    route: 'POST /api/v1/trial-balances',
    id: 'importarBalancete',
    tag: 'Balancetes',
    summary: 'Importa o balancete de uma empresa em uma competência',
    query: importQuery,
    body: {
      type: 'application/json',
      name: 'ImportacaoDeBalancete',
      schema: importRequest,
      example: importRequestExample,
    },
    success: {
      kind: 'result',
      name: 'ResultadoDaImportacao',
      schema: importResult,
      example: importResultExample,
      statuses: IMPORT,
    },
    errors: ofJsonImport,
  },
  {
    route: 'POST /api/v1/trial-balances/arquivo',
    id: 'importarArquivo',
    tag: 'Balancetes',
    summary: 'Importa o balancete do mesmo arquivo que seria enviado na tela',
    query: importQuery,
    body: {
      type: 'multipart/form-data',
      name: 'ArquivoDeBalancete',
      schema: fileParts,
      example: { file: 'balancete.csv', companyId: 1, period: '2026-08', chartName: 'Plano Geral' },
    },
    success: {
      kind: 'result',
      name: 'ResultadoDaImportacaoDeArquivo',
      schema: fileImportResult,
      example: importResultExample,
      statuses: IMPORT,
    },
    errors: ofFileImport,
  },
  {
    route: 'GET /api/v1/trial-balances',
    id: 'listarBalancetes',
    tag: 'Balancetes',
    summary: 'Lista os balancetes, todas as versões',
    query: trialBalancesQuery,
    success: {
      kind: 'list',
      name: 'Balancete',
      schema: trialBalanceRow,
      example: trialBalanceExample,
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'GET /api/v1/trial-balances/{id}',
    id: 'lerBalancete',
    tag: 'Balancetes',
    summary: 'Lê uma versão de um balancete',
    path: 'Identificador do balancete',
    success: {
      kind: 'row',
      name: 'Balancete',
      schema: trialBalanceRow,
      example: trialBalanceExample,
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, trialBalanceNotFound],
  },
  {
    route: 'GET /api/v1/trial-balances/{id}/lines',
    id: 'listarLinhas',
    tag: 'Balancetes',
    summary: 'Lista as linhas de um balancete',
    path: 'Identificador do balancete',
    query: linesQuery,
    success: {
      kind: 'list',
      name: 'LinhaDoBalancete',
      schema: anyLineRow,
      example: lineExample,
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, trialBalanceNotFound, leftOutLinesNotStored],
  },
  {
    route: 'GET /api/v1/companies',
    id: 'listarEmpresas',
    tag: 'Empresas',
    summary: 'Lista as empresas do cliente da chave',
    query: companiesQuery,
    success: { kind: 'list', name: 'Empresa', schema: companyRow, example: companyExample, statuses: LIST },
    errors: [parameterInvalid],
  },
  {
    route: 'GET /api/v1/companies/{id}',
    id: 'lerEmpresa',
    tag: 'Empresas',
    summary: 'Lê uma empresa',
    path: 'Identificador da empresa',
    success: { kind: 'row', name: 'Empresa', schema: companyRow, example: companyExample, statuses: LIST },
    errors: [parameterInvalid, companyNotFound],
  },
  {
    route: 'GET /api/v1/chart-of-accounts',
    id: 'listarPlanosDeContas',
    tag: 'Planos de Contas',
    summary: 'Lista os planos de contas de uma empresa',
    query: chartsQuery,
    success: { kind: 'list', name: 'PlanoDeContas', schema: chartRow, example: chartExample, statuses: LIST },
    errors: [parameterInvalid, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'GET /api/v1/chart-of-accounts/{id}',
    id: 'lerPlanoDeContas',
    tag: 'Planos de Contas',
    summary: 'Lê um plano de contas',
    path: 'Identificador do plano de contas',
    success: { kind: 'row', name: 'PlanoDeContas', schema: chartRow, example: chartExample, statuses: LIST },
    errors: [parameterInvalid, chartNotFound],
  },
  {
    route: 'GET /api/v1/chart-of-accounts/{id}/accounts',
    id: 'listarContas',
    tag: 'Planos de Contas',
    summary: 'Lista as contas de um plano de contas',
    path: 'Identificador do plano de contas',
    query: accountsQuery,
    success: { kind: 'list', name: 'Conta', schema: accountRow, example: accountExample, statuses: LIST },
    errors: [parameterInvalid, chartNotFound, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'GET /api/v1/accounts/{id}/balances',
    id: 'listarSaldosDaConta',
    tag: 'Planos de Contas',
    summary: 'Lista os saldos de uma conta, competência por competência',
    path: 'Identificador da conta',
    query: accountBalancesQuery,
    success: {
      kind: 'list',
      name: 'SaldoDaConta',
      schema: accountBalanceRow,
      example: accountBalanceExample,
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, accountNotFound],
  },
  {
    route: 'GET /api/v1/reconciliations',
    id: 'listarConciliacoes',
    tag: 'Conciliações',
    summary: 'Lista as conciliações com etapa, responsável e prazo',
    query: reconciliationsQuery,
    success: {
      kind: 'list',
      name: 'Conciliacao',
      schema: reconciliationRow,
      example: reconciliationExample,
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'GET /api/v1/reconciliations/{id}',
    id: 'lerConciliacao',
    tag: 'Conciliações',
    summary: 'Lê uma conciliação',
    path: 'Identificador da conciliação',
    success: {
      kind: 'row',
      name: 'Conciliacao',
      schema: reconciliationRow,
      example: reconciliationExample,
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, reconciliationNotFound],
  },
  {
    route: 'GET /api/v1/reconciliations/{id}/items',
    id: 'listarItensDaConciliacao',
    tag: 'Conciliações',
    summary: 'Lista os itens da composição de uma conciliação, em aberto e baixados',
    path: 'Identificador da conciliação',
    query: itemsQuery,
    success: { kind: 'list', name: 'ItemDaComposicao', schema: itemRow, example: itemExample, statuses: LIST },
    errors: [parameterInvalid, moduleNotContracted, reconciliationNotFound],
  },
  {
    route: 'GET /api/v1/open-items',
    id: 'listarItensEmAberto',
    tag: 'Conciliações',
    summary: 'Lista os itens em aberto das composições, com a idade de cada um',
    query: openItemsQuery,
    success: { kind: 'list', name: 'ItemEmAberto', schema: openItemRow, example: openItemExample, statuses: LIST },
    errors: [parameterInvalid, moduleNotContracted, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'POST /api/v1/reconciliations/{id}/arquivos',
    id: 'conferirRazaoEExtrato',
    tag: 'Conciliações',
    summary: 'Confere o razão de uma conta com o extrato e mostra a composição que resultaria; nada é gravado',
    path: 'Identificador da conciliação',
    body: {
      ...{ type: 'multipart/form-data', name: 'ArquivosDaConta', schema: matchingParts },
      example: { file: 'razao.csv', saldo: '1300.25' },
    },
    success: {
      ...{ kind: 'result', name: 'Conferencia', schema: matchingResult, example: matchingExample },
      statuses: { 200: 'Os pares, o que sobra e a composição que resultaria' },
    },
    errors: [...[parameterInvalid, moduleNotContracted, reconciliationNotFound], ...ofFiles],
  },
  {
    route: 'GET /api/v1/closing-checklist',
    id: 'listarChecklistDoFechamento',
    tag: 'Conciliações',
    summary: 'Lista o checklist de fechamento de uma competência, empresa por empresa',
    query: checklistQuery,
    success: {
      ...{ kind: 'list', name: 'PontoDoChecklist', schema: checklistRow, example: checklistExample },
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'GET /api/v1/intercompany-balances',
    id: 'listarSaldosEntreEmpresas',
    tag: 'Balancetes',
    summary: 'Lista os saldos que as empresas do cliente têm entre si em uma competência, lado a lado',
    query: intercompanyQuery,
    success: {
      ...{ kind: 'list', name: 'SaldoEntreEmpresas', schema: intercompanyRow, example: intercompanyExample },
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'GET /api/v1/schedules',
    id: 'listarCronogramas',
    tag: 'Conciliações',
    summary: 'Lista os cronogramas das contas e, com period, o saldo que cada um espera',
    query: schedulesQuery,
    success: {
      ...{ kind: 'list', name: 'Cronograma', schema: scheduleRow, example: scheduleExample },
      statuses: LIST,
    },
    errors: [parameterInvalid, moduleNotContracted, companyNotFound, companyNotFoundByCnpj],
  },
  {
    route: 'POST /api/v1/graphql',
    id: 'consultar',
    tag: 'GraphQL',
    summary:
      'Consulta somente de leitura: empresas, planosDeContas, contas, saldosDaConta, balancetes, linhasDoBalancete, conciliacoes, itensEmAberto, checklistDoFechamento, saldosEntreEmpresas, cronogramas',
    body: { type: 'application/json', name: 'ConsultaGraphQL', schema: graphqlBody, example: graphqlExample },
    success: {
      kind: 'graphql',
      name: 'RespostaGraphQL',
      schema: graphqlResult,
      example: graphqlResultExample,
      more: GRAPHQL_PARTLY,
      statuses: { 200: 'As linhas pedidas; consultas recusadas vêm em errors' },
    },
    errors: ofGraphql,
  },
];
