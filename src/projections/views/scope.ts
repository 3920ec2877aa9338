// What the queries of all lists share: scope, filters, rows, names, and the streams to replay for the past.
import * as z from 'zod';
import { booksStream } from '../../domain/books/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Actor } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { reconciliationsStream } from '../../domain/reconciliation/fold.js';
import type { Test } from '../../domain/kernel/where.js';
import type { FieldType } from '../engine/readStore.js';

// The scope of a query is the client of the key, never from the request. And conditions of several lists.

export type Scope = Readonly<{ clientId: number }>;

/** One company, or those with the module; null: all. The caller resolves companyId, cnpj, module (404, 403). */
export type Companies = number | readonly number[] | null;

export function inCompanies(companies: Companies): Readonly<{ empresaId?: Test }> {
  if (companies === null) return {};
  return { empresaId: typeof companies === 'number' ? companies : { in: companies } };
}

/** One value is compared by equality, as an index of the field needs it. */
export function among(values: readonly string[]): Test {
  const [value, ...otherValues] = values;
  return value === undefined || otherValues.length > 0 ? { in: values } : value;
}

/** At least so much, where it is asked for. */
export function atLeast(least: number | string | null | undefined): Test | undefined {
  return least === null || least === undefined ? undefined : { from: least };
}

/** At most so much, where it is asked for. */
export function upTo(most: number | string | null | undefined): Test | undefined {
  return most === null || most === undefined ? undefined : { upTo: most };
}

// What a list can be filtered by is declared in its view's file, beside the conditions: the parameters of REST and
// the arguments of GraphQL follow. No message contains a comma followed by a space.

/** The filters of a list as its query takes them. */
export type Filters<Declared extends Readonly<Record<string, z.ZodType>>> = Readonly<{
  [Name in keyof Declared]?: z.output<Declared[Name]> | undefined;
}>;

/** Written `[0-9]+`, up to 2^53 − 1 (docs/spec/numbers.md#whole-numbers). */
export function wholeNumber(message: string, from = 0, to: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string(message)
    .regex(/^[0-9]+$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
    .meta({ type: 'integer', minimum: from, maximum: to });
}

export function oneOf<const Values extends readonly [string, ...string[]]>(name: string, values: Values) {
  const choice = values.length > 1 ? 'um destes valores: ' : '';
  return z.enum(values, `${name} deve ser ${choice}${values.join('; ')}`);
}

/** Compared exactly. */
export function exactText(name: string) {
  return z.string().min(1, `${name} não pode ser vazio`);
}

/** `true` or `false`. */
export function truth(name: string) {
  return z
    .enum(['true', 'false'], `${name} deve ser true ou false`)
    .transform((text) => text === 'true')
    .default(false);
}

// The row of a list is declared in its view's file, as the contract has it. What is stored of it follows.

/** The fields that a document has of its row, in their order: all but those computed when it is read. */
export function fieldsOf<Row extends z.ZodObject, Computed extends keyof z.output<Row> & string = never>(
  row: Row,
  ...computed: readonly Computed[]
): Readonly<Record<Exclude<keyof z.output<Row> & string, Computed>, FieldType>> {
  const storedFields = Object.entries(row.shape).filter(([name]) => !computed.some((each) => each === name));
  return Object.fromEntries(storedFields.map(([name, schema]) => [name, typeOf(schema)])) as ReturnType<
    typeof fieldsOf<Row, Computed>
  >;
}

/** Numbers that are no integers are amounts. */
function typeOf(schema: unknown): FieldType {
  if (schema instanceof z.ZodNullable) return typeOf(schema.unwrap());
  if (schema instanceof z.ZodNumberFormat) return 'integer';
  if (schema instanceof z.ZodNumber) return 'cents';
  return schema instanceof z.ZodBoolean ? 'boolean' : 'text';
}

export function debitPositive(balance: string): string {
  return `${balance} em reais com o devedor positivo e o credor negativo, qualquer que seja a convenção`;
}

// Names of companies and people. They may change, so they are joined when a row is read and never stored in it.

export type NameOf = (personId: string) => string;

/** razaoSocial by company id, people's names by opaque id. */
export type Names = Readonly<{
  companyName(companyId: number): string;
  /** Looks up all people of a page at once; nulls are ignored. */
  personNames(personIds: readonly (string | null)[]): Promise<NameOf>;
}>;

/** Who acted, as rows have it: `por` is "" for a person, of `porId`, which is null for everybody else. */
export function storedActor({ kind, id, name }: Actor): Readonly<{ por: string; porId: string | null }> {
  return { por: name ?? '', porId: kind === 'person' ? id : null };
}

export function storedActorName(por: string, porId: string | null, nameOf: NameOf): string {
  return porId === null ? por : nameOf(porId);
}

/** `until` is ISO 8601 UTC, inclusive. `competence` null: all of them. */
export type AsOf = Readonly<{ companyId: number; until: string; competence: Competence | null }>;

/** One stream per competence in the books at that time: others have no releases. */
export async function reconciliationStreams(
  log: EventLog,
  { companyId, until, competence }: AsOf,
): Promise<readonly string[]> {
  if (competence !== null) return [reconciliationsStream(companyId, competence)];
  const competences = new Set<Competence>();
  for await (const { data, metadata } of log.read(booksStream(companyId), 0)) {
    if (metadata.at > until) break;
    competences.add((data as { competence: Competence }).competence);
  }
  return [...competences].sort().map((competence) => reconciliationsStream(companyId, competence));
}
