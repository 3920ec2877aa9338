// Reads the forms of a session, each with its token.
import { withBody, type Bodies } from '../../api/http/request/body.js';
import { withMultipart, type MultipartDependencies, type ReceivedFile } from '../../api/http/request/multipart.js';
import { HttpError } from '../../api/http/response/problems.js';
import type { CallContext } from '../../api/call.js';
import { ConsoleRefused } from '../refused.js';
import type { ConsoleCall, TypedFields } from '../route.js';
import { requireToken } from '../session/sameOrigin.js';

export const CSRF_FIELD = 'csrf';
const FORM_BYTES_MAX = 1_048_576;

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

/**
 * Reads a form of the session (`application/x-www-form-urlencoded`).
 * @throws ConsoleRefused ForeignForm, FormTooLarge, FormNotUtf8; HttpError for other bodies
 */
export async function readForm(call: ConsoleCall, { bodies }: Readonly<{ bodies: Bodies }>): Promise<FormFields> {
  const fields = await readFields(call, bodies);
  requireToken(fields.raw(CSRF_FIELD), call.state.session.csrfToken);
  return fields;
}

/** As `readForm`, without a session's token: for sign-in alone. */
export async function readFields(call: CallContext, bodies: Bodies): Promise<FormFields> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(call.headers['content-type'] ?? ''))
    throw new HttpError({ is: 'RequestMalformed' });
  return await withBody(call, bodies, FORM_BYTES_MAX, (body) =>
    formFields([...new URLSearchParams(formText(body))]),
  ).catch((error: unknown) => {
    throw error instanceof HttpError && error.problem.is === 'ContentTooLarge'
      ? new ConsoleRefused('FormTooLarge')
      : error;
  });
}

/** URLSearchParams would put U+FFFD in the place of broken bytes, escaped ones too. A lone `%` stands for itself. */
function formText(body: ArrayBuffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
    return text;
  } catch {
    throw new ConsoleRefused('FormNotUtf8');
  }
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

function formFields(pairs: readonly (readonly [string, string])[]): FormFields {
  const all = (name: string): readonly string[] => pairs.filter(([key]) => key === name).map(([, value]) => value);
  const raw = (name: string): string => all(name)[0] ?? '';
  const typed = typedFields(pairs.filter(([name]) => name !== CSRF_FIELD));
  return { all, raw, typed, text: (name) => raw(name).trim(), has: (name) => all(name).length > 0 };
}

function typedFields(pairs: readonly (readonly [string, string])[]): TypedFields {
  const fields = Object.create(null) as Record<string, string>;
  const several = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of pairs) {
    const first = fields[name];
    if (first === undefined) fields[name] = value;
    else (several[name] ??= [first]).push(value);
  }
  return { fields, several };
}
