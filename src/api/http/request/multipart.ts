// Reads a multipart body: its one file goes to a folder of its own on disk, its text fields to memory, all bounded.
// Whatever becomes of the request, the folder goes with it.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, win32 } from 'node:path';
import { refuse } from '../../../domain/problem.js';
import type { CallContext } from '../../call.js';
import { continueIfAsked } from '../connection.js';
import { FORM_BYTES_MAX, receiveForm, tooLarge, type Form, type FormFile } from './form.js';
import { HttpError } from '../response/problems.js';

const FILE_FIELD = 'file';
const UNKNOWN_FIELDS_MAX = 20;
const NAME_LENGTH_MAX = 255;

const MULTIPART = /^multipart\/form-data\b/i;

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
  if (declared > FORM_BYTES_MAX) throw tooLarge();
  continueIfAsked(context.req, context.res);
  const dir = join(uploadsDir, randomUUID());
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const { texts, files } = await receiveForm(context.req, dir, FILE_FIELD);
    return await work({ fields: fieldsOf(texts, known), files: files.map(asReceived) });
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function fieldsOf<Field extends string>(
  texts: Form['texts'],
  known: readonly Field[],
): Record<Field, string | null> {
  const messages: string[] = [];
  const unknown = texts.filter(([name]) => !(known as readonly string[]).includes(name));
  if (unknown.length > UNKNOWN_FIELDS_MAX)
    messages.push(`o formulário tem mais de ${UNKNOWN_FIELDS_MAX} campos desconhecidos`);
  const fields = {} as Record<Field, string | null>;
  for (const name of known) {
    const [value, ...others] = texts.filter(([given]) => given === name).map(([, given]) => given.trim());
    if (others.length > 0) messages.push(`o campo ${name} foi informado mais de uma vez`);
    fields[name] = value || null;
  }
  if (messages.length > 0) refuse({ is: 'ParameterInvalid', messages });
  return fields;
}

const asReceived = ({ path, sentName, size, sha256 }: FormFile): ReceivedFile => ({
  path,
  name: fileName(sentName),
  size,
  sha256,
});

/** The last part of whatever path was sent, without what has no glyph. */
function fileName(sent: string): string {
  const name = basename(win32.basename(sent)).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return Array.from(name.slice(-NAME_LENGTH_MAX)).join('').trim();
}
