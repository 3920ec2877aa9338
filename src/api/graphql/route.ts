// POST /api/v1/graphql: read-only. Everything is checked before graphql-helix runs what was asked.
import { processRequest } from 'graphql-helix';
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { inTime } from '../../commands/kernel/deadline.js';
import type { CallContext, Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { JSON_TYPE } from '../http/response/envelope.js';
import { READ_TIMEOUT_MS } from '../call.js';
import { BODY_BYTES_MAX, readJsonBody } from '../http/request/body.js';
import { HttpError } from '../http/response/problems.js';
import { createDocuments, type Document } from './document.js';
import { resultBody } from './errors.js';
import { checkLimits } from './limits.js';
import { operationOf, readBody, type GraphqlBody } from './request.js';
import type { GraphqlContext } from './resolvers.js';
import { executionSchema, schema } from './schema.js';

export function graphqlHandler(deps: ReadDependencies): Route['handle'] {
  const documents = createDocuments();
  return async (context, { clientId }) => {
    const body = readBody(await bytesOf(context));
    const document = documents.read(body.query);
    const operation = operationOf(document, body.operationName);
    checkLimits(document, operation, body.variables ?? {});
    const invalidity = document.invalidity();
    if (invalidity !== null) throw new HttpError({ is: 'QueryInvalid', message: invalidity });
    const result = await inTime(READ_TIMEOUT_MS, execute(document, operation, body, { deps, clientId }));
    context.body = resultBody(result);
    context.set('Content-Type', JSON_TYPE);
  };
}

/** @throws HttpError QueryInvalid where REST would say PARAMETRO_INVALIDO of the body */
async function bytesOf({ req, res }: CallContext): Promise<ArrayBuffer> {
  try {
    return await readJsonBody(req, res, BODY_BYTES_MAX);
  } catch (error) {
    if (!(error instanceof HttpError) || error.problem.is !== 'ContentEncodingBroken') throw error;
    throw new HttpError({ is: 'QueryInvalid', message: 'o corpo da requisição não pôde ser descompactado' });
  }
}

async function execute(
  document: Document,
  operation: OperationDefinitionNode,
  { variables }: GraphqlBody,
  context: GraphqlContext,
): Promise<ExecutionResult> {
  const result = await processRequest<GraphqlContext>({
    schema: document.introspects ? schema : executionSchema,
    query: document.ast,
    ...(operation.name && { operationName: operation.name.value }),
    ...(variables && { variables }),
    request: { method: 'POST', headers: {}, query: {}, body: {} },
    contextFactory: () => context,
    validate: () => [],
  });
  if (result.type !== 'RESPONSE') throw new Error(`graphql-helix answered ${result.type}`);
  return result.payload;
}
