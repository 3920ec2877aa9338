// Reads small bodies by koa-body, within the budget and the times of all bodies: JSON, and forms of names and
// values.
import type { koaBody, KoaBodyMiddlewareOptions } from 'koa-body';
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { refuse, type BodyFault } from '../../../domain/problem.js';
import { firstJsonError } from '../../../runtime/jsonError.js';
import type { CallContext } from '../../call.js';
import { connectionOf } from '../connections/pacedConnection.js';
import { ClientGone, HttpError } from '../problems.js';
import { watchProgress, type BodyTimes } from './arrival.js';
import { BODY_BYTES_MAX, requireJsonType, withRoom, type Bodies } from './body.js';

type Reader = ReturnType<typeof koaBody>;
type Options = Partial<KoaBodyMiddlewareOptions>;

/** Loads koa-body with the first body: with what it needs itself, it is a fifth of what a start reads. */
function readerOf(options: Options): () => Promise<Reader> {
  const nothing = { json: false, urlencoded: false, text: false, includeUnparsed: true };
  let reader: Promise<Reader> | null = null;
  return () => (reader ??= import('koa-body').then(({ koaBody }) => koaBody({ ...nothing, ...options })));
}

const jsonReader = readerOf({ json: true, jsonLimit: BODY_BYTES_MAX, jsonStrict: false });

/**
 * @throws HttpError ContentTypeInvalid, CharsetNotUtf8, ContentTooLarge, ContentEncodingUnknown,
 *   ContentEncodingBroken, RequestTimeout; DomainError Unavailable when there is no room in time; ClientGone
 */
export async function readJson(
  context: CallContext,
  bodies: Bodies,
): Promise<Readonly<{ value: unknown }> | Readonly<{ fault: BodyFault }>> {
  requireJsonType(context.req);
  return withRoom(context, bodies, BODY_BYTES_MAX, async ({ encoding }) => {
    const { text, value, isBroken } = await readBody(context, jsonReader, bodies.times, BODY_BYTES_MAX, encoding);
    if (!isUtf8(text)) return { fault: { is: 'NotUtf8' } };
    // koa-body refuses a member named __proto__ too, which is as good as any other name here.
    return isBroken || text === '' ? parseJson(text) : { value };
  });
}

/** What a form may have: bytes, names with their values, and values of one name. */
type FormLimits = Readonly<{ bytes: number; fields: number; valuesOfOne: number }>;

/** The values by name in the order sent; `notUtf8` also where escaped bytes are not. */
type FormValues = ReadonlyMap<string, readonly string[]> | 'notUtf8' | 'tooManyFields';

/** Names stand for themselves: what they hold of brackets and dots means nothing. @throws as `readJson` */
export function formReader({ bytes, fields, valuesOfOne }: FormLimits) {
  const flat = { depth: 0, allowDots: false, parseArrays: false, plainObjects: true };
  const queryString = { ...flat, parameterLimit: fields, arrayLimit: valuesOfOne, throwOnLimitExceeded: true };
  const reader = readerOf({ urlencoded: true, formLimit: bytes, queryString });
  return async (context: CallContext, bodies: Bodies): Promise<FormValues> =>
    withRoom(context, bodies, bytes, async ({ encoding }) => {
      const { text, value, isBroken } = await readBody(context, reader, bodies.times, bytes, encoding);
      if (isBroken) return 'tooManyFields';
      if (!isUtf8(text) || !isUnescapable(text)) return 'notUtf8';
      return new Map(
        Object.entries((value ?? {}) as Record<string, string | string[]>).map(([name, values]) => [
          name,
          [values].flat(),
        ]),
      );
    });
}

/** Bytes that are not UTF-8 were decoded to this character. */
function isUtf8(text: string): boolean {
  return !text.includes('\ufffd');
}

/** A `%` without two hexadecimal digits stands for itself. */
function isUnescapable(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** `text`: the body, "" for none. `isBroken`: it was read, and refused for what it says. */
type Read = Readonly<{ text: string; value: unknown; isBroken: boolean }>;

async function readBody(
  context: CallContext,
  reader: () => Promise<Reader>,
  times: BodyTimes,
  bytesMax: number,
  encoding: string,
): Promise<Read> {
  const { req: request } = context;
  request.headers['content-encoding'] = encoding; // by the one name that koa-body knows
  try {
    const read = await reader(); // before the first listener, with which the body begins to flow
    const reading = read(context, () => Promise.resolve()) as Promise<unknown>;
    await inTime(request, times, reading);
    const { body: value, rawBody: text = '' } = context.request;
    return { text, value, isBroken: false };
  } catch (error) {
    if (error instanceof HttpError || error instanceof ClientGone) throw error;
    const { type, body } = error as { type?: unknown; body?: unknown };
    if (typeof body === 'string') return { text: body, value: null, isBroken: true };
    if (type === 'entity.too.large') throw new HttpError({ is: 'ContentTooLarge', bytesMax });
    if (type === 'request.aborted' || type === 'request.size.invalid') throw new ClientGone();
    throw encoding === 'identity' ? error : new HttpError({ is: 'ContentEncodingBroken' });
  }
}

/** @throws HttpError RequestTimeout; ClientGone; what reading throws */
async function inTime(request: IncomingMessage, times: BodyTimes, reading: Promise<unknown>): Promise<void> {
  request.on('error', () => undefined); // after the body is read too
  let end = (): void => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    const endWatch = watchProgress(request, times, reject);
    const onGone = (): void => {
      if (!request.complete) reject(new ClientGone());
    };
    request.on('close', onGone);
    if (request.destroyed) onGone();
    end = () => {
      endWatch();
      request.off('close', onGone);
    };
  });
  try {
    await Promise.race([reading, givenUp]);
  } catch (error) {
    request.unpipe(); // from what inflates it
    throw error;
  } finally {
    end();
  }
  // The server answered 408 while the rest arrived: the request must have no effect.
  if (connectionOf(request).isRefused) throw new ClientGone();
}

function parseJson(text: string): Readonly<{ value: unknown }> | Readonly<{ fault: BodyFault }> {
  if (text.trim() === '') return { fault: { is: 'Empty' } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: { is: 'NotJson', ...firstJsonError(text) } };
  }
}

// The body of a small JSON request, checked by its zod schema together with whatever else the request carries.

/**
 * @throws HttpError ContentTypeInvalid, ContentTooLarge and what else `readJson` does
 * @throws DomainError BodyInvalid when it is not a JSON object in UTF-8
 */
async function readJsonObject(context: CallContext, bodies: Bodies): Promise<object> {
  const parsed = await readJson(context, bodies);
  if ('fault' in parsed) return refuse({ is: 'BodyInvalid', fault: parsed.fault });
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse({ is: 'BodyInvalid', fault: { is: 'NotObject' } });
  // A member that is null or "" is as if omitted (docs/spec/requests.md#parameters).
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== ''));
}

function isWithout({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding === undefined && (length === undefined || Number(length) === 0);
}

type Checks = Readonly<{
  /** The body may be left out; then it is an empty object. */
  isOptional?: boolean;
  /** Members of the schema that headers have. */
  inHeaders?: Readonly<Record<string, unknown>>;
  /** Problems of the body beyond its schema. */
  problemsOf?: (json: object) => readonly string[];
}>;

/** @throws as `readJsonObject`; DomainError ParameterInvalid with all problems, once each, in schema order */
export async function readChecked<Schema extends z.ZodType>(
  context: CallContext,
  bodies: Bodies,
  schema: Schema,
  { isOptional = false, inHeaders = {}, problemsOf = () => [] }: Checks = {},
): Promise<z.output<Schema>> {
  const json = isOptional && isWithout(context.req) ? {} : await readJsonObject(context, bodies);
  const parsed = schema.safeParse({ ...json, ...inHeaders });
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  const messages = [...new Set(wrong), ...problemsOf(json)];
  return parsed.success && messages.length === 0 ? parsed.data : refuse({ is: 'ParameterInvalid', messages });
}
