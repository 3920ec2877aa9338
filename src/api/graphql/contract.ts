// Contract of POST /api/v1/graphql: its body and its answers. Its schema: schema.ts.
import { z } from 'zod';
import { errorEnvelope } from '../rest/contract/pages.js';

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
  'o corpo da requisição deve ser um objeto JSON',
);

const place = z.strictObject({ line: z.int(), column: z.int() });
const locations = z.array(place).optional().describe('Onde, na consulta: linha e coluna, a partir de 1');
const said = { message: z.string(), locations, extensions: z.strictObject({ code: z.string() }) };

/** The answer of an operation that was executed: a query that was refused is null, with an entry in `errors`. */
export const graphqlResult = z.strictObject({
  data: z.record(z.string(), z.unknown()).describe('Uma resposta por consulta pedida'),
  errors: z
    .array(z.strictObject({ ...said, path: z.array(z.union([z.string(), z.int()])) }))
    .optional()
    .describe('As consultas recusadas; as demais são respondidas'),
});

/** The answer of an operation that was not executed. */
export const graphqlErrorEnvelope = errorEnvelope.extend({ errors: z.array(z.strictObject(said)).length(1) });

export const graphqlExample = {
  query: 'query ($period: String) { balancetes(period: $period) { data { id competencia status linhas } } }',
  variables: { period: '2026-08' },
} as const;

export const graphqlResultExample = {
  data: { balancetes: { data: [{ id: 7, competencia: '2026-08', status: 'RELEASED', linhas: 1 }] } },
} as const;
