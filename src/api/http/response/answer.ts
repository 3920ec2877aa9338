// What a request is answered with, as data; one function puts it on the wire.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pagination } from '../../../projections/engine/pages.js';

/** Rows that are JSON text already are sent as they are, between head and tail of the envelope, in one write. */
export type ReadyRows = Readonly<{ head: string; rows: Uint8Array; tail: string }>;

export type Answer = Readonly<{
  status: number;
  body: string | ReadyRows;
  headers?: Readonly<Record<string, string>>;
  /** JSON unless told otherwise. */
  type?: string;
  /** `no-store` unless told otherwise. */
  cacheControl?: string;
}>;

/** Names and values by turns: what every response carries, whoever writes it. */
const ALWAYS: readonly string[] = [
  // One client's books: nobody on the way may reinterpret them. No CORS: the API is for servers.
  'X-Content-Type-Options',
  'nosniff',
  'Strict-Transport-Security',
  'max-age=31536000',
];
/** And, unless an answer says otherwise, nobody may keep them. */
export const SECURITY_HEADERS: readonly string[] = ['Cache-Control', 'no-store', ...ALWAYS];
export const JSON_TYPE = 'application/json; charset=utf-8';

/** `{ data: [rows], pagination }`, from rows that are still objects. */
export function rowsAnswer(rows: readonly object[], pagination: Pagination): Answer {
  return { status: 200, body: JSON.stringify({ data: rows, pagination }) };
}

/** The same from rows that are the JSON text of an array. */
export function readyRowsAnswer(rows: Uint8Array, pagination: Pagination): Answer {
  return { status: 200, body: { head: '{"data":', rows, tail: `,"pagination":${asJson(pagination)}}` } };
}

function asJson({ page, limit, total, pages }: Pagination): string {
  return `{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}`;
}

/** `{ success: true, data }` */
export function dataAnswer(status: number, data: object): Answer {
  return { status, body: JSON.stringify({ success: true, data }) };
}

/** 204 */
export const noContent: Answer = { status: 204, body: '' };

/** Answers without a body, whose headers speak of none. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * Content-Length is always known, so that no answer is chunked. Headers go out as one flat list: setting them one by
 * one would cost as much as the rest of the request.
 * @param more names and values by turns
 */
export function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { status, body, headers, type = JSON_TYPE, cacheControl = 'no-store' }: Answer,
  more: readonly string[],
): void {
  const list = ['X-Request-Id', requestId, 'Cache-Control', cacheControl, ...ALWAYS, ...more];
  if (!BODILESS.has(status)) list.push('Content-Type', type, 'Content-Length', String(lengthOf(body)));
  for (const name in headers) list.push(name, headers[name] ?? '');
  response.writeHead(status, list);
  if (method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body);
  else {
    response.cork();
    response.write(body.head, 'latin1');
    response.write(body.rows);
    response.end(body.tail, 'latin1');
  }
}

/** Head and tail of ready rows are ASCII. */
function lengthOf(body: string | ReadyRows): number {
  return typeof body === 'string'
    ? Buffer.byteLength(body)
    : body.head.length + body.rows.length + body.tail.length;
}
