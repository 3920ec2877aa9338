// The bodies of 2xx answers. Content-Length is always known, so that no answer is chunked.
import type { Context } from 'koa';
import type { Pagination } from '../../projections/engine/pages.js';
import { JSON_TYPE } from './headers.js';

const HEAD = Buffer.from('{"data":');

/** `{ data: [rows], pagination }`, from rows that are still objects. */
export function sendRows(context: Context, rows: readonly object[], pagination: Pagination): void {
  sendJson(context, 200, JSON.stringify({ data: rows, pagination }));
}

/** The same from rows that are JSON text already: copied once, never parsed. */
export function sendReadyRows(context: Context, rowsJson: Uint8Array, pagination: Pagination): void {
  const tail = `,"pagination":${JSON.stringify(pagination)}}`;
  const body = Buffer.allocUnsafe(HEAD.length + rowsJson.length + tail.length);
  HEAD.copy(body);
  body.set(rowsJson, HEAD.length);
  body.write(tail, HEAD.length + rowsJson.length, 'latin1');
  sendJson(context, 200, body);
}

/** `{ success: true, data }` */
export function sendData(context: Context, status: number, data: object): void {
  sendJson(context, status, JSON.stringify({ success: true, data }));
}

export function sendJson(context: Context, status: number, body: string | Buffer): void {
  context.status = status;
  context.res.setHeader('Content-Type', JSON_TYPE);
  context.body = body;
}
