// Query parameters and path ids, checked by the zod schemas of `rest`; every problem in one Portuguese sentence.
import type { z } from 'zod';
import { DomainError, refuse } from '../../../domain/problem.js';
import { nearestParameter } from './misspelt.js';

const TOO_OFTEN = (name: string): string => `o parâmetro ${name} foi informado mais de uma vez`;

/**
 * Unknown parameters are ignored; a known one given twice, or as `name[…]`, is refused, and so is one whose name resembles a
 * known one.
 * @throws DomainError ParameterInvalid with all problems, in the order of the schema
 */
export function parseQuery<Schema extends z.ZodObject>(schema: Schema, querystring: string): z.output<Schema> {
  const problems: string[] = [];
  const given = querystring === '' ? {} : collected(querystring, schema.shape, problems);
  const parsed = schema.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  if (!parsed.success || problems.length > 0) return refuse({ is: 'ParameterInvalid', messages: problems });
  return parsed.data;
}

/**
 * The same from values that are not in an address.
 * @throws DomainError ParameterInvalid with all problems, in the order of the schema
 */
export function parseGiven<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  return refuse({ is: 'ParameterInvalid', messages: parsed.error.issues.map(({ message }) => message) });
}

/**
 * The id in the path and the query, their problems joined in one answer.
 * @throws DomainError ParameterInvalid
 */
export function parseIdAndQuery<Id extends z.ZodType, Schema extends z.ZodObject>(
  id: Readonly<{ schema: Id; text: string | undefined }>,
  schema: Schema,
  querystring: string,
): Readonly<{ id: z.output<Id>; query: z.output<Schema> }> {
  const parsed = id.schema.safeParse(id.text);
  if (parsed.success) return { id: parsed.data, query: parseQuery(schema, querystring) };
  const messages = parsed.error.issues.map(({ message }) => message);
  try {
    parseQuery(schema, querystring);
  } catch (error) {
    if (error instanceof DomainError && error.problem.is === 'ParameterInvalid')
      messages.push(...error.problem.messages);
  }
  return refuse({ is: 'ParameterInvalid', messages });
}

/** @throws DomainError ParameterInvalid unless the text is the id of a row */
export function parseId<Id extends z.ZodType>(schema: Id, text: string | undefined): z.output<Id> {
  return parseGiven(schema, text);
}

function collected(querystring: string, shape: object, problems: string[]): Record<string, string> {
  if (!isDecodable(querystring))
    refuse({ is: 'ParameterInvalid', messages: ['os parâmetros do endereço têm codificação inválida'] });
  const given: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(querystring)) {
    const bracket = name.indexOf('[');
    const known = bracket < 0 ? name : name.slice(0, bracket);
    if (!Object.hasOwn(shape, known)) {
      const meant = nearestParameter(known, Object.keys(shape));
      if (meant !== null) problems.push(`parâmetro desconhecido: ${shown(known)} (você quis dizer ${meant}?)`);
      continue;
    }
    if (bracket >= 0) problems.push(`o parâmetro ${known} deve ser um valor simples`);
    else if (Object.hasOwn(given, known)) problems.push(TOO_OFTEN(known));
    else given[known] = value;
  }
  return given;
}

/** A name as sent, in a sentence whose problems are separated by commas. */
function shown(name: string): string {
  return name.replace(/,\s+/g, ',');
}

export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
