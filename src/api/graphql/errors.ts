// The result of an operation that was executed, with one error per refused field.
import { GraphQLError, Kind, type ExecutionResult } from 'graphql';
import { DomainError, refuse } from '../../domain/problem.js';
import { problemMessage } from '../../messages/problems.js';
import { HttpError } from '../http/response/problems.js';
import { RowsText } from './selectedRows.js';
import { placesOf } from './validity.js';

/**
 * @throws HttpError QueryInvalid for invalid variables; any error of a field that is not a refusal: the whole call fails
 */
export function resultBody({ data, errors = [] }: ExecutionResult, variables: Variables): Buffer {
  if (data === undefined) throw wrongVariables(errors, variables);
  const more = errors.length === 0 ? '' : `,"errors":${JSON.stringify(errors.map(fieldError))}`;
  return Buffer.from(`{"data":${jsonOf(data, PAGE_DEPTH)}${more}}`);
}

/** The values sent, by name. */
type Variables = Readonly<Record<string, unknown>>;

/** `data`, then its pages, which contain the rows. */
const PAGE_DEPTH = 2;

/** Like `JSON.stringify`, but down to `depth` members may be `RowsText`, which is JSON text already. */
function jsonOf(value: unknown, depth: number): string {
  if (value instanceof RowsText) return value.json;
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${jsonOf(one, depth - 1)}`);
  return `{${members.join(',')}}`;
}

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
  const message = `A variável "${variable.name.value}" está sem valor onde um valor é obrigatório`;
  return new HttpError({ is: 'QueryInvalid', message, locations: placesOf(error) });
}

/** A required variable that is null counts as left out. */
function wrongVariables(errors: readonly GraphQLError[], variables: Variables): HttpError {
  const names = errors.flatMap(({ nodes = [] }) =>
    nodes.flatMap((node) => (node.kind === Kind.VARIABLE_DEFINITION ? [node.variable.name.value] : [])),
  );
  const [name] = names;
  const which = name === undefined ? 'As variáveis não são' : `A variável "${name}" não é`;
  const isMissing = name !== undefined && (variables[name] ?? null) === null;
  const message = isMissing ? `A variável "${name}" não foi informada` : `${which} do tipo declarado na consulta`;
  return new HttpError({ is: 'QueryInvalid', message, locations: errors.flatMap(placesOf) });
}
