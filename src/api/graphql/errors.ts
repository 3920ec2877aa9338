// The result of an operation that was executed, with one error per refused field.
import { GraphQLError, Kind, type ExecutionResult } from 'graphql';
import { DomainError, refuse } from '../../domain/problem.js';
import { variableWithoutValue, wrongVariable } from '../../messages/graphql.js';
import { problemMessage } from '../../messages/problems.js';
import { HttpError } from '../http/response/problems.js';
import { placesOf } from './validity.js';

/**
 * @throws HttpError QueryInvalid for invalid variables; any error of a field that is not a refusal: the whole call fails
 */
export function resultBody({ data, errors = [] }: ExecutionResult, variables: Variables): Buffer {
  if (data === undefined) throw wrongVariables(errors, variables);
  const body = { data, ...(errors.length > 0 && { errors: errors.map(fieldError) }) };
  return Buffer.from(JSON.stringify(body));
}

/** The values sent, by name. */
type Variables = Readonly<Record<string, unknown>>;

function fieldError(error: GraphQLError): object {
  const { originalError, path } = error;
  if (!(originalError instanceof DomainError)) throw withoutValue(error) ?? originalError ?? error;
  if (originalError.problem.is === 'Unavailable') return refuse(originalError.problem);
  const { error: text, code } = problemMessage(originalError.problem);
  return { message: text, locations: placesOf(error), path, extensions: { code } };
}

/**
 * A nullable variable with a default is valid for a required argument, although its value may be null. The graphql package
 * reports such a null only when it reads the argument of the field or directive.
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
