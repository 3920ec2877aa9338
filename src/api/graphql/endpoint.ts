// Where GraphQL answers, and its shape of errors before execution. Does not load the engine.
import type { ErrorAnswer } from '../http/response/problems.js';

export const GRAPHQL_PATH = '/api/v1/graphql';

export function isGraphql(url: string): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}

type Envelope = Readonly<{ success: false; error: string; code?: string }>;

/** Errors before execution carry both shapes; a 401 has no code but here (docs/spec/graphql.md#errors). */
export function inBothShapes(answer: ErrorAnswer): ErrorAnswer {
  const envelope = JSON.parse(answer.body) as Envelope;
  const code = answer.status === 401 ? 'CHAVE_INVALIDA' : envelope.code;
  const errors = [{ message: envelope.error, extensions: { code } }];
  return { ...answer, body: JSON.stringify({ ...envelope, errors }) };
}
