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
  const inQuery = Object.entries(properties).map(([asked, { description = NAMED[asked], ...schema }]) => {
    if (description === undefined) throw new Error(`parameter ${asked} has no description`);
    const whole = asked in DEFAULTS ? { ...schema, default: DEFAULTS[asked] } : schema;
    return { name: asked, in: 'query', required: required.includes(asked), description, schema: whole };
  });
  return [...inPath, ...inQuery, ...inHeaders];
}

/** Parameters mean the same on every route that has them. */
const NAMED: Readonly<Record<string, string>> = {
  page: 'Página, a partir de 1',
  limit: 'Linhas por página',
  companyId: 'Somente desta empresa',
  cnpj: 'Somente da empresa deste CNPJ, com ou sem máscara',
  period: 'Somente desta competência (AAAA-MM)',
  status: 'Somente com este status',
  slaStatus: 'Somente com esta situação do prazo no momento da leitura',
  responsavel: 'Somente com este nome em responsavelNome',
  codigo: 'Somente a conta com este código',
  contaCodigo: 'Somente as linhas desta conta',
  updatedSince:
    'Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until',
  validateOnly: 'true: só valida e mostra o que mudaria; nada é gravado',
};

/** What holds when they are left out; the schemas' own defaults are those of parsed values. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  page: PAGE_DEFAULT,
  limit: LIMIT_DEFAULT,
  validateOnly: 'false',
};
