// Where GraphQL answers, and its shape of errors before execution. Does not load the engine.
import type { ErrorEnvelope } from '../http/response/envelope.js';

export const GRAPHQL_PATH = '/api/v1/graphql';

export function isGraphql(url: string): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}

/** Errors before execution carry both shapes; a 401 has no code but here (docs/spec/graphql.md#errors). */
export function inBothShapes(status: number, envelope: ErrorEnvelope): object {
  const code = status === 401 ? 'CHAVE_INVALIDA' : envelope.code;
  return { ...envelope, errors: [{ message: envelope.error, extensions: { code } }] };
}
