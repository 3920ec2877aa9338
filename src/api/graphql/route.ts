// POST /api/v1/graphql, read-only. All checks are made before graphql-helix executes the operation.
import { processRequest } from 'graphql-helix';
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { inTime } from '../../commands/kernel/deadline.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { CallContext, Route } from '../call.js';
import type { BodyDependencies, ReadDependencies } from '../dependencies.js';
import { JSON_TYPE } from '../http/response/envelope.js';
import { BODY_NOT_DECOMPRESSED } from '../../messages/graphql.js';
import { READ_TIMEOUT_MS } from '../call.js';
import type { Bodies } from '../http/request/body.js';
import { Turns } from '../../runtime/turns.js';
import { HttpError } from '../http/response/problems.js';
import { createDocuments, type Document } from './document.js';
import { resultBody } from './errors.js';
import { checkLimits } from './limits.js';
import { operationOf, readBody, type GraphqlBody } from './request.js';
import type { GraphqlContext } from './resolvers.js';
import { schema } from './schema.js';

export function graphqlHandler(deps: ReadDependencies & BodyDependencies): Route['handle'] {
  const documents = createDocuments();
  const turns = new Turns();
  return async (context, key) => {
    const body = await readWithin(deps.bodies, context);
    const document = documents.read(body.query);
    const operation = operationOf(document, body.operationName);
    checkLimits(document, operation, body.variables ?? {});
    const invalidity = document.invalidity();
    if (invalidity !== null) throw new HttpError({ is: 'QueryInvalid', ...invalidity });
    const { clientId, companyIds } = key;
    const turn = (): Promise<void> => turns.next(String(clientId));
    const reader = { deps: limitedTo(deps, key), clientId, companyIds, turn };
    const result = await inTime(READ_TIMEOUT_MS, execute(document, operation, body, reader));
    context.body = resultBody(result, body.variables ?? {});
    context.set('Content-Type', JSON_TYPE);
  };
}

/** @throws HttpError QueryInvalid where REST answers PARAMETRO_INVALIDO for the body */
async function readWithin(bodies: Bodies, context: CallContext): Promise<GraphqlBody> {
  try {
    return await readBody(context, bodies);
  } catch (error) {
    if (!(error instanceof HttpError) || error.problem.is !== 'ContentEncodingBroken') throw error;
    throw new HttpError({ is: 'QueryInvalid', message: BODY_NOT_DECOMPRESSED });
  }
}

async function execute(
  document: Document,
  operation: OperationDefinitionNode,
  { variables }: GraphqlBody,
  context: GraphqlContext,
): Promise<ExecutionResult> {
  const result = await processRequest<GraphqlContext>({
    schema,
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
