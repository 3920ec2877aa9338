// Reads a multipart body: the file is written to a folder of its own, text fields are kept in memory, each within its
// limit. The folder is removed when the request ends, whatever its outcome.
import { basename, win32 } from 'node:path';
import { refuse } from '../../../domain/problem.js';
import { clientIdOf, type CallContext } from '../../call.js';
import { continueIfAsked } from '../connections/connection.js';
import type { Bodies } from './body.js';
import { FORM_BYTES_MAX, FORM_HELD_BYTES, receiveForm, tooLarge, type Form, type FormFile } from './form.js';
import { HttpError } from '../response/problems.js';
import type { Spool, Upload } from './spool.js';

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

export type MultipartDependencies = Readonly<{ bodies: Bodies; spool: Spool }>;

/**
 * Checks the headers before it reads the body. While the body arrives, its buffers count in the budget of the process.
 * @param work runs while the file is on disk
 * @throws HttpError ContentTypeInvalid, ContentEncodingUnknown, ContentTooLarge, RequestTimeout
 * @throws DomainError ParameterInvalid, Unavailable; ClientGone; errors of the disk
 */
export async function withMultipart<Field extends string, Result>(
  context: CallContext,
  { bodies, spool }: MultipartDependencies,
  known: readonly Field[],
  work: (received: Multipart<Field>) => Promise<Result>,
): Promise<Result> {
  const { headers } = context.req;
  if (!MULTIPART.test(headers['content-type'] ?? '')) throw new HttpError({ is: 'MultipartExpected' });
  if (![undefined, 'identity'].includes(headers['content-encoding']?.trim().toLowerCase()))
    throw new HttpError({ is: 'ContentEncodingUnknown' });
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > FORM_BYTES_MAX) throw tooLarge();
  const upload = await spool.open(clientIdOf(context), declared);
  try {
    const { texts, files } = await received(context, bodies, upload, known);
    return await work({ fields: fieldsOf(texts, known), files: files.map(asReceived) });
  } finally {
    await upload.remove();
  }
}

async function received(
  context: CallContext,
  { budget, times }: Bodies,
  upload: Upload,
  textFields: readonly string[],
): Promise<Form> {
  const { 'content-length': length } = context.req.headers;
  const bytes = Math.min(length === undefined ? FORM_HELD_BYTES : Number(length), FORM_HELD_BYTES);
  const hold = budget.open(clientIdOf(context), bytes, true);
  const release = (): void => hold.release();
  context.req.once('close', release);
  try {
    await hold.take(bytes);
    continueIfAsked(context.req, context.res);
    return await receiveForm(context.req, {
      ...{ upload, textFields, fileField: FILE_FIELD, stallMs: times.stallMs },
    });
  } finally {
    context.req.off('close', release);
    release();
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

/**
 * The last part of the path that was sent, without control and other invisible characters. Of a long one the end is kept, and
 * no half of a pair of surrogates.
 */
function fileName(sent: string): string {
  const name = basename(win32.basename(sent)).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return name
    .slice(-NAME_LENGTH_MAX)
    .replace(/^[\udc00-\udfff]/, '')
    .trim();
}
