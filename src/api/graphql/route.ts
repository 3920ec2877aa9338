// POST /api/v1/graphql, read-only. All checks precede graphql-helix, which would answer some calls wrongly: a
// mutation with 200, a subscription with a stream.
import { processRequest } from 'graphql-helix';
import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type OperationDefinitionNode,
  GraphQLError,
} from 'graphql';
import type * as z from 'zod';
import { inTime } from '../../commands/kernel/context.js';
import { READ_TIMEOUT_MS, type CallContext, type Route } from '../call.js';
import type { BodyDependencies, ReadDependencies } from '../dependencies.js';
import { HttpError, JSON_TYPE } from '../http/problems.js';
import {
  BODY_NOT_DECOMPRESSED,
  noOperation,
  variableWithoutValue,
  wrongVariable,
} from '../../messages/httpProblems.js';
import type { Bodies } from '../http/request/body.js';
import { Turns } from '../../runtime/turns.js';
import { checkLimits, invalidity, parseDocument, placesOf } from './limits.js';
import { schema, type GraphqlContext } from './schema.js';
import { readJson } from '../http/request/parsedBody.js';
import { graphqlBody } from './contract.js';
import { bodyFaultSentence, DomainError, refuse } from '../../domain/problem.js';
import { problemMessage } from '../../messages/problems.js';

export function graphqlHandler(deps: ReadDependencies & BodyDependencies): Route['handle'] {
  const turns = new Turns();
  return async (context, key) => {
    const body = await readBody(context, deps.bodies);
    const document = parseDocument(body.query);
    const operation = operationOf(document, body.operationName);
    checkLimits(document, operation, body.variables ?? {});
    const faults = invalidity(document);
    if (faults !== null) throw new HttpError({ is: 'QueryInvalid', ...faults });
    const turn = (): Promise<void> => turns.next(String(key.clientId));
    const reading = { deps, reader: key, turn };
    const result = await inTime(READ_TIMEOUT_MS, execute(document, operation, body, reading));
    context.body = resultBody(result, body.variables ?? {});
    context.set('Content-Type', JSON_TYPE);
  };
}

async function execute(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { variables }: GraphqlBody,
  context: GraphqlContext,
): Promise<ExecutionResult> {
  const result = await processRequest<GraphqlContext>({
    schema,
    query: document,
    ...(operation.name && { operationName: operation.name.value }),
    ...(variables && { variables }),
    request: { method: 'POST', headers: {}, query: {}, body: {} },
    contextFactory: () => context,
    validate: () => [],
  });
  if (result.type !== 'RESPONSE') throw new Error(`graphql-helix answered ${result.type}`);
  return result.payload;
}

type GraphqlBody = z.output<typeof graphqlBody>;

/** @throws HttpError QueryInvalid with all problems in one sentence; what else `readJson` does */
async function readBody(context: CallContext, bodies: Bodies): Promise<GraphqlBody> {
  const json = await readJson(context, bodies).catch((error: unknown) => {
    const isBroken = error instanceof HttpError && error.problem.is === 'ContentEncodingBroken';
    throw isBroken ? invalid(BODY_NOT_DECOMPRESSED) : error; // REST answers PARAMETRO_INVALIDO
  });
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
function operationOf({ definitions }: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const isNamed = name !== null && name !== undefined && name !== '';
  const candidates = isNamed ? operations.filter((one) => one.name?.value === name) : operations;
  const [operation, another] = candidates;
  if (!operation) throw invalid(isNamed ? noOperation.unknown : noOperation.none);
  if (another && !isNamed) throw invalid(noOperation.several);
  if (operation.operation !== OperationTypeNode.QUERY) throw new HttpError({ is: 'QueryNotReading' });
  return operation;
}

function invalid(message: string): HttpError {
  return new HttpError({ is: 'QueryInvalid', message });
}

/**
 * The result of an operation that was executed, with one error per refused field.
 * @throws HttpError QueryInvalid for invalid variables; any error of a field that is not a refusal: the whole call
 *   fails
 */
function resultBody({ data, errors = [] }: ExecutionResult, variables: Variables): Buffer {
  if (data === undefined) throw wrongVariables(errors, variables);
  const body = { data, ...(errors.length > 0 && { errors: errors.map(fieldError) }) };
  return Buffer.from(JSON.stringify(body));
}

type Variables = Readonly<Record<string, unknown>>;

function fieldError(error: GraphQLError): object {
  const { originalError, path } = error;
  if (!(originalError instanceof DomainError)) throw withoutValue(error) ?? originalError ?? error;
  if (originalError.problem.is === 'Unavailable') return refuse(originalError.problem);
  const { error: text, code } = problemMessage(originalError.problem);
  return { message: text, locations: placesOf(error), path, extensions: { code } };
}

/**
 * A nullable variable with a default is valid for a required argument, although its value may be null. The graphql
 * package reports such a null only when it reads the argument of the field or directive.
 * @returns null for any other error
 */
function withoutValue(error: GraphQLError): HttpError | null {
  const { originalError, nodes = [] } = error;
  if (originalError && !(originalError instanceof GraphQLError)) return null;
  const variable = nodes.find((node) => node.kind === Kind.VARIABLE);
  if (!variable) return null;
  const message = variableWithoutValue(variable.name.value);
  return new HttpError({ is: 'QueryInvalid', message, locations: placesOf(error) });
}

/** A required variable that is null counts as left out. */
function wrongVariables(errors: readonly GraphQLError[], variables: Variables): HttpError {
  const names = errors.flatMap(({ nodes = [] }) =>
    nodes.flatMap((node) => (node.kind === Kind.VARIABLE_DEFINITION ? [node.variable.name.value] : [])),
  );
  const [name = null] = names;
  const message = wrongVariable(name, name !== null && (variables[name] ?? null) === null);
  return new HttpError({ is: 'QueryInvalid', message, locations: errors.flatMap(placesOf) });
}
