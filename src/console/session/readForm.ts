// Reads the forms of a session, each with its token.
import { withBody, type Bodies } from '../../api/http/request/body.js';
import { withMultipart, type MultipartDependencies, type ReceivedFile } from '../../api/http/request/multipart.js';
import { HttpError } from '../../api/http/response/problems.js';
import type { CallContext } from '../../api/call.js';
import { ConsoleRefused } from '../refused.js';
import type { ConsoleCall, TypedFields } from '../route.js';
import { requireToken } from './sameOrigin.js';

export const CSRF_FIELD = 'csrf';

/** The fields of a form by name; several values of one name in the order sent. */
export type FormFields = Readonly<{
  /** Trimmed; "" without the field. */
  text(name: string): string;
  /** As sent, with the spaces around it: passwords, pasted tables. "" without the field. */
  raw(name: string): string;
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Every field but the token. */
  typed: TypedFields;
}>;

/** What a form may have. `beyond`: how a larger one is refused. */
type FormLimits = Readonly<{
  bytes: number;
  fields: number;
  beyond: 'FormTooLarge' | 'FormTooLargeBeforeSignIn';
}>;

/** Of anybody: sign-in, and forms that come after their session. */
const BEFORE_SIGN_IN: FormLimits = { bytes: 65_536, fields: 200, beyond: 'FormTooLargeBeforeSignIn' };
/** Of a session. The longest form has 2,000 lines of owners of five fields. */
const OF_SESSION: FormLimits = { bytes: 1_048_576, fields: 12_000, beyond: 'FormTooLarge' };

/**
 * Reads a form of the session (`application/x-www-form-urlencoded`).
 * @throws ConsoleRefused ForeignForm, FormTooLarge, FormNotUtf8; HttpError for other bodies
 */
export async function readForm(call: ConsoleCall, { bodies }: Readonly<{ bodies: Bodies }>): Promise<FormFields> {
  const fields = await readFields(call, bodies, OF_SESSION);
  requireToken(fields.raw(CSRF_FIELD), call.state.session.csrfToken);
  return fields;
}

/** As `readForm`, without a session's token. */
export async function readFields(
  call: CallContext,
  bodies: Bodies,
  limits: FormLimits = BEFORE_SIGN_IN,
): Promise<FormFields> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(call.headers['content-type'] ?? ''))
    throw new HttpError({ is: 'RequestMalformed' });
  return await withBody(call, bodies, limits.bytes, (body) => formFieldsIn(body, limits)).catch(
    (error: unknown) => {
      throw error instanceof HttpError && error.problem.is === 'ContentTooLarge'
        ? new ConsoleRefused(limits.beyond)
        : error;
    },
  );
}

/**
 * Reads a form with files (`multipart/form-data`, files named `file`).
 * @param names its text fields without the token
 * @param work runs while the files are on disk
 */
export async function withUpload<Name extends string, Result>(
  call: ConsoleCall,
  deps: MultipartDependencies,
  names: readonly Name[],
  work: (fields: Readonly<Record<Name, string | null>>, files: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  return withMultipart(call, deps, [...names, CSRF_FIELD], ({ fields, files }) => {
    requireToken(fields[CSRF_FIELD] ?? undefined, call.state.session.csrfToken);
    return work(fields, files);
  });
}

/** Shows the form again with what was typed: call before `showPage`. @param action its address */
export function keepTyped(call: ConsoleCall, action: string, fields: FormFields): void {
  call.state.typed = { action, ...fields.typed };
}

/** Fields are counted while they are parsed. @throws ConsoleRefused FormNotUtf8; `beyond` at the first field that is one too many */
function formFieldsIn(body: ArrayBuffer, { fields: fieldsMax, beyond }: FormLimits): FormFields {
  const text = utf8(body);
  const values = new Map<string, string[]>();
  let count = 0;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      if (++count > fieldsMax) throw new ConsoleRefused(beyond);
      const equals = text.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      const name = unescaped(text.slice(start, nameEnd));
      const value = unescaped(text.slice(nameEnd + 1, end));
      const others = values.get(name);
      if (others === undefined) values.set(name, [value]);
      else others.push(value);
    }
    start = end + 1;
  }
  const all = (name: string): readonly string[] => values.get(name) ?? [];
  const raw = (name: string): string => all(name)[0] ?? '';
  const typed = typedFields(values);
  return { all, raw, typed, text: (name) => raw(name).trim(), has: (name) => values.has(name) };
}

function utf8(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ConsoleRefused('FormNotUtf8');
  }
}

/** Escaped bytes have to be UTF-8 too. A lone `%` stands for itself. */
function unescaped(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new ConsoleRefused('FormNotUtf8');
  }
}

function typedFields(values: ReadonlyMap<string, readonly string[]>): TypedFields {
  const fields = Object.create(null) as Record<string, string>;
  const several = Object.create(null) as Record<string, readonly string[]>;
  for (const [name, given] of values) {
    if (name === CSRF_FIELD) continue;
    fields[name] = given[0] ?? '';
    if (given.length > 1) several[name] = given;
  }
  return { fields, several };
}
