// Reads the body of a GraphQL call and selects its operation. All checks precede graphql-helix, which would answer some of
// these calls wrongly: a mutation with 200, a subscription with a stream.
import { Kind, OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import type { z } from 'zod';
import { bodyFaultSentence } from '../../messages/bodies.js';
import { noOperation } from '../../messages/graphql.js';
import type { CallContext } from '../call.js';
import type { Bodies } from '../http/request/body.js';
import { readJson } from '../http/request/parsedBody.js';
import { HttpError } from '../http/response/problems.js';
import { graphqlBody } from './contract.js';
import type { Document } from './document.js';

export type GraphqlBody = z.output<typeof graphqlBody>;

/** @throws HttpError QueryInvalid with all problems in one sentence; what else `readJson` does */
export async function readBody(context: CallContext, bodies: Bodies): Promise<GraphqlBody> {
  const json = await readJson(context, bodies);
  if ('fault' in json) throw invalid(bodyFaultSentence(json.fault));
  const parsed = graphqlBody.safeParse(withoutEmptyVariables(json.value));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ message }) => message).join(', '));
}

/** An empty text is as if omitted (docs/spec/requests.md#parameters). */
function withoutEmptyVariables(value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && 'variables' in value && value.variables === '';
  return isEmpty ? { ...value, variables: null } : value;
}

/** @throws HttpError QueryInvalid when no operation, or more than one, matches the name; QueryNotReading */
export function operationOf({ ast }: Document, name: string | null | undefined): OperationDefinitionNode {
  const operations = ast.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const isNamed = name !== null && name !== undefined && name !== '';
  const named = isNamed ? operations.filter((one) => one.name?.value === name) : operations;
  const [operation, another] = named;
  if (!operation) throw invalid(isNamed ? noOperation.unknown : noOperation.none);
  if (another && !isNamed) throw invalid(noOperation.several);
  if (operation.operation !== OperationTypeNode.QUERY) throw new HttpError({ is: 'QueryNotReading' });
  return operation;
}

function invalid(message: string): HttpError {
  return new HttpError({ is: 'QueryInvalid', message });
}
