// Answers one row with an ETag, or 304 when the client has it already (docs/spec/rows.md#one-row).
import type { KeyRecord } from '../../domain/registers.js';
import type { CallContext } from '../call.js';
import { JSON_TYPE, success } from '../http/response/envelope.js';
import { isKnown, weakTag } from '../http/response/etag.js';
import { CACHE_CONTROL } from './listAnswer.js';

export function answerRow(
  { context, key }: Readonly<{ context: CallContext; key: KeyRecord }>,
  row: object,
): void {
  const body = JSON.stringify(success(row));
  const tag = weakTag([`${key.clientId} ${context.url}`, body]);
  context.set({ ETag: tag, Vary: 'Accept-Encoding, Authorization, X-API-Key', 'Cache-Control': CACHE_CONTROL });
  if (isKnown(context.headers['if-none-match'], tag)) {
    context.status = 304;
    return;
  }
  context.set('Content-Type', JSON_TYPE);
  context.body = body;
}
