// The path of GraphQL, and the shape of its errors before execution. Does not load the engine.
import type { Place } from '../../messages/httpProblems.js';
import type { ErrorEnvelope } from '../http/response/envelope.js';

export const GRAPHQL_PATH = '/api/v1/graphql';

export function isGraphql(url: string): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}

/** Errors before execution have REST's shape and GraphQL's; only here does a 401 have a code (docs/spec/graphql.md#errors). */
export function inBothShapes(status: number, envelope: ErrorEnvelope, locations?: readonly Place[]): object {
  const code = status === 401 ? 'CHAVE_INVALIDA' : envelope.code;
  const error = { message: envelope.error, ...(locations && { locations }), extensions: { code } };
  return { ...envelope, errors: [error] };
}
