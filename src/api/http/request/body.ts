// Reads a JSON body into one transferable ArrayBuffer, within its route's limit and the budget of the process.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { HttpProblem } from '../../../messages/httpProblems.js';
import { clientIdOf, type Call } from '../../call.js';
import { continueIfAsked } from '../connections/connection.js';
import { HttpError } from '../problems.js';
import { pump, receive, type BodyTimes, type Take } from './arrival.js';
import type { BodyBudget, Hold } from './bodyBudget.js';

export const IMPORT_BYTES_MAX = 32 * 1_048_576;
export const BODY_BYTES_MAX = 1_048_576;

/** Brotli keeps up to so many of the bytes it has inflated, beside those it hands over. */
const BROTLI_WINDOW_BYTES = 16 * 1_048_576;

/** What the bodies of a process share, and the times each of them has. */
export type Bodies = Readonly<{ budget: BodyBudget; times: BodyTimes }>;

type BodyContext = Readonly<{ req: IncomingMessage; res: ServerResponse; state: Call }>;

/**
 * Reads a JSON body and hands it to `use`; it counts in the budget until that has ended.
 * @param bytesMax of the body as sent, and again once inflated
 * @throws HttpError ContentTypeInvalid, CharsetNotUtf8, ContentEncodingBroken, RequestTimeout; ClientGone; what
 *   `withRoom` does
 */
export async function withJsonBody<Result>(
  context: BodyContext,
  bodies: Bodies,
  bytesMax: number,
  use: (body: ArrayBuffer) => Promise<Result> | Result,
): Promise<Result> {
  const { req: request } = context;
  requireJsonType(request);
  return withRoom(context, bodies, bytesMax, async ({ encoding, known, firstBytes }, hold) => {
    let body = new ArrayBuffer(0);
    try {
      body =
        known === null
          ? await receiveGrowing(request, bodies.times, encoding, new GrowingBytes(hold, bytesMax, firstBytes))
          : await receiveWhole(request, bodies.times, known, bytesMax);
      return await use(body);
    } finally {
      freeBuffer(body);
    }
  });
}

/**
 * Does what reads a body once there is room for it in the budget, which holds it until then. Refuses before the
 * body is read where the headers suffice; asks for it where the client waits to be asked.
 * @throws HttpError ContentEncodingUnknown, ContentTooLarge; DomainError Unavailable when there is no room in
 *   time; ClientGone
 */
export async function withRoom<Result>(
  context: BodyContext,
  { budget }: Pick<Bodies, 'budget'>,
  bytesMax: number,
  readBody: (size: Size, hold: Hold) => Promise<Result>,
): Promise<Result> {
  const size = sizeOf(context.req, encodingOf(context.req), bytesMax);
  return withHold(context, budget, size, (hold) => readBody(size, hold));
}

/** Does `withRoom` for a body whose size in memory the caller knows. */
export async function withHold<Result>(
  context: BodyContext,
  budget: BodyBudget,
  { bytesMax, firstBytes, isTakenAtOnce }: Pick<Size, 'bytesMax' | 'firstBytes' | 'isTakenAtOnce'>,
  readBody: (hold: Hold) => Promise<Result>,
): Promise<Result> {
  const { req: request, res: response } = context;
  const hold = budget.open(clientIdOf(context), bytesMax, isTakenAtOnce);
  const giveUp = (): void => {
    if (!request.complete) hold.release();
  };
  request.once('close', giveUp);
  try {
    await hold.take(firstBytes);
    continueIfAsked(request, response);
    return await readBody(hold);
  } finally {
    request.off('close', giveUp);
    hold.release();
  }
}

/** JSON is UTF-8 and nothing else (RFC 8259). @throws HttpError ContentTypeInvalid, CharsetNotUtf8 */
export function requireJsonType({ headers }: IncomingMessage): void {
  const problem = typeProblem(headers['content-type'] ?? '');
  if (problem !== null) throw new HttpError(problem);
}

/** Other parameters than the charset mean nothing. */
function typeProblem(contentType: string): HttpProblem | null {
  const [essence, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (essence !== 'application/json') return { is: 'ContentTypeInvalid' };
  const other = parameters.find((part) => part.startsWith('charset') && !UTF8.test(part));
  return other === undefined
    ? null
    : { is: 'CharsetNotUtf8', charset: other.replace(/^charset[ \t]*=?|["\s]/g, '') };
}

const UTF8 = /^charset[ \t]*=[ \t]*"?utf-?8"?$/;

type Size = Readonly<{
  encoding: ContentEncoding;
  /** null for one that is inflated, or sent in chunks. */
  known: number | null;
  /** What it takes of the budget at most, and before it is read. */
  bytesMax: number;
  firstBytes: number;
  isTakenAtOnce: boolean;
}>;

/**
 * Only large bodies of unknown size grow: small ones take their route's limit at once, and Brotli's the window
 * too.
 * @throws HttpError ContentTooLarge
 */
function sizeOf({ headers }: IncomingMessage, encoding: ContentEncoding, bytesMax: number): Size {
  const length = headers['content-length'];
  const declared = length === undefined ? null : Number(length);
  if (declared !== null && declared > bytesMax) throw new HttpError({ is: 'ContentTooLarge', bytesMax });
  const atOnce = (knownBytes: number | null, bytes: number): Size => ({
    encoding,
    known: knownBytes,
    bytesMax: bytes,
    firstBytes: bytes,
    isTakenAtOnce: true,
  });
  if (encoding === 'identity' && declared !== null) return atOnce(declared, declared);
  if (encoding === 'br') return atOnce(null, bytesMax + Math.min(BROTLI_WINDOW_BYTES, bytesMax));
  if (bytesMax <= BODY_BYTES_MAX) return atOnce(null, bytesMax);
  return { encoding, known: null, bytesMax, firstBytes: STEP_BYTES, isTakenAtOnce: false };
}

/** With the length known, each chunk is copied once, to where it stays. */
async function receiveWhole(
  request: IncomingMessage,
  times: BodyTimes,
  length: number,
  bytesMax: number,
): Promise<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let size = 0;
  try {
    await receive(request, times, (chunk) => {
      if (size + chunk.length > length) throw new HttpError({ is: 'ContentTooLarge', bytesMax });
      whole.set(chunk, size);
      size += chunk.length;
      return null;
    });
    return whole.buffer;
  } catch (error) {
    freeBuffer(whole.buffer);
    throw error;
  }
}

async function receiveGrowing(
  request: IncomingMessage,
  times: BodyTimes,
  encoding: ContentEncoding,
  bytes: GrowingBytes,
): Promise<ArrayBuffer> {
  try {
    if (encoding === 'identity') await receive(request, times, (chunk) => bytes.append(chunk));
    else await inflate(request, times, encoding, (chunk) => bytes.append(chunk));
    return bytes.take();
  } finally {
    bytes.free();
  }
}

/** What is added to the hold at a time. */
const STEP_BYTES = 1_048_576;

/**
 * Bytes whose number is not known, within a hold of the budget. The memory grows in place and is given back at
 * once: a list of chunks would hold them twice until the garbage collector runs.
 */
class GrowingBytes {
  readonly #buffer: ArrayBuffer;
  #takenBytes: number;
  #size = 0;

  /** @param takenBytes of the hold, taken before */
  constructor(
    private readonly hold: Hold,
    private readonly bytesMax: number,
    takenBytes: number,
  ) {
    this.#takenBytes = takenBytes;
    this.#buffer = new ArrayBuffer(0, { maxByteLength: bytesMax });
  }

  /** @returns what it waits for, null when it has been done. @throws HttpError ContentTooLarge */
  append(chunk: Uint8Array): Promise<void> | null {
    const size = this.#size + chunk.length;
    if (size > this.bytesMax) throw new HttpError({ is: 'ContentTooLarge', bytesMax: this.bytesMax });
    if (size > this.#takenBytes) {
      const bytes = Math.min(Math.max(STEP_BYTES, chunk.length), this.bytesMax - this.#takenBytes);
      const waiting = this.hold.take(bytes);
      this.#takenBytes += bytes;
      if (waiting !== null) return waiting.then(() => this.#put(chunk));
    }
    this.#put(chunk);
    return null;
  }

  /** All that was appended, and the hold is no larger than that any more. May be called once. */
  take(): ArrayBuffer {
    const whole = this.#buffer.slice(0, this.#size);
    this.hold.settle(this.#size);
    this.free();
    return whole;
  }

  free(): void {
    this.#buffer.resize(0);
  }

  #put(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    if (size > this.#buffer.byteLength) this.#buffer.resize(Math.min(this.#takenBytes, this.bytesMax));
    new Uint8Array(this.#buffer, this.#size).set(chunk);
    this.#size = size;
  }
}

/** A message to a closed port detaches the buffers it transfers, and is dropped (HTML standard, 9.4.4). */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/** Smaller buffers are left to the garbage collector, which V8 runs in each thread after 64 MB of them. */
const LARGE_BYTES = 262_144;

/** Frees a large buffer at once: several that wait for the garbage collector exceed a process's memory. */
function freeBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength >= LARGE_BYTES) nowhere.postMessage(null, [buffer]);
}

// Inflates a compressed body while it arrives: never more of it is in memory than its taker has room for.

type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

const ENCODINGS: Readonly<Record<string, ContentEncoding>> = {
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
};

const CHUNK_BYTES = 65_536;

/** @throws HttpError ContentEncodingUnknown */
function encodingOf({ headers }: IncomingMessage): ContentEncoding {
  const name = headers['content-encoding'];
  const encoding = name === undefined ? 'identity' : ENCODINGS[name.trim().toLowerCase()];
  if (!encoding) throw new HttpError({ is: 'ContentEncodingUnknown' });
  return encoding;
}

/** @param take gets the inflated bytes @throws HttpError ContentEncodingBroken; what `receive` throws */
async function inflate(
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
  // “deflate” means zlib's format, whose first byte has the low half 8; some clients send the bare stream.
  return ((start[0] ?? 8) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options);
}
