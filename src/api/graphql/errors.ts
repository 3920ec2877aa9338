// Errors of an operation that ran: one error per field.
import { GraphQLError, Kind, type ExecutionResult } from 'graphql';
import { DomainError, refuse } from '../../domain/problem.js';
import { problemMessage } from '../../messages/problems.js';
import { HttpError } from '../http/response/problems.js';
import { RowsText } from './selectedRows.js';

/**
 * What ran, with the refusals of single fields beside the data of the others.
 * @throws HttpError QueryInvalid for variables; whatever a field met that is no refusal: the whole call fails then
 */
export function resultBody({ data, errors = [] }: ExecutionResult): string {
  if (data === undefined) throw wrongVariables(errors);
  const more = errors.length === 0 ? '' : `,"errors":${JSON.stringify(errors.map(fieldError))}`;
  return `{"data":${jsonOf(data, PAGE_DEPTH)}${more}}`;
}

/** Pages are members of `data`, and rows are members of pages. */
const PAGE_DEPTH = 2;

/** As `JSON.stringify`; down to `depth`, members may be rows that are JSON text already. */
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
  return { message: text, path, extensions: { code } };
}

/**
 * A nullable variable that has a default may stand where a value is needed, and null may be given for it: the graphql
 * package finds that only as it reads the argument, of a field or of a directive, and names the variable there.
 * @returns null for any other error
 */
function withoutValue({ originalError, nodes = [] }: GraphQLError): HttpError | null {
  if (originalError && !(originalError instanceof GraphQLError)) return null;
  const variable = nodes.find((node) => node.kind === Kind.VARIABLE);
  if (!variable) return null;
  const message = `A variável "${variable.name.value}" está sem valor onde um valor é obrigatório`;
  return new HttpError({ is: 'QueryInvalid', message });
}

function wrongVariables(errors: readonly GraphQLError[]): HttpError {
  const names = errors.flatMap(({ nodes = [] }) =>
    nodes.flatMap((node) => (node.kind === Kind.VARIABLE_DEFINITION ? [node.variable.name.value] : [])),
  );
  const [name] = names;
  const which = name === undefined ? 'As variáveis não são' : `A variável "${name}" não é`;
  return new HttpError({ is: 'QueryInvalid', message: `${which} do tipo declarado na consulta` });
}
