// A multipart body as it comes in: the bytes of files go to disk, texts to memory, each within its bound.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { DomainError } from '../../../domain/problem.js';
import { isRefused } from '../connection.js';
import { ClientGone, HttpError } from '../response/problems.js';

export const FILE_BYTES_MAX = 52_428_800;

/** A file and everything around it: texts and the headers of all parts. */
export const FORM_BYTES_MAX = FILE_BYTES_MAX + 1_048_576;

const LIMITS = {
  fileSize: FILE_BYTES_MAX,
  fieldSize: 65_536,
  files: 5,
  /** Beyond so many nobody means an import. */
  fields: 40,
  /** Counts those that are neither, too. */
  parts: 50,
};

/** What goes to disk is handed over in blocks of at most this. */
const BLOCK_BYTES = 1_048_576;

/** `sentName` as the client wrote it; `sha256` in hexadecimal. */
export type FormFile = Readonly<{ path: string; sentName: string; size: number; sha256: string }>;

export type Form = Readonly<{
  texts: readonly (readonly [name: string, value: string])[];
  files: readonly FormFile[];
}>;

/**
 * @param fileField parts of this name that are files are kept in `dir`; other files are read and thrown away
 * @throws HttpError ContentTooLarge as soon as it is
 * @throws DomainError ParameterInvalid for a body that is no form; ClientGone; what the disk throws
 */
export async function receiveForm(request: IncomingMessage, dir: string, fileField: string): Promise<Form> {
  const form = parserOf(request, fileField);
  const failed = new AbortController();
  const texts: (readonly [string, string])[] = [];
  const files: Promise<FormFile>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value, _isNameCut, isValueCut) => {
        if (isValueCut) reject(tooLarge());
        texts.push([name, value]);
      });
      form.on('file', (name, content, sentName: string | undefined) => {
        content.on('error', () => undefined); // the form itself tells
        content.on('limit', () => reject(tooLarge()));
        if (name !== fileField) return void content.resume();
        const file = spooled(content, join(dir, String(files.length)), sentName ?? '', failed.signal);
        file.catch(reject);
        files.push(file);
      });
      for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
        form.on(limit, () => reject(malformed('o formulário tem partes demais')));
      form.on('error', () => reject(noForm()));
      form.on('finish', () => (request.readableEnded ? resolve() : request.once('end', resolve)));
      feed(form, request, reject);
    });
    // It was told 408 meanwhile: what came after that may change nothing.
    if (isRefused(request.socket)) throw new ClientGone();
    return { texts, files: await Promise.all(files) };
  } finally {
    request.unpipe(form);
    failed.abort();
    await Promise.allSettled(files);
  }
}

/** What a part is, its file name tells: clients that name a type for texts, or none for files, are as right as others
 * (RFC 7578). The one looked for is a file also by a type that is not that of texts. */
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
    throw noForm(); // without a boundary, or with one that is none
  }
}

function feed(form: BusboyInstance, request: IncomingMessage, fail: (error: Error) => void): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > FORM_BYTES_MAX) fail(tooLarge());
  });
  // A client that breaks off later is nobody's concern any more.
  request.on('error', () => fail(new ClientGone()));
  request.on('close', () => {
    if (!request.complete) fail(new ClientGone());
  });
  if (request.destroyed) fail(new ClientGone());
  request.pipe(form);
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
