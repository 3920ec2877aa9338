// The OpenAPI 3.1 document of /api/v1, made from the zod schemas that validate requests and rows, and from the answers
// the service itself gives to errors.
import { z } from 'zod';
import { graphqlErrorEnvelope } from '../graphql/contract.js';
import type { Route } from '../call.js';
import { errorEnvelope, pagination } from '../rest/contract/pages.js';
import { LIMIT_DEFAULT, PAGE_DEFAULT, pathId } from '../rest/contract/parameters.js';
import { examplesByStatus, ofAnyRoute } from './errors.js';
import { csvOf, PLAIN } from '../http/csv.js';
import { CSV_HEADERS, HEADERS, headersOf, LIST_HEADERS } from './headers.js';
import { OPERATIONS, TAGS, type Operation } from './operations.js';

export type Json = Readonly<{ [name: string]: unknown }>;
type Members = Readonly<Record<string, Json>>;
export type Described = Pick<Route, 'method' | 'path' | 'scope'>;

const DESCRIPTION = `Importação de balancetes e leitura de empresas, planos de contas, balancetes e conciliações.

Toda resposta traz o cabeçalho \`X-Request-Id\`; informe-o ao suporte. Cada chave pode fazer 30 chamadas por minuto em
cada rota. Dentro da versão 1 as mudanças são somente aditivas: ignore campos e códigos que não conhece.`;

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <chave>' },
  cabecalho: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'X-API-Key: <chave>' },
  basic: { type: 'http', scheme: 'basic', description: 'A chave como usuário, com senha vazia' },
} as const;

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** One document: what it is about, and every route in it. */
export type Contract = Readonly<{
  title: string;
  description: string;
  tags: readonly (readonly [name: string, description: string])[];
  operations: readonly Operation[];
  /** What a status means here, where it is not what it means on most routes. */
  statuses?: Readonly<Record<number, string>>;
  /** What the service itself sends, and the schemas of it. */
  webhooks?: Json;
  schemas?: Members;
}>;

const API: Contract = {
  title: 'Conciliação contábil',
  description: DESCRIPTION,
  tags: TAGS,
  operations: OPERATIONS,
};

/** @param version the release that is deployed, not the version of the API */
export function apiDocument(routes: readonly Described[], version: string): Json {
  return documentOf(API, routes, version);
}

export function documentOf(contract: Contract, routes: readonly Described[], version: string): Json {
  const { title, description, tags, operations, webhooks } = contract;
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const route = routes.find(({ method, path }) => `${method} ${path}` === operation.route);
    if (!route) throw new Error(`${operation.route} is described and not served`);
    const { method, path } = route;
    const allow = allowed(routes, path);
    (paths[path] ??= {})[method.toLowerCase()] = operationObject(contract, operation, route, allow);
  }
  return {
    openapi: '3.1.1',
    info: { title, version, description },
    servers: [{ url: '/', description: 'Este ambiente' }],
    tags: tags.map(([name, about]) => ({ name, description: about })),
    security: Object.keys(SECURITY).map((name) => ({ [name]: [] })),
    paths,
    ...(webhooks && { webhooks }),
    components: { schemas: schemas(contract), headers: HEADERS, securitySchemes: SECURITY },
  };
}

function allowed(routes: readonly Described[], path: string): string {
  const methods = routes.filter((one) => one.path === path).map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
}

function operationObject(
  contract: Contract,
  operation: Operation,
  { path: route, scope }: Described,
  allow: string,
): Json {
  const { id, tag, summary, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: scope === null ? NO_SCOPE : `Escopo da chave: \`${scope}\`.`,
    parameters: parametersOf(operation, route),
    ...(body && {
      requestBody: {
        required: body.optional !== true,
        content: { [body.type]: { schema: ref(body.name), example: body.example } },
      },
    }),
    responses: { ...successes(operation), ...refusals(contract, operation, scope, allow) },
  };
}

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

/** Lists with validators, CSV and changes since a time. */
const isTabular = ({ success, query }: Operation): boolean =>
  success.kind === 'list' && query !== undefined && 'updatedSince' in query.shape;

const NO_SCOPE = 'Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.';

function parametersOf(operation: Operation, route: string): readonly Json[] {
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
  if (isTabular(operation)) inHeaders.push(...LIST_PARAMETERS);
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

function successes(operation: Operation): Json {
  const { success } = operation;
  const { kind, name, example, statuses } = success;
  if (kind === 'none')
    return Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [
        status,
        { description, headers: headersOf(Number(status)) },
      ]),
    );
  const page = { data: [example], pagination: { page: 1, limit: 50, total: 1, pages: 1 } };
  const shown = { list: page, result: { success: true, data: example }, graphql: example }[kind];
  if (isTabular(operation)) return listSuccesses(name, example, statuses, page);
  const named = { list: `PaginaDe${name}`, result: `RespostaDe${name}`, graphql: name }[kind];
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => {
      const isResend = 'reenvio' in example && status === '200';
      const resent = isResend ? { success: true, data: { ...example, reenvio: true } } : shown;
      return [status, response(Number(status), description, named, { exemplo: { value: resent } })];
    }),
  );
}

function listSuccesses(
  name: string,
  example: object,
  statuses: Readonly<Record<number, string>>,
  page: Json,
): Json {
  const [description = ''] = Object.values(statuses);
  const shown = response(200, description, `PaginaDe${name}`, { exemplo: { value: page } });
  const csv = {
    schema: { type: 'string', description: 'As mesmas linhas, com os nomes dos campos na primeira' },
    examples: { exemplo: { value: csvOf(Object.keys(example), [example], PLAIN) } },
  };
  return {
    200: {
      ...shown,
      headers: headersOf(200, [...LIST_HEADERS, ...CSV_HEADERS]),
      content: { ...(shown['content'] as Json), 'text/csv': csv },
    },
    304: { description: 'A página é a do ETag enviado', headers: headersOf(304, LIST_HEADERS) },
  };
}

const WHAT_STATUS: Readonly<Record<number, string>> = {
  400: 'Campo, parâmetro ou conteúdo errado',
  401: 'Chave ausente, inválida ou revogada',
  403: 'A chave não tem o escopo ou a empresa não pode ser usada',
  404: 'Não existe para este cliente',
  405: 'Método não permitido',
  408: 'A requisição demorou demais',
  409: 'A competência não aceita a importação',
  413: 'Conteúdo grande demais',
  414: 'Endereço longo demais',
  415: 'Content-Type errado',
  417: 'Expect não atendido',
  422: 'A chave de idempotência já foi usada com outro conteúdo',
  429: 'Limite de chamadas excedido',
  431: 'Cabeçalhos grandes demais',
  500: 'Erro interno',
  503: 'Serviço temporariamente indisponível',
};

function refusals(
  { statuses }: Contract,
  { errors, success }: Operation,
  scope: Described['scope'],
  allow: string,
): Json {
  const isGraphql = success.kind === 'graphql';
  const examples = examplesByStatus([...errors, ...ofAnyRoute(scope, allow)], isGraphql);
  const envelope = isGraphql ? 'ErroGraphQL' : 'Erro';
  return Object.fromEntries(
    [...examples].map(([status, shown]) => {
      const description = statuses?.[status] ?? WHAT_STATUS[status] ?? '';
      return [status, response(status, description, envelope, shown)];
    }),
  );
}

function response(status: number, description: string, schema: string, examples: Json): Json {
  return {
    description,
    headers: headersOf(status),
    content: { 'application/json': { schema: ref(schema), examples } },
  };
}

function schemas({ operations, schemas: more }: Contract): Members {
  const all: Record<string, Json> = {
    Paginacao: schemaOf(pagination),
    Erro: schemaOf(errorEnvelope),
    ...more,
  };
  for (const { success, body } of operations) {
    const { kind, name, schema } = success;
    if (kind !== 'none') all[name] = schemaOf(schema, 'output');
    if (kind === 'list')
      all[`PaginaDe${name}`] = objectSchema({
        data: { type: 'array', items: ref(name) },
        pagination: ref('Paginacao'),
      });
    if (kind === 'result') all[`RespostaDe${name}`] = objectSchema({ success: { const: true }, data: ref(name) });
    // Errors below the routes (408, 417, 431, a request that is no HTTP) have the envelope alone.
    if (kind === 'graphql')
      all['ErroGraphQL'] = { ...schemaOf(graphqlErrorEnvelope), required: ['success', 'error'] };
    if (body) all[body.name] = schemaOf(body.schema);
  }
  return all;
}

const objectSchema = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** As clients may rely on it: open to members to come, so without what zod refuses for tests' sake. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  return opened(z.toJSONSchema(schema, { io, unrepresentable: 'any' })) as Json;
}

function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name, value]) => {
    if (name === '$schema') return false;
    if (name === 'additionalProperties') return value !== false;
    // What any JSON number is bound by, on both sides, says nothing.
    if (name === 'minimum' || name === 'maximum')
      return (node as { minimum?: number }).minimum !== Number.MIN_SAFE_INTEGER;
    // A whole number is text in an address, which only its reader needs to know.
    return !(name === 'pattern' && (node as { type?: string }).type === 'integer');
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)]));
}
