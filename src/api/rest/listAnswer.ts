// How every list is answered: as JSON or CSV, with a validator for the next time, or 304 to whom it did not change for.
import type { Pagination } from '../../projections/engine/pages.js';
import type { CallContext } from '../call.js';
import type { KeyRecord } from '../../domain/registers.js';
import { wantsCsv, wantsPortuguese } from '../http/response/accept.js';
import { readyRowsAnswer, rowsAnswer, type Answer } from '../http/response/answer.js';
import { BRAZILIAN, CSV_TYPE, PLAIN, csvOf, type CsvFormat } from '../http/response/csv.js';
import { isKnown, weakTag } from '../http/response/etag.js';
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
  answer(call: ListCall, found: Found): Answer;
  /**
   * For rows that never change: the tag follows from the call alone, so that they need not be read for a 304.
   * @param changedUntil as of before the rows are read
   */
  unchanging(call: ListCall, changedUntil: number, find: () => Promise<Found>): Promise<Answer>;
}>;

export function createListAnswers(): ListAnswers {
  const updatedUntil = createUpdatedUntil();

  function headersOf({ context, key, query }: ListCall, changedUntil: number): Readonly<Record<string, string>> {
    const { page, updatedSince, ...filters } = query;
    const name = `${key.keyId} ${context.path} ${updatedSince} ${JSON.stringify(filters)}`;
    return {
      Vary: VARY,
      'X-Updated-Until': updatedUntil({ name, page, changedSince: updatedSince, changedUntil }),
    };
  }

  return {
    answer: (call, found) => answered(call, found, headersOf(call, found.changedUntil)),
    async unchanging(call, changedUntil, find) {
      const tag = tagOf(call, []);
      const until = new Date(changedUntil).toISOString();
      const headers = { Vary: VARY, 'X-Updated-Until': until };
      if (isKnown(call.context.req.headers['if-none-match'], tag)) return notModified(tag, headers);
      const answer = represented(call, await find());
      return { ...answer, cacheControl: CACHE_CONTROL, headers: { ...answer.headers, ...headers, ETag: tag } };
    },
  };
}

function formatOf({ context }: ListCall): CsvFormat | null {
  const { accept, 'accept-language': language } = context.req.headers;
  if (!wantsCsv(accept)) return null;
  return wantsPortuguese(language) ? BRAZILIAN : PLAIN;
}

/** Client, query, format and fields: all that an answer depends on besides its rows. */
function tagOf(call: ListCall, content: readonly (string | Uint8Array)[]): string {
  const { context, key, fields } = call;
  const format = formatOf(call)?.separator ?? 'json';
  return weakTag([`${key.clientId} ${context.url} ${format} ${fields.join(' ')}`, ...content]);
}

function represented(call: ListCall, { rows, pagination }: Omit<Found, 'changedUntil'>): Answer {
  const format = formatOf(call);
  if (format === null)
    return rows instanceof Uint8Array ? readyRowsAnswer(rows, pagination) : rowsAnswer(rows, pagination);
  const objects = rows instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(rows)) as object[]) : rows;
  const { total, pages } = pagination;
  const headers = { 'X-Total-Count': String(total), 'X-Total-Pages': String(pages) };
  return { status: 200, body: csvOf(call.fields, objects, format), type: CSV_TYPE, headers };
}

function answered(
  call: ListCall,
  found: Omit<Found, 'changedUntil'>,
  headers: Readonly<Record<string, string>>,
): Answer {
  const answer = represented(call, found);
  const { body } = answer;
  const tag = tagOf(call, typeof body === 'string' ? [body] : [body.rows, body.tail]);
  if (isKnown(call.context.req.headers['if-none-match'], tag)) return notModified(tag, headers);
  return { ...answer, cacheControl: CACHE_CONTROL, headers: { ...answer.headers, ...headers, ETag: tag } };
}

function notModified(tag: string, headers: Readonly<Record<string, string>>): Answer {
  return { status: 304, body: '', cacheControl: CACHE_CONTROL, headers: { ...headers, ETag: tag } };
}
