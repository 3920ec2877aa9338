// Reads the forms of a session, each with its token.
import type { Bodies } from '../../api/http/request/body.js';
import { withMultipart, type ReceivedFile } from '../../api/http/request/multipart.js';
import { formReader } from '../../api/http/request/parsedBody.js';
import { answerTo, HttpError } from '../../api/http/problems.js';
import type { CallContext } from '../../api/call.js';
import { anyRole, type ConsoleCall, type ConsoleRoute, ConsoleRefused, post, type TypedFields } from '../route.js';
import { goOn, type Done } from './answers.js';
import { timingSafeEqual } from 'node:crypto';
import { DomainError, refuse } from '../../domain/problem.js';
import { RegistersMoved } from '../../commands/registers/applyRegisters.js';

export const CSRF_FIELD = 'csrf';

/** The fields of a form by name; several values of one name in the order sent. */
export type FormFields = Readonly<{
  /** Trimmed; "" without the field. */
  text(name: string): string;
  /** Text as sent, with the spaces around it: passwords, pasted tables. "" without the field. */
  raw(name: string): string;
  all(name: string): readonly string[];
  has(name: string): boolean;
  typed: TypedFields;
}>;

/** `beyond`: how a form of more is refused. */
type FormKind = Readonly<{
  read: ReturnType<typeof formReader>;
  beyond: 'FormTooLarge' | 'FormTooLargeBeforeSignIn';
}>;

/** Forms of anybody: sign-in, and forms that come after their session. */
const BEFORE_SIGN_IN: FormKind = {
  read: formReader({ bytes: 65_536, fields: 200, valuesOfOne: 200 }),
  beyond: 'FormTooLargeBeforeSignIn',
};
/** The longest has 2,000 lines of owners of five fields; the most values of a name are roles of companies. */
const OF_SESSION: FormKind = {
  read: formReader({ bytes: 1_048_576, fields: 12_000, valuesOfOne: 3_000 }),
  beyond: 'FormTooLarge',
};

/** @throws ConsoleRefused ForeignForm, FormTooLarge, FormNotUtf8; HttpError for other bodies */
export async function readForm(call: ConsoleCall): Promise<FormFields> {
  const fields = await readFields(call, call.deps.bodies, OF_SESSION);
  requireToken(fields.raw(CSRF_FIELD), call.session.csrfToken);
  return fields;
}

/** Does `readForm` for anybody: without a session's token. @param clientId 0: it takes the share of no client */
export function readOpenForm(call: CallContext, bodies: Bodies, clientId = 0): Promise<FormFields> {
  call.state.clientId = clientId;
  return readFields(call, bodies, BEFORE_SIGN_IN);
}

async function readFields(call: CallContext, bodies: Bodies, { read, beyond }: FormKind): Promise<FormFields> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(call.headers['content-type'] ?? ''))
    throw new HttpError({ is: 'RequestMalformed' });
  const values = await read(call, bodies).catch((error: unknown) => {
    const isTooLarge = error instanceof HttpError && error.problem.is === 'ContentTooLarge';
    throw isTooLarge ? new ConsoleRefused(beyond) : error;
  });
  if (values === 'tooManyFields') throw new ConsoleRefused(beyond);
  if (values === 'notUtf8') throw new ConsoleRefused('FormNotUtf8');
  return fieldsOf(values);
}

/** @param names its text fields without the token @param work runs while the files (`file`) are on disk */
export async function withUpload<Result>(
  call: ConsoleCall,
  names: readonly string[],
  work: (form: FormFields, files: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  return withMultipart(call, call.deps, [...names, CSRF_FIELD], ({ fields, files }) => {
    const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
    const form = fieldsOf(new Map(sent.map(([name, text]) => [name, [text]])));
    requireToken(form.raw(CSRF_FIELD), call.session.csrfToken);
    return work(form, files);
  });
}

/** Why a form is refused, and the status of the page that says so. `instead`: fields shown so, not as typed. */
export type Refusal = Readonly<{
  errors: readonly string[];
  status: number;
  instead?: Readonly<Record<string, string>>;
}>;
export const NOT_REFUSED: Refusal = { errors: [], status: 200 };
/** Sentences refuse the form (422). Nothing: it was answered. */
type Performed = Done | Refusal | readonly string[] | void;
type Options = Readonly<{
  /** Shows the page of the form, with what was typed. Without it refusals have a page of their own. */
  again?: (call: ConsoleCall, refusal: Refusal) => void | Promise<void>;
  /** What refuses the form before it is read. */
  before?: (call: ConsoleCall) => Promise<Refusal | null>;
  may?: ConsoleRoute['may'];
}>;

/** The address of a form. @param perform what it is for; returns where the person goes on */
export function form(
  path: string,
  perform: (call: ConsoleCall, fields: FormFields) => Promise<Performed>,
  { again, before, may = anyRole }: Options = {},
): ConsoleRoute {
  const handle = async (call: ConsoleCall): Promise<void> => {
    const unread = before && (await before(call));
    if (unread) return again?.(call, unread);
    const fields = await readForm(call);
    const performing = performed(call, () => perform(call, fields));
    const done = await (again === undefined ? performing : performing.catch(refusalOf));
    if (done === undefined) return;
    if ('to' in done) return goOn(call, done);
    const refusal: Refusal = 'errors' in done ? done : { errors: done, status: 422 };
    keepTyped(call, call.path, fields, refusal);
    await again?.(call, refusal);
  };
  return post(path, handle, may);
}

const PERFORMED_MAX = 5;

/**
 * Again where others changed the registers after the form was compared with them.
 * @throws DomainError Unavailable
 */
async function performed(call: ConsoleCall, perform: () => Promise<Performed>): Promise<Performed> {
  for (let times = 1; times <= PERFORMED_MAX; times++)
    try {
      return await perform();
    } catch (error) {
      if (!(error instanceof RegistersMoved)) throw error;
      await call.deps.keys.refresh();
    }
  refuse({ is: 'Unavailable' });
}

/** How a form is refused on its page. @throws what is no refusal */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof DomainError)) throw error;
  const { status, body } = answerTo(error);
  if (status >= 500) throw error;
  return { status, errors: [body.error] };
}

/** Shows the form again with what was typed: call before `showPage`. @param action its address */
export function keepTyped(
  call: ConsoleCall,
  action: string,
  { typed }: FormFields,
  { errors, instead }: Pick<Refusal, 'errors' | 'instead'> = NOT_REFUSED,
): void {
  call.state.typed = { action, errors, ...typed, fields: { ...typed.fields, ...instead } };
}

function fieldsOf(values: ReadonlyMap<string, readonly string[]>): FormFields {
  const all = (name: string): readonly string[] => values.get(name) ?? [];
  const raw = (name: string): string => all(name)[0] ?? '';
  const sent = [...values].filter(([name]) => name !== CSRF_FIELD);
  const typed = {
    fields: Object.fromEntries(sent.map(([name, [first = '']]) => [name, first])),
    several: Object.fromEntries(sent.filter(([, texts]) => texts.length > 1)),
  };
  return { all, raw, typed, text: (name) => raw(name).trim(), has: (name) => values.has(name) };
}

/** Whether the text has more lines than that, the empty ones at its end apart. Stops there. */
export function hasMoreLines(text: string, max: number): boolean {
  return text.trimEnd().split(/\r\n|\r|\n/, max + 1).length > max;
}

/** @param publicUrl the console's own origin; null: the `Host` that was asked for, on loopback only */
export function requireSameOrigin({ headers, host }: CallContext, publicUrl: string | null): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw new ConsoleRefused('ForeignForm');
    return;
  }
  const origins = publicUrl === null ? [`http://${host}`, `https://${host}`] : [new URL(publicUrl).origin];
  if (headers.origin === undefined || !origins.includes(headers.origin)) throw new ConsoleRefused('ForeignForm');
}

/** @throws ConsoleRefused ForeignForm */
export function requireToken(sent: string, expected: string): void {
  const one = Buffer.from(sent);
  const other = Buffer.from(expected);
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw new ConsoleRefused('ForeignForm');
}
