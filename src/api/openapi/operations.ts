// The OpenAPI operation of each route. Its schemas are those that validate; a test compares the list with the routes.
import { z } from 'zod';
import type { Route } from '../call.js';
import { graphqlBody, graphqlExample, graphqlResult, graphqlResultExample } from '../graphql/contract.js';
import type { ErrorAnswer } from '../http/problems.js';
import {
  fileImportResult,
  importQuery,
  importRequest,
  importRequestExample,
  importResult,
  importResultExample,
} from '../rest/imports.js';
import { capitalized, queryOf, type List } from '../rest/list.js';
import { LISTS, QUERY_NAMES } from '../rest/lists.js';
import { matchingExample, matchingParts, matchingQuery, matchingResult } from '../rest/matchFiles.js';
import {
  accountNotFound,
  chartNotFound,
  companyNotFound,
  leftOutLinesNotStored,
  moduleNotContracted,
  ofFileImport,
  ofFiles,
  ofGraphql,
  ofJsonImport,
  parameterInvalid,
  reconciliationNotFound,
  trialBalanceNotFound,
} from './errors.js';

// Headers of the contract, and the headers of each status.
type Json = Readonly<Record<string, unknown>>;

const whole = { type: 'integer', minimum: 0 };
/** Headers about the key: absent from answers given before the key was accepted. */
const ofKeys = (description: string): string => `${description}; vem quando a chave foi aceita`;

export const HEADERS = {
  'X-Request-Id': {
    description: 'Identificador desta requisição; informe-o ao suporte',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': { description: ofKeys('Chamadas por minuto nesta rota'), schema: whole },
  'X-RateLimit-Remaining': { description: ofKeys('Chamadas que restam neste minuto'), schema: whole },
  'X-RateLimit-Reset': {
    description: ofKeys('Quando o minuto, que começou na primeira chamada, termina, em segundos Unix'),
    schema: whole,
  },
  'Retry-After': { description: 'Segundos a esperar antes de tentar de novo', schema: whole },
  ETag: {
    description: 'Validador fraco desta página; envie-o em If-None-Match para receber 304 enquanto nada mudar',
    schema: { type: 'string' },
  },
  'X-Updated-Until': {
    description:
      'O valor de updatedSince da próxima leitura: nenhuma linha se perde, e uma que já veio pode vir de novo',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Total-Count': { description: 'Só em CSV e XLSX: total de linhas da lista', schema: whole },
  'X-Total-Pages': { description: 'Só em CSV e XLSX: total de páginas da lista', schema: whole },
  'Content-Disposition': {
    description: 'Só em CSV e XLSX: o nome do arquivo',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'true quando a chave de idempotência já fez esta chamada: a resposta é a daquela vez',
    schema: { const: 'true' },
  },
  Allow: { description: 'Os métodos que a rota tem', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'Como enviar a chave', schema: { type: 'string' } },
} as const;

export type HeaderName = keyof typeof HEADERS;

const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
const MORE: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Headers of every list. */
export const LIST_HEADERS = ['ETag', 'X-Updated-Until'] as const;
/** Headers of lists in CSV and XLSX only. */
export const FILE_HEADERS = ['X-Total-Count', 'X-Total-Pages', 'Content-Disposition'] as const;

export function headersOf(status: number, more: readonly HeaderName[] = []): Json {
  const names = [...ALWAYS, ...(MORE[status] ?? []), ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

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
  ...LISTS.ofBooks.flatMap(operationsOf),
  ...LISTS.ofCompanies.flatMap(operationsOf),
  ...LISTS.ofReconciliations.flatMap(operationsOf),
  {
    route: 'POST /api/v1/reconciliations/{id}/arquivos',
    id: 'conferirRazaoEExtrato',
    tag: 'Conciliações',
    summary: 'Confere o razão de uma conta com o extrato e mostra a composição que resultaria; nada é gravado',
    path: 'Identificador da conciliação',
    query: matchingQuery,
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
  ...LISTS.ofClosing.flatMap(operationsOf),
  {
    route: 'POST /api/v1/graphql',
    id: 'consultar',
    tag: 'GraphQL',
    summary: `Consulta somente de leitura: ${QUERY_NAMES.join(', ')}`,
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

/** The list, and one row of it where there is a route for one. */
function operationsOf(list: List): readonly Operation[] {
  const { name, operationId, path, tag, summary, rowName, row, example, inPath, errors, one } = list;
  const success = { name: rowName, schema: row, example, statuses: LIST } as const;
  const whole: Operation = {
    route: `GET ${path}`,
    id: operationId ?? `listar${capitalized(name)}`,
    ...{ tag, summary, query: queryOf(list), success: { kind: 'list', ...success } },
    ...(inPath && { path: inPath.says }),
    errors: [parameterInvalid, ...errors],
  };
  if (one === undefined) return [whole];
  const single: Operation = {
    ...{ route: `GET ${path}/{id}`, id: one.operationId, tag, summary: one.summary, path: one.says },
    success: { kind: 'row', ...success },
    errors: [parameterInvalid, ...one.errors],
  };
  return [whole, single];
}
