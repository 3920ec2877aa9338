// A route of the console (a page or the address of a form), the request of a person, and its query.
import { isCalendarDate, SAO_PAULO_BEHIND_UTC_MS } from '../domain/kernel/calendarDate.js';
import { parseCompetence, type Competence } from '../domain/kernel/competence.js';
import { SEARCH_LENGTH_MAX } from '../projections/views/worklist/searchText.js';
import type { Call, CallContext } from '../api/call.js';
import type { CommandContext } from '../commands/kernel/context.js';
import type { CompanyFacts } from '../domain/clients/events.js';
import type { ConsoleDependencies } from './dependencies.js';
import type { Access } from './session/access.js';
import type { SignedIn } from './session/sessions.js';
import type { ConsoleRefusal } from '../messages/console.js';

export type Query = Readonly<ReturnType<typeof queryOf>>;

/** @param querystring without `?` */
export function queryOf({ querystring }: Readonly<{ querystring: string }>) {
  const address = new URLSearchParams(querystring);
  const text = (name: string): string => (address.get(name) ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
  const number = (name: string): number | null => parseWholeNumber(text(name));
  const pageOf = (list: string): number => (text(list) === '' ? 1 : number(list) || addressWrong());
  return {
    /** "" without it. */
    text,
    number,
    /** A list's page, from 1, by its parameter. @throws ConsoleRefused AddressWrong for anything else */
    pageOf,
    get page() {
      return pageOf('page');
    },
    month: (name = 'period') => monthTyped(text(name)),
    oneOf: <Value extends string>(name: string, values: readonly Value[]): Value | null =>
      values.find((value) => value === text(name)) ?? null,
  };
}

/** `2026-03`, as fields of months send it, or `03/2026`, as it is typed where the browser has none. */
export function monthTyped(text: string): Competence | null {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  return parseCompetence(month === undefined ? text : `${year}-${month.padStart(2, '0')}`);
}

/** `2026-11-22T14:05` of America/Sao_Paulo as ms since 1970; null: none. */
export function momentTyped(text: string): number | null {
  const isMoment = /^.{10}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isCalendarDate(text.slice(0, 10));
  return isMoment ? Date.parse(`${text}:00Z`) + SAO_PAULO_BEHIND_UTC_MS : null;
}

/** An address with another query. @param changes null: without the parameter */
export function addressWith(
  path: string,
  query: URLSearchParams | string,
  changes: Readonly<Record<string, string | number | null>>,
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, String(value));
  const text = changed.toString();
  return text === '' ? path : `${path}?${text}`;
}

export function parseWholeNumber(text: string): number | null {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * What was typed into a form that is shown again. `action`: the form's address. `errors`: why it was refused.
 * `isDraft`: it was sent after its session had ended.
 */
export type Typed = Readonly<{ action: string; errors?: readonly string[]; isDraft?: true } & TypedFields>;
export type TypedFields = Readonly<{
  /** The first value of each. */
  fields: Readonly<Record<string, string>>;
  /** Every value of those with more than one, as checkboxes of one name. */
  several: Readonly<Record<string, readonly string[]>>;
}>;

export type ConsoleCall = CallContext & {
  deps: ConsoleDependencies;
  session: SignedIn;
  state: Call & { typed?: Typed };
};

/** A page may be shown without a session (sign-in, errors). */
export type PageCall = CallContext & { session?: SignedIn; state: { typed?: Typed } };

/** `path` has `{id}` for parameters. Runs after session, origin of a form, and `may` were checked. */
export type ConsoleRoute = Readonly<{
  method: 'GET' | 'POST';
  path: string;
  /** False: the person's roles never open this page (403). */
  may(access: Access): boolean;
  handle(call: ConsoleCall): void | Promise<void>;
}>;

/** A page. @param may unless given, every role may open it */
export function get(path: string, handle: ConsoleRoute['handle'], may = anyRole): ConsoleRoute {
  return { method: 'GET', path, may, handle };
}

export function post(path: string, handle: ConsoleRoute['handle'], may = anyRole): ConsoleRoute {
  return { method: 'POST', path, may, handle };
}

export const anyRole: ConsoleRoute['may'] = () => true;

export function parameter({ params }: Pick<CallContext, 'params'>, name: string): string {
  const value: unknown = (params as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

/** The company with this id, as text. @throws ConsoleRefused PageNotFound also for one that is not seen */
export function companySeen({ deps: { registers }, session }: ConsoleCall, id: string): CompanyFacts {
  const company = /^[1-9]\d{0,9}$/.test(id) ? registers.company(session.clientId, Number(id)) : null;
  return company !== null && session.access.sees(company.companyId) ? company : notFound();
}

/** The address's `companyId`; null where it has none, or no number. @throws as `companySeen` */
export function companyFiltered(call: ConsoleCall): number | null {
  const companyId = queryOf(call).number('companyId');
  return companyId === null ? null : companySeen(call, String(companyId)).companyId;
}

/** The company and month of the path's `{companyId}` and `{period}`. @throws as `companySeen` */
export function monthSeen(call: ConsoleCall): Readonly<{ company: CompanyFacts; competence: Competence }> {
  const competence = parseCompetence(parameter(call, 'period')) ?? notFound();
  return { company: companySeen(call, parameter(call, 'companyId')), competence };
}

/** Answers the same page for what does not exist and for what the person does not see. */
export function notFound(what: 'PageNotFound' | 'FileGone' = 'PageNotFound'): never {
  throw new ConsoleRefused(what);
}

/** Refuses a value of the address that no field of the page shows. */
export function addressWrong(): never {
  throw new ConsoleRefused('AddressWrong');
}

export function personContext({ session, state: { requestId } }: ConsoleCall): CommandContext {
  return { actor: { kind: 'person', id: session.personId }, requestId };
}

/** Call after a write, with its position: the person's next page shows it, also through another process. */
export async function noteWritten(
  { deps: { written }, session }: ConsoleCall,
  position: number | null,
): Promise<void> {
  if (position !== null) await written.note(writerNumber(session.personId), position);
}

/** Keys' ids are small: people's numbers, of 48 bits of their UUID, begin above them. */
export function writerNumber(personId: string): number {
  return 2 ** 40 + (parseInt(personId.replaceAll('-', '').slice(0, 12), 16) || 0);
}

export class ConsoleRefused extends Error {
  override readonly name = 'ConsoleRefused';
  constructor(readonly refusal: ConsoleRefusal) {
    super(refusal);
  }
}
