// Contract of POST /api/v1/graphql: its body and its answers. What can be asked for is in schema.ts.
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

const said = { message: z.string(), extensions: z.strictObject({ code: z.string() }) };

/** What ran: a query refused by itself is null, and named in `errors`. */
export const graphqlResult = z.strictObject({
  data: z.record(z.string(), z.unknown()).describe('Uma resposta por consulta pedida'),
  errors: z
    .array(z.strictObject({ ...said, path: z.array(z.union([z.string(), z.int()])) }))
    .optional()
    .describe('As consultas recusadas; as demais são respondidas'),
});

/** What did not run. */
export const graphqlErrorEnvelope = errorEnvelope.extend({ errors: z.array(z.strictObject(said)).length(1) });
