// How every list is answered: as JSON or CSV, with a validator for the next time, or 304 to whom it did not change for.
import type { Pagination } from '../../projections/engine/pages.js';
import type { CallContext } from '../call.js';
import type { KeyRecord } from '../../domain/registers.js';
import { JSON_TYPE } from '../http/response/envelope.js';
import { isKnown, weakTag } from '../http/response/etag.js';
import { BRAZILIAN, CSV_TYPE, PLAIN, csvOf, type CsvFormat } from './csv.js';
import { createUpdatedUntil } from './updatedUntil.js';

/** Asked before it is used again; kept by nobody on the way. */
const CACHE_CONTROL = 'private, no-cache';
const VARY = 'Accept, Accept-Language, Authorization, X-API-Key';

/** Checked parameters of a list; what else is in them are its filters. */
type ListQuery = Readonly<{ page: number; limit: number; updatedSince?: number | undefined }>;

/** One call of a list, of which more than its rows matters. */
export type ListCall = Readonly<{
  /** Names of a row's fields, in order. */
  fields: readonly string[];
  context: CallContext;
  key: KeyRecord;
  query: ListQuery;
}>;

export type Found = Readonly<{
  /** Rows, or the JSON text of their array as it is stored. */
  rows: readonly object[] | Uint8Array;
  pagination: Pagination;
  /** Whatever is not in this page yet will have changed then or later, ms. */
  changedUntil: number;
}>;

export type ListAnswers = Readonly<{
  answer(call: ListCall, found: Found): void;
  /**
   * For rows that never change: the tag follows from the call alone, so that they need not be read for a 304.
   * @param changedUntil as of before the rows are read
   */
  unchanging(call: ListCall, changedUntil: number, find: () => Promise<Found>): Promise<void>;
}>;

export function createListAnswers(): ListAnswers {
  const updatedUntil = createUpdatedUntil();
  return {
    answer(call, found) {
      const { context, key, query } = call;
      const body = bodyOf(call, found);
      const { page, updatedSince, ...filters } = query;
      const name = `${key.keyId} ${context.path} ${updatedSince} ${JSON.stringify(filters)}`;
      const { changedUntil } = found;
      const until = updatedUntil({ name, page, changedSince: updatedSince, changedUntil });
      send(call, found, tagOf(call, [body]), until, body);
    },
    async unchanging(call, changedUntil, find) {
      const tag = tagOf(call, []);
      const until = new Date(changedUntil).toISOString();
      if (isKnown(call.context.headers['if-none-match'], tag)) return notModified(call, tag, until);
      const found = await find();
      send(call, found, tag, until, bodyOf(call, found));
    },
  };
}

/** With parameters as clients name them; the first wins where a client prefers none. */
const TYPES = [JSON_TYPE, 'application/json', CSV_TYPE, 'text/csv; charset=utf-8', 'text/csv'];

/** CSV in the format of the first language that the client accepts; null: JSON. */
function formatOf({ context }: ListCall): CsvFormat | null {
  const type = context.accepts(TYPES);
  if (type === false || !type.startsWith('text/csv')) return null;
  const [language = ''] = context.acceptsLanguages();
  return /^pt(-|$)/i.test(language) ? BRAZILIAN : PLAIN;
}

/** Client, query, format and fields: all that an answer depends on besides its content. */
function tagOf(call: ListCall, content: readonly (string | Uint8Array)[]): string {
  const { context, key, fields } = call;
  const format = formatOf(call)?.separator ?? 'json';
  return weakTag([`${key.clientId} ${context.url} ${format} ${fields.join(' ')}`, ...content]);
}

function bodyOf(call: ListCall, { rows, pagination }: Found): string | Buffer {
  const format = formatOf(call);
  if (rows instanceof Uint8Array) {
    if (format === null)
      return Buffer.concat([DATA, rows, Buffer.from(`,"pagination":${JSON.stringify(pagination)}}`)]);
    return csvOf(call.fields, JSON.parse(new TextDecoder().decode(rows)) as object[], format);
  }
  return format === null ? JSON.stringify({ data: rows, pagination }) : csvOf(call.fields, rows, format);
}

const DATA = Buffer.from('{"data":');

function send(call: ListCall, { pagination }: Found, tag: string, until: string, body: string | Buffer): void {
  const { context } = call;
  if (isKnown(context.headers['if-none-match'], tag)) return notModified(call, tag, until);
  setValidators(call, tag, until);
  const isCsv = formatOf(call) !== null;
  if (isCsv) context.set({ 'X-Total-Count': String(pagination.total), 'X-Total-Pages': String(pagination.pages) });
  context.set('Content-Type', isCsv ? CSV_TYPE : JSON_TYPE);
  context.body = body;
}

function notModified(call: ListCall, tag: string, until: string): void {
  setValidators(call, tag, until);
  call.context.status = 304;
}

function setValidators({ context }: ListCall, tag: string, until: string): void {
  context.set({ ETag: tag, Vary: VARY, 'Cache-Control': CACHE_CONTROL, 'X-Updated-Until': until });
}
