// The body of a small JSON request, checked by its zod schema together with whatever else the request carries.
import type { z } from 'zod';
import { refuse } from '../../../domain/problem.js';
import type { CallContext } from '../../call.js';
import { BODY_BYTES_MAX, readJsonBody } from './body.js';

const NO_OBJECT = 'o corpo da requisição deve ser um objeto JSON';

/**
 * @throws HttpError ContentTypeInvalid, ContentTooLarge and what else `readJsonBody` does
 * @throws DomainError ParameterInvalid when it is not a JSON object in UTF-8
 */
export async function readJsonObject({ req, res }: CallContext): Promise<object> {
  const bytes = await readJsonBody(req, res, BODY_BYTES_MAX);
  const value = jsonOf(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse({ is: 'ParameterInvalid', messages: [NO_OBJECT] });
  return value;
}

/** The same where a body may be left out; then it is an empty object. */
export async function readOptionalJsonObject(context: CallContext): Promise<object> {
  const { 'content-length': length, 'transfer-encoding': encoding } = context.req.headers;
  const isEmpty = encoding === undefined && (length === undefined || Number(length) === 0);
  return isEmpty ? {} : readJsonObject(context);
}

/** Each sentence once, in the order of the schema. */
export function problemsOf(parsed: z.ZodSafeParseResult<unknown>): readonly string[] {
  return parsed.success ? [] : [...new Set(parsed.error.issues.map(({ message }) => message))];
}

function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
