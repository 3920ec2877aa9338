// The body of a small JSON request, checked by its zod schema together with whatever else the request carries.
import type { z } from 'zod';
import { refuse } from '../../../domain/problem.js';
import type { CallContext } from '../../call.js';
import type { Bodies } from './body.js';
import { readJson } from './parsedBody.js';

/**
 * @throws HttpError ContentTypeInvalid, ContentTooLarge and what else `readJson` does
 * @throws DomainError BodyInvalid when it is not a JSON object in UTF-8
 */
export async function readJsonObject(context: CallContext, bodies: Bodies): Promise<object> {
  const parsed = await readJson(context, bodies);
  if ('fault' in parsed) return refuse({ is: 'BodyInvalid', fault: parsed.fault });
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse({ is: 'BodyInvalid', fault: { is: 'NotObject' } });
  return withoutEmpty(value);
}

/** A member that is null or "" is as if omitted (docs/spec/requests.md#parameters). */
export function withoutEmpty(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== ''));
}

/** The same where a body may be left out; then it is an empty object. */
export async function readOptionalJsonObject(context: CallContext, bodies: Bodies): Promise<object> {
  const { 'content-length': length, 'transfer-encoding': encoding } = context.req.headers;
  const isEmpty = encoding === undefined && (length === undefined || Number(length) === 0);
  return isEmpty ? {} : readJsonObject(context, bodies);
}

/** Each sentence once, in the order of the schema. */
export function problemsOf(parsed: z.ZodSafeParseResult<unknown>): readonly string[] {
  return parsed.success ? [] : [...new Set(parsed.error.issues.map(({ message }) => message))];
}
