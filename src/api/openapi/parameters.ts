// The OpenAPI parameters of an operation: path, query and headers.
import { LIMIT_DEFAULT, PAGE_DEFAULT, pathId } from '../rest/contract/parameters.js';
import { schemaOf, type Json, type Members } from './jsonSchema.js';
import type { Operation } from './operations.js';

const ifNoneMatch = (description: string): Json => ({
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** Headers of requests for lists. */
const LIST_PARAMETERS: readonly Json[] = [
  ifNoneMatch('O ETag de uma leitura anterior: 304 enquanto a página for a mesma'),
  {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal',
    schema: { type: 'string' },
  },
];

export function parametersOf(operation: Operation, route: string): readonly Json[] {
  const { path, pathSchema = pathId, query, headers = [] } = operation;
  const name = /\{(\w+)\}/.exec(route)?.[1];
  const inPath =
    path === undefined
      ? []
      : [{ name, in: 'path', required: true, description: path, schema: schemaOf(pathSchema) }];
  const inHeaders: Json[] = headers.map(({ schema, ...header }) => ({
    ...header,
    in: 'header',
    schema: schemaOf(schema),
  }));
  if (operation.success.kind === 'list') inHeaders.push(...LIST_PARAMETERS);
  if (operation.success.kind === 'row')
    inHeaders.push(ifNoneMatch('O ETag de uma leitura anterior: 304 enquanto a linha for a mesma'));
  if (!query) return [...inPath, ...inHeaders];
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Members;
    required?: readonly string[];
  };
  const inQuery = Object.entries(properties).map(([parameter, { description, ...schema }]) => {
    if (description === undefined) throw new Error(`parameter ${parameter} has no description`);
    const whole = parameter in DEFAULTS ? { ...schema, default: DEFAULTS[parameter] } : schema;
    return { name: parameter, in: 'query', required: required.includes(parameter), description, schema: whole };
  });
  return [...inPath, ...inQuery, ...inHeaders];
}

/** Defaults as text of a query; the defaults in the schemas are parsed values. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  page: PAGE_DEFAULT,
  limit: LIMIT_DEFAULT,
  validateOnly: 'false',
};
