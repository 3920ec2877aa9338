// Reads a multipart body: its one file goes to a folder of its own on disk, its text fields to memory, all bounded.
// Whatever becomes of the request, the folder goes with it.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, win32 } from 'node:path';
import { koaBody, type ExtendedFormidableOptions } from 'koa-body';
import { DomainError, refuse } from '../../domain/kernel/problem.js';
import type { CallContext } from '../call.js';
import { continueIfAsked } from './body.js';
import { ClientGone, HttpError } from './problems.js';

export const FILE_BYTES_MAX = 52_428_800;

/** Of everything around the file: text fields and the headers of all parts. */
const BESIDES_BYTES_MAX = 1_048_576;
const FIELDS_BYTES_MAX = 65_536;
const UNKNOWN_FIELDS_MAX = 20;
const FILES_MAX = 5;
const NAME_LENGTH_MAX = 255;

const MULTIPART = /^multipart\/form-data\b/i;
/** Two files of one name among a few others; beyond it nobody means an import. */
const FIELDS_MAX = 40;

type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0];

export type ReceivedFile = Readonly<{ path: string; name: string; size: number; sha256: string }>;

export type Multipart<Field extends string> = Readonly<{
  /** null where absent or empty. */
  fields: Readonly<Record<Field, string | null>>;
  /** Every part named `file` that is a file. */
  files: readonly ReceivedFile[];
}>;

/**
 * Refuses by the headers alone where these tell.
 * @param work runs while the file is on disk
 * @throws HttpError ContentTypeInvalid, ContentEncodingUnknown, ContentTooLarge
 * @throws DomainError ParameterInvalid; ClientGone; what the disk throws
 */
export async function withMultipart<Field extends string, Result>(
  context: CallContext,
  uploadsDir: string,
  known: readonly Field[],
  work: (received: Multipart<Field>) => Promise<Result>,
): Promise<Result> {
  const { headers } = context.req;
  if (!MULTIPART.test(headers['content-type'] ?? '')) throw new HttpError({ is: 'MultipartExpected' });
  if (![undefined, 'identity'].includes(headers['content-encoding']?.trim().toLowerCase()))
    throw new HttpError({ is: 'ContentEncodingUnknown' });
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > FILE_BYTES_MAX + BESIDES_BYTES_MAX) throw tooLarge();
  continueIfAsked(context.req, context.res);
  const dir = join(uploadsDir, randomUUID());
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return await work(await received(context, dir, known));
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function received<Field extends string>(
  context: CallContext,
  dir: string,
  known: readonly Field[],
): Promise<Multipart<Field>> {
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    patchKoa: true,
    formidable: {
      uploadDir: dir,
      hashAlgorithm: 'sha256',
      allowEmptyFiles: true,
      minFileSize: 0,
      maxFiles: FILES_MAX,
      maxFileSize: FILE_BYTES_MAX,
      maxTotalFileSize: FILE_BYTES_MAX,
      maxFields: FIELDS_MAX,
      maxFieldsSize: FIELDS_BYTES_MAX,
      onPart,
    },
    onError(error) {
      throw asProblem(error);
    },
  });
  await parse(context, async () => undefined);
  const body = context.request as unknown as Readonly<{ body?: unknown; files?: unknown }>;
  return { fields: fieldsOf(own(body.body), known), files: filesOf(own(body.files)['file']) };
}

/**
 * What a part is, its file name tells: clients that name a type for texts, or none for files, are as right as others
 * (RFC 7578). A `file` with a type and without a name is a file too.
 */
function onPart(part: Part, handle: (part: Part) => void): void {
  const isFile = part.originalFilename !== null || (part.name === 'file' && part.mimetype !== null);
  part.mimetype = isFile ? (part.mimetype ?? 'application/octet-stream') : null;
  handle(part);
}

/** Own members alone: a part may be named `__proto__`. */
function own(value: unknown): Readonly<Record<string, unknown>> {
  const members = Object.create(null) as Record<string, unknown>;
  if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value)) members[name] = (value as Record<string, unknown>)[name];
  return members;
}

function fieldsOf<Field extends string>(
  body: Readonly<Record<string, unknown>>,
  known: readonly Field[],
): Record<Field, string | null> {
  const messages: string[] = [];
  const unknown = Object.entries(body).filter(([name]) => !(known as readonly string[]).includes(name));
  const unknownCount = unknown.reduce((sum, [, value]) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (unknownCount > UNKNOWN_FIELDS_MAX)
    messages.push(`o formulário tem mais de ${UNKNOWN_FIELDS_MAX} campos desconhecidos`);
  const fields = {} as Record<Field, string | null>;
  for (const name of known) {
    const value = body[name];
    if (Array.isArray(value)) messages.push(`o campo ${name} foi informado mais de uma vez`);
    const text = typeof value === 'string' ? value.trim() : '';
    fields[name] = text === '' ? null : text;
  }
  if (messages.length > 0) refuse({ is: 'ParameterInvalid', messages });
  return fields;
}

type Formidable = Readonly<{
  filepath: string;
  originalFilename: string | null;
  size: number;
  hash?: string | null;
}>;

function filesOf(value: unknown): readonly ReceivedFile[] {
  const files = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as readonly Formidable[];
  return files.map(({ filepath, originalFilename, size, hash }) => ({
    path: filepath,
    name: fileName(originalFilename ?? ''),
    size,
    sha256: hash ?? '',
  }));
}

/** The last part of whatever path was sent, without what has no glyph. */
function fileName(sent: string): string {
  const name = basename(win32.basename(sent)).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return Array.from(name.slice(-NAME_LENGTH_MAX)).join('').trim();
}

/** Codes of formidable's errors; its messages speak of its inside and are shown to nobody. */
const CODES = {
  aborted: 1002,
  fieldsTooLarge: 1006,
  fieldsTooMany: 1007,
  totalTooLarge: 1009,
  filesTooMany: 1015,
  tooLarge: 1016,
};

function asProblem(error: Error): Error {
  const { code, httpCode } = error as Error & Readonly<{ code?: unknown; httpCode?: unknown }>;
  switch (code) {
    case CODES.aborted:
    case 'ECONNRESET':
    case 'ECONNABORTED':
      return new ClientGone();
    case CODES.tooLarge:
    case CODES.totalTooLarge:
    case CODES.fieldsTooLarge:
      return tooLarge();
    case CODES.fieldsTooMany:
    case CODES.filesTooMany:
      return malformed('o formulário tem partes demais');
    default:
      // What the disk says is no fault of the form.
      if (typeof code === 'string' && httpCode === undefined) return error;
      return malformed('o corpo multipart/form-data está malformado');
  }
}

function malformed(message: string): Error {
  return new DomainError({ is: 'ParameterInvalid', messages: [message] });
}

function tooLarge(): HttpError {
  return new HttpError({ is: 'ContentTooLarge', bytesMax: FILE_BYTES_MAX });
}
