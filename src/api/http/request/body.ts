// Reads the body of a request, whole and bounded, into one ArrayBuffer that can be handed to another thread.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { continueIfAsked, isRefused } from '../connection.js';
import { ClientGone, HttpError } from '../response/problems.js';

export const IMPORT_BYTES_MAX = 32 * 1_048_576;
export const BODY_BYTES_MAX = 1_048_576;

/** JSON is UTF-8 and nothing else (RFC 8259); another charset would be misread. Other parameters mean nothing. */
function isJson(contentType: string): boolean {
  const [essence, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return (
    essence === 'application/json' &&
    parameters.every((part) => !part.startsWith('charset') || /^charset[ \t]*=[ \t]*"?utf-?8"?$/.test(part))
  );
}

const [unzipGzip, unzipDeflate, unzipRawDeflate, unzipBrotli] = [
  promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw),
  promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
] as const;

type Encoding = 'identity' | 'gzip' | 'deflate' | 'br';
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
};

/**
 * Refuses by the headers alone where these tell, before a byte of the body is read.
 * @param bytesMax of the body as sent, and again once decompressed
 * @throws HttpError ContentTypeInvalid, ContentEncodingUnknown, ContentTooLarge, ContentEncodingBroken
 * @throws ClientGone
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
): Promise<ArrayBuffer> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!isJson(type)) throw new HttpError({ is: 'ContentTypeInvalid' });
  const encoding = encodingOf(request);
  const declared = length === undefined ? null : Number(length);
  if (declared !== null && declared > bytesMax) throw new HttpError({ is: 'ContentTooLarge', bytesMax });
  continueIfAsked(request, response);
  const body = await received(request, declared, bytesMax);
  return encoding === 'identity' ? body : decompressed(Buffer.from(body), encoding, bytesMax);
}

function encodingOf(request: IncomingMessage): Encoding {
  const name = request.headers['content-encoding'];
  const encoding = name === undefined ? 'identity' : ENCODINGS[name.trim().toLowerCase()];
  if (!encoding) throw new HttpError({ is: 'ContentEncodingUnknown' });
  return encoding;
}

function received(request: IncomingMessage, declared: number | null, bytesMax: number): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    // With the length known, each chunk is copied once, to where it stays.
    const whole = declared === null ? null : new Uint8Array(declared);
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      if (size + chunk.length > (declared ?? bytesMax)) {
        finish();
        return reject(new HttpError({ is: 'ContentTooLarge', bytesMax }));
      }
      if (whole) whole.set(chunk, size);
      else chunks.push(chunk);
      size += chunk.length;
    };
    const end = (): void => {
      finish();
      // It was told 408 meanwhile: what came after that may change nothing.
      if (isRefused(request.socket)) return reject(new ClientGone());
      resolve(whole ? whole.buffer : joined(chunks, size));
    };
    const gone = (): void => {
      finish();
      reject(new ClientGone());
    };
    const finish = (): void => {
      request.off('data', take).off('end', end).off('error', gone).off('close', gone);
      // A client that breaks off later is nobody's concern any more.
      request.on('error', () => undefined);
    };
    request.on('data', take).on('end', end).on('error', gone).on('close', gone);
    if (request.destroyed) gone();
  });
}

function joined(chunks: readonly Buffer[], size: number): ArrayBuffer {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole.buffer;
}

/** Inflating stops at the limit, so that a bomb costs no more than a body of that size. */
async function decompressed(body: Buffer, encoding: Encoding, bytesMax: number): Promise<ArrayBuffer> {
  try {
    const inflated = await inflaterOf(body, encoding)(body, { maxOutputLength: bytesMax });
    return inflated.buffer.slice(inflated.byteOffset, inflated.byteOffset + inflated.length) as ArrayBuffer;
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new HttpError(tooLarge ? { is: 'ContentTooLarge', bytesMax } : { is: 'ContentEncodingBroken' });
  }
}

function inflaterOf(body: Buffer, encoding: Encoding): typeof unzipGzip {
  if (encoding === 'gzip') return unzipGzip;
  if (encoding === 'br') return unzipBrotli;
  // “deflate” means zlib's format; some clients send the bare stream. The low half of zlib's first byte is always 8.
  return ((body[0] ?? 8) & 0x0f) === 8 ? unzipDeflate : unzipRawDeflate;
}
