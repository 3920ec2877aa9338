// Reads a multipart body while it arrives: files are written to disk, text fields are kept in memory, each within its
// limit.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { DomainError } from '../../../domain/problem.js';
import { sanitized } from '../../../messages/formats.js';
import { isRefused } from '../connections/connection.js';
import { watchProgress } from './arrival.js';
import { ClientGone, HttpError } from '../response/problems.js';
import type { Arrival, Upload } from './spool.js';

export const FILE_BYTES_MAX = 52_428_800;

/** A file of that size, text fields, and the headers of all parts. */
export const FORM_BYTES_MAX = FILE_BYTES_MAX + 1_048_576;

const LIMITS = {
  fileSize: FILE_BYTES_MAX,
  fieldSize: 65_536,
  files: 5,
  /** Far more than an import has. */
  fields: 40,
  /** Parts of any kind, malformed ones included. */
  parts: 50,
};

/** The parser and the writer to disk each buffer at most this. */
const BLOCK_BYTES = 262_144;

/** Memory of one form at most: two blocks, text fields, and what was read from the connection. */
export const FORM_HELD_BYTES = 1_048_576;

/** `sentName` as sent by the client; `sha256` in hexadecimal. */
export type FormFile = Readonly<{ path: string; sentName: string; size: number; sha256: string }>;

export type Form = Readonly<{
  texts: readonly (readonly [name: string, value: string])[];
  files: readonly FormFile[];
}>;

export type FormOptions = Readonly<{
  upload: Upload;
  /** Files of this name are written to the upload's folder; other files are discarded. */
  fileField: string;
  /** Text fields whose first value is kept; an empty text takes the place of any other. */
  textFields: readonly string[];
  stallMs: number;
}>;

/**
 * @throws HttpError ContentTooLarge, RequestTimeout
 * @throws DomainError ParameterInvalid for a malformed body; Unavailable when there is no more room for the upload
 * @throws ClientGone; errors of the disk
 */
export async function receiveForm(request: IncomingMessage, options: FormOptions): Promise<Form> {
  const { upload, fileField, textFields, stallMs } = options;
  const form = parserOf(request, fileField);
  const inTurns = takingTurns(upload.arrival);
  const failed = new AbortController();
  const texts: (readonly [string, string])[] = [];
  const files: Promise<FormFile>[] = [];
  let endWatch = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value, _isNameCut, isValueCut) => {
        if (isValueCut) reject(malformed(`o campo ${sanitized(name)} passa do limite de 64 kB`));
        const isKept = textFields.includes(name) && !texts.some(([given]) => given === name);
        texts.push([name, isKept ? value : '']);
      });
      form.on('file', (name, content, sentName: string | undefined) => {
        content.on('error', () => undefined); // the form emits the same error
        content.on('limit', () => reject(tooLarge()));
        if (name !== fileField) return void content.resume();
        content.on('data', ({ length }: Buffer) => {
          if (!upload.grow(length)) reject(new DomainError({ is: 'Unavailable' }));
        });
        const path = join(upload.dir, String(files.length));
        const file = spooled(content, path, sentName ?? '', failed.signal);
        file.catch(reject);
        files.push(file);
      });
      for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
        form.on(limit, () => reject(malformed('o formulário tem partes demais')));
      form.on('error', () => reject(noForm()));
      form.on('finish', () => (request.readableEnded ? resolve() : request.once('end', resolve)));
      endWatch = watchProgress(request, stallMs, reject);
      feed(inTurns, request, reject);
      inTurns.pipe(form);
    });
    // The server answered 408 while the rest arrived: the request must have no effect.
    if (isRefused(request.socket)) throw new ClientGone();
    return { texts, files: await Promise.all(files) };
  } finally {
    endWatch();
    request.unpipe(inTurns);
    inTurns.destroy();
    upload.arrival.end();
    failed.abort();
    await Promise.allSettled(files);
  }
}

/**
 * A part with a file name is a file: RFC 7578 leaves the types of parts open. So is the part named `fileField` when its
 * type is not `text/plain`.
 */
function parserOf({ headers }: IncomingMessage, fileField: string): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: LIMITS,
      preservePath: true,
      fileHwm: BLOCK_BYTES,
      isPartAFile: (name, type, fileName) =>
        fileName !== undefined || (name === fileField && type !== undefined && type !== 'text/plain'),
    });
  } catch {
    throw noForm(); // the boundary is missing or invalid
  }
}

function feed(inTurns: Transform, request: IncomingMessage, fail: (error: Error) => void): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > FORM_BYTES_MAX) fail(tooLarge());
  });
  // Stays after the form is read: a connection that breaks later emits an error too.
  request.on('error', () => fail(new ClientGone()));
  request.on('close', () => {
    if (!request.complete) fail(new ClientGone());
  });
  if (request.destroyed) fail(new ClientGone());
  request.pipe(inTurns);
}

/** While a block waits for its turn, nothing more is read from the connection. */
function takingTurns(arrival: Arrival): Transform {
  return new Transform({
    transform(block, _encoding, taken) {
      const turn = arrival.turn();
      if (turn === null) taken(null, block);
      else void turn.then(() => taken(null, block));
    },
  });
}

async function spooled(content: Readable, path: string, sentName: string, signal: AbortSignal): Promise<FormFile> {
  const hash = createHash('sha256');
  let size = 0;
  content.on('data', (block: Buffer) => {
    hash.update(block);
    size += block.length;
  });
  await pipeline(content, createWriteStream(path, { highWaterMark: BLOCK_BYTES }), { signal });
  return { path, sentName, size, sha256: hash.digest('hex') };
}

function noForm(): Error {
  return malformed('o corpo multipart/form-data está malformado');
}

function malformed(message: string): Error {
  return new DomainError({ is: 'ParameterInvalid', messages: [message] });
}

export function tooLarge(): HttpError {
  return new HttpError({ is: 'ContentTooLarge', bytesMax: FILE_BYTES_MAX });
}
