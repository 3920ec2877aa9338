// What a request may say beside its body: in the path, the query and its headers.
import { LIMIT_DEFAULT, PAGE_DEFAULT, pathId } from '../rest/contract/parameters.js';
import { schemaOf, type Json, type Members } from './jsonSchema.js';
import type { Operation } from './operations.js';

/** Lists alone; what a client would rather have, and what it has already. */
const LIST_PARAMETERS: readonly Json[] = [
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'O ETag de uma leitura anterior: 304 enquanto a página for a mesma',
    schema: { type: 'string' },
  },
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
  if (!query) return [...inPath, ...inHeaders];
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Members;
    required?: readonly string[];
  };
  const inQuery = Object.entries(properties).map(([asked, { description, ...schema }]) => {
    if (description === undefined) throw new Error(`parameter ${asked} has no description`);
    const whole = asked in DEFAULTS ? { ...schema, default: DEFAULTS[asked] } : schema;
    return { name: asked, in: 'query', required: required.includes(asked), description, schema: whole };
  });
  return [...inPath, ...inQuery, ...inHeaders];
}

/** What holds when they are left out; the schemas' own defaults are those of parsed values. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  page: PAGE_DEFAULT,
  limit: LIMIT_DEFAULT,
  validateOnly: 'false',
};
