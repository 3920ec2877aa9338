// Reads a multipart body: the file is written to a folder of its own, text fields are kept in memory, each within
// its limit. The folder is removed when the request ends, whatever its outcome.
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename, join, win32 } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError, refuse } from '../../../domain/problem.js';
import { sanitized } from '../../../messages/formats.js';
import { clientIdOf, type CallContext } from '../../call.js';
import { HttpError } from '../problems.js';
import { receive, type Take } from './arrival.js';
import { withHold, type Bodies } from './body.js';
import type { Arrival, Spool, Upload } from './spool.js';

export const FILE_BYTES_MAX = 52_428_800;

/** A file of that size, text fields, and the headers of all parts. */
const FORM_BYTES_MAX = FILE_BYTES_MAX + 1_048_576;

export const FORM_FILES_MAX = 5;

const LIMITS = {
  fileSize: FILE_BYTES_MAX,
  fieldSize: 65_536,
  files: FORM_FILES_MAX,
  /** Far more than an import has. */
  fields: 40,
  /** Parts of any kind, malformed ones included. */
  parts: 50,
};

/** The parser and the writer to disk each buffer at most this. */
const BLOCK_BYTES = 262_144;

/** Memory of one form at most: two blocks, text fields, and what was read from the connection. */
const FORM_HELD_BYTES = 1_048_576;

/** `name`: the last part of what the client sent; `sha256` in hexadecimal. */
export type ReceivedFile = Readonly<{ path: string; name: string; size: number; sha256: string }>;

type Texts = readonly (readonly [name: string, value: string])[];

/** Files in it are written to the upload's folder; files of another name are discarded. */
const FILE_FIELD = 'file';

/**
 * @param textFields whose first value is kept; an empty text takes the place of any other
 * @throws HttpError ContentTooLarge, RequestTimeout
 * @throws DomainError ParameterInvalid for a malformed body; Unavailable when there is no more room for the upload
 * @throws ClientGone; errors of the disk
 */
async function receiveForm(
  request: IncomingMessage,
  upload: Upload,
  textFields: readonly string[],
  stallMs: number,
): Promise<Readonly<{ texts: Texts; files: readonly ReceivedFile[] }>> {
  const form = parserOf(request);
  const ended = new AbortController();
  const texts: (readonly [string, string])[] = [];
  const files: Promise<ReceivedFile>[] = [];
  const parsed = new Promise<void>((resolve, reject) => {
    form.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) reject(malformed(`o campo ${sanitized(name)} passa do limite de 64 kB`));
      const isKept = textFields.includes(name) && !texts.some(([textName]) => textName === name);
      texts.push([name, isKept ? value : '']);
    });
    form.on('file', (name, content, sentName: string | undefined) => {
      content.on('error', () => undefined); // the form emits the same error
      content.on('limit', () => reject(tooLarge()));
      if (name !== FILE_FIELD) return void content.resume();
      content.on('data', ({ length }: Buffer) => {
        if (!upload.grow(length)) reject(new DomainError({ is: 'Unavailable' }));
      });
      const path = join(upload.dir, String(files.length));
      const file = spoolFile(content, path, sentName ?? '', ended.signal);
      file.catch(reject);
      files.push(file);
    });
    form.on('filesLimit', () => reject(malformed(`envie no máximo ${FORM_FILES_MAX} arquivos de cada vez`)));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      form.on(limit, () => reject(malformed('o formulário tem partes demais')));
    form.on('error', () => reject(noForm()));
    form.on('finish', resolve);
  });
  try {
    const arrived = receive(request, { stallMs }, intoForm(form, upload.arrival, ended.signal));
    await Promise.all([parsed, arrived.then(() => form.end())]);
    return { texts, files: await Promise.all(files) };
  } finally {
    upload.arrival.end();
    ended.abort();
    await Promise.allSettled(files);
  }
}

/** Nothing more is read while a block waits for its turn or the disk. @param ended nothing is taken any more */
function intoForm(form: BusboyInstance, arrival: Arrival, ended: AbortSignal): Take {
  let receivedBytes = 0;
  const write = (block: Buffer) => (form.write(block) ? null : once(form, 'drain', { signal: ended }));
  return (block) => {
    ended.throwIfAborted();
    receivedBytes += block.length;
    if (receivedBytes > FORM_BYTES_MAX) throw tooLarge();
    const turn = arrival.turn();
    return turn === null ? write(block) : turn.then(() => write(block));
  };
}

/** A part is a file with a file name (RFC 7578 leaves types open), or named `file` and not `text/plain`. */
function parserOf({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: LIMITS,
      preservePath: true,
      fileHwm: BLOCK_BYTES,
      isPartAFile: (name, type, fileName) =>
        fileName !== undefined || (name === FILE_FIELD && type !== undefined && type !== 'text/plain'),
    });
  } catch {
    throw noForm(); // the boundary is missing or invalid
  }
}

async function spoolFile(
  content: Readable,
  path: string,
  sentName: string,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  content.on('data', (block: Buffer) => {
    hash.update(block);
    size += block.length;
  });
  await pipeline(content, createWriteStream(path, { highWaterMark: BLOCK_BYTES }), { signal });
  return { path, name: fileName(sentName), size, sha256: hash.digest('hex') };
}

function noForm(): Error {
  return malformed('o corpo multipart/form-data está malformado');
}

function malformed(message: string): Error {
  return new DomainError({ is: 'ParameterInvalid', messages: [message] });
}

function tooLarge(): HttpError {
  return new HttpError({ is: 'ContentTooLarge', bytesMax: FILE_BYTES_MAX });
}

const UNKNOWN_FIELDS_MAX = 20;
const NAME_LENGTH_MAX = 255;

const MULTIPART = /^multipart\/form-data\b/i;

type Multipart<Field extends string> = Readonly<{
  /** null where absent or empty. */
  fields: Readonly<Record<Field, string | null>>;
  /** Every part named `file` that is a file. */
  files: readonly ReceivedFile[];
}>;

/**
 * Checks the headers before it reads the body. While the body arrives, its buffers count in the budget of the
 * process.
 * @param work runs while the file is on disk
 * @throws HttpError MultipartExpected, MultipartCompressed, ContentTooLarge, RequestTimeout
 * @throws DomainError ParameterInvalid, Unavailable; ClientGone; errors of the disk
 */
export async function withMultipart<Field extends string, Result>(
  context: CallContext,
  { bodies, spool }: Readonly<{ bodies: Bodies; spool: Spool }>,
  fieldNames: readonly Field[],
  work: (received: Multipart<Field>) => Promise<Result>,
): Promise<Result> {
  const { headers } = context.req;
  if (!MULTIPART.test(headers['content-type'] ?? '')) throw new HttpError({ is: 'MultipartExpected' });
  if (![undefined, 'identity'].includes(headers['content-encoding']?.trim().toLowerCase()))
    throw new HttpError({ is: 'MultipartCompressed' });
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > FORM_BYTES_MAX) throw tooLarge();
  const upload = await spool.open(clientIdOf(context), declared);
  try {
    const bytes = Math.min(Number(headers['content-length'] ?? FORM_HELD_BYTES), FORM_HELD_BYTES);
    const size = { bytesMax: bytes, firstBytes: bytes, isTakenAtOnce: true };
    const { texts, files } = await withHold(context, bodies.budget, size, () =>
      receiveForm(context.req, upload, fieldNames, bodies.times.stallMs),
    );
    return await work({ fields: fieldsOf(texts, fieldNames), files });
  } finally {
    await upload.remove();
  }
}

function fieldsOf<Field extends string>(texts: Texts, fieldNames: readonly Field[]): Record<Field, string | null> {
  const messages: string[] = [];
  const unknown = texts.filter(([name]) => !(fieldNames as readonly string[]).includes(name));
  if (unknown.length > UNKNOWN_FIELDS_MAX)
    messages.push(`o formulário tem mais de ${UNKNOWN_FIELDS_MAX} campos desconhecidos`);
  const fields = {} as Record<Field, string | null>;
  for (const name of fieldNames) {
    const [value, ...furtherValues] = texts
      .filter(([textName]) => textName === name)
      .map(([, text]) => text.trim());
    if (furtherValues.length > 0) messages.push(`o campo ${name} foi informado mais de uma vez`);
    // Each byte that is no UTF-8, as of a Windows command line, was read as this character.
    if (value?.includes('\ufffd')) messages.push(`o campo ${name} deve estar em UTF-8`);
    fields[name] = value || null;
  }
  if (messages.length > 0) refuse({ is: 'ParameterInvalid', messages });
  return fields;
}

/**
 * The last part of the path that was sent, without control and other invisible characters. Of a long one the end
 * is kept, and no half of a pair of surrogates.
 */
function fileName(header: string): string {
  // Browsers send a quotation mark as `%22`.
  const name = basename(win32.basename(header))
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return name
    .slice(-NAME_LENGTH_MAX)
    .replace(/^[\udc00-\udfff]/, '')
    .trim();
}
