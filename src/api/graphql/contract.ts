// Contract of POST /api/v1/graphql: its body and its answers. Its schema: schema.ts.
import { bodyFaultSentence } from '../../domain/problem.js';
import * as z from 'zod';
import type { ErrorAnswer } from '../http/problems.js';
import {
  accountNotFound,
  chartNotFound,
  companyNotFound,
  leftOutLinesNotStored,
  moduleNotContracted,
  ofGraphql,
  parameterInvalid,
  trialBalanceNotFound,
} from '../openapi/errors.js';
import { jsonBody, type Operation } from '../openapi/operation.js';
import { errorEnvelope } from '../rest/contract/pages.js';
import { QUERY_NAMES } from '../rest/lists.js';

export const graphqlBody = z.object(
  {
    query: z
      .string('o campo query deve ser o texto da consulta')
      .min(1, 'o campo query não pode ser vazio')
      .describe('O texto da consulta'),
    variables: z
      .record(z.string(), z.unknown(), 'o campo variables deve ser um objeto')
      .nullish()
      .describe('Os valores das variáveis da consulta'),
    operationName: z
      .string('o campo operationName deve ser um texto')
      .nullish()
      .describe('Qual operação executar quando a consulta tem várias'),
  },
  bodyFaultSentence({ is: 'NotObject' }),
);

const place = z.strictObject({ line: z.int(), column: z.int() });
const locations = z.array(place).optional().describe('Onde, na consulta: linha e coluna, a partir de 1');
const fields = { message: z.string(), locations, extensions: z.strictObject({ code: z.string() }) };

/** The answer of an operation that was executed: a query that was refused is null, with an entry in `errors`. */
const graphqlResult = z.strictObject({
  data: z.record(z.string(), z.unknown()).describe('Uma resposta por consulta pedida'),
  errors: z
    .array(z.strictObject({ ...fields, path: z.array(z.union([z.string(), z.int()])) }))
    .optional()
    .describe('As consultas recusadas; as demais são respondidas'),
});

export const graphqlErrorEnvelope = errorEnvelope.extend({ errors: z.array(z.strictObject(fields)).length(1) });

const graphqlExample = {
  query: 'query ($period: String) { balancetes(period: $period) { data { id competencia status linhas } } }',
  variables: { period: '2026-08' },
} as const;

const graphqlResultExample = {
  data: { balancetes: { data: [{ id: 7, competencia: '2026-08', status: 'RELEASED', linhas: 1 }] } },
} as const;

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

export const graphqlOperation: Operation = {
  id: 'consultar',
  tag: 'GraphQL',
  summary: `Consulta somente de leitura: ${QUERY_NAMES.join(', ')}`,
  body: jsonBody('ConsultaGraphQL', graphqlBody, graphqlExample),
  success: {
    kind: 'graphql',
    name: 'RespostaGraphQL',
    schema: graphqlResult,
    example: graphqlResultExample,
    more: GRAPHQL_PARTLY,
    statuses: { 200: 'As linhas pedidas; consultas recusadas vêm em errors' },
  },
  errors: ofGraphql,
};
