// Errors as GraphQL shows them: one shape more before execution, one error per field during it.
import { Kind, type ExecutionResult, type GraphQLError } from 'graphql';
import { DomainError, refuse } from '../../domain/kernel/problem.js';
import { message } from '../../messages/problems.js';
import { HttpError, type ErrorAnswer } from '../http/problems.js';

export const GRAPHQL_PATH = '/api/v1/graphql';

export function isGraphql(url: string): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}

type Envelope = Readonly<{ success: false; error: string; code?: string }>;

/** Errors before execution carry both shapes; a 401 has no code but here (decisions 7). */
export function inBothShapes(answer: ErrorAnswer): ErrorAnswer {
  const envelope = JSON.parse(answer.body) as Envelope;
  const code = answer.status === 401 ? 'CHAVE_INVALIDA' : envelope.code;
  const errors = [{ message: envelope.error, extensions: { code } }];
  return { ...answer, body: JSON.stringify({ ...envelope, errors }) };
}

/**
 * What ran, with the refusals of single fields beside the data of the others.
 * @throws HttpError QueryInvalid for variables; whatever a field met that is no refusal: the whole call fails then
 */
export function resultBody({ data, errors = [] }: ExecutionResult): string {
  if (data === undefined) throw wrongVariables(errors);
  if (errors.length === 0) return JSON.stringify({ data });
  return JSON.stringify({ data, errors: errors.map(fieldError) });
}

function fieldError(error: GraphQLError): object {
  const { originalError, path } = error;
  if (!(originalError instanceof DomainError)) throw originalError ?? error;
  if (originalError.problem.is === 'Unavailable') return refuse(originalError.problem);
  const { error: text, code } = message(originalError.problem);
  return { message: text, path, extensions: { code } };
}

function wrongVariables(errors: readonly GraphQLError[]): HttpError {
  const names = errors.flatMap(({ nodes = [] }) =>
    nodes.flatMap((node) => (node.kind === Kind.VARIABLE_DEFINITION ? [node.variable.name.value] : [])),
  );
  const [name] = names;
  const which = name === undefined ? 'As variáveis não são' : `A variável "${name}" não é`;
  return new HttpError({ is: 'QueryInvalid', message: `${which} do tipo declarado na consulta` });
}
