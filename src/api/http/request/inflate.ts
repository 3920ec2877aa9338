// Inflates a compressed body while it arrives: never more of it is in memory than its taker has room for.
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { HttpError } from '../response/problems.js';
import { pump, receive, type BodyTimes, type Take } from './arrival.js';

export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

const ENCODINGS: Readonly<Record<string, ContentEncoding>> = {
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
};

const CHUNK_BYTES = 65_536;

/** @throws HttpError ContentEncodingUnknown */
export function encodingOf({ headers }: IncomingMessage): ContentEncoding {
  const name = headers['content-encoding'];
  const encoding = name === undefined ? 'identity' : ENCODINGS[name.trim().toLowerCase()];
  if (!encoding) throw new HttpError({ is: 'ContentEncodingUnknown' });
  return encoding;
}

/**
 * @param take is handed the inflated bytes
 * @throws HttpError ContentEncodingBroken, RequestTimeout; ClientGone; what `take` throws
 */
export async function inflate(
  request: IncomingMessage,
  times: BodyTimes,
  encoding: ContentEncoding,
  take: Take,
): Promise<void> {
  let inflating: Inflating | null = null;
  try {
    await receive(request, times, (chunk) => {
      inflating ??= new Inflating(inflaterFor(encoding, chunk), take);
      return inflating.write(chunk);
    });
    if (inflating === null) throw new HttpError({ is: 'ContentEncodingBroken' }); // there was nothing
    await (inflating as Inflating).end();
  } finally {
    (inflating as Inflating | null)?.destroy();
  }
}

class Inflating {
  readonly #output: Promise<void>;

  constructor(
    private readonly inflater: Transform,
    take: Take,
  ) {
    inflater.on('error', () => undefined); // after the end of `pump` too
    this.#output = pump(inflater, take).catch((error: unknown) => {
      throw error === inflater.errored ? new HttpError({ is: 'ContentEncodingBroken' }) : error;
    });
    this.#output.catch(() => undefined); // `write` and `end` report it
  }

  /** Resolves once what the chunk inflates to has been handed over. */
  write(chunk: Buffer): Promise<unknown> {
    const written = new Promise<void>((resolve) => this.inflater.write(chunk, () => resolve()));
    return Promise.race([written, this.#output]);
  }

  end(): Promise<void> {
    this.inflater.end();
    return this.#output;
  }

  destroy(): void {
    this.inflater.destroy();
  }
}

function inflaterFor(encoding: ContentEncoding, start: Buffer): Transform {
  const options = { chunkSize: CHUNK_BYTES };
  if (encoding === 'gzip') return createGunzip(options);
  if (encoding === 'br') return createBrotliDecompress(options);
  // “deflate” means zlib's format; some clients send the bare stream. The low half of zlib's first byte is always 8.
  return ((start[0] ?? 8) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options);
}
