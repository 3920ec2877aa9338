// The OpenAPI 3.1 document of /api/v1, generated from the zod schemas and the service's own error answers.
import type { Route } from '../call.js';
import { graphqlErrorEnvelope } from '../graphql/contract.js';
import { CALLS_PER_MINUTE } from '../http/rateLimit.js';
import { errorEnvelope, pagination } from '../rest/contract/pages.js';
import { HEADERS, requestHeader, type Operation } from './operation.js';
import { objectSchema, ref, schemaOf, type Json, type Members } from './jsonSchema.js';
import { refusals, successes } from './responses.js';
import { LIMIT_DEFAULT, PAGE_DEFAULT, pathId } from '../rest/contract/parameters.js';

export type Described = Pick<Route, 'method' | 'path' | 'scope' | 'operation'>;

const TAGS = [
  ['Empresas', 'As empresas do cliente da chave'],
  ['Planos de Contas', 'Planos de contas e suas contas'],
  ['Balancetes', 'Importação e leitura de balancetes'],
  ['Conciliações', 'Etapa, responsável e prazo de cada conciliação'],
  ['GraphQL', 'As mesmas leituras em uma só chamada'],
] as const;

/** Text of both contracts: what every response has, and what a CNPJ is. */
export const HEADERS_OF_ALL = `Toda resposta traz o cabeçalho \`X-Request-Id\`; informe-o ao suporte. Cada chave pode fazer ${CALLS_PER_MINUTE} chamadas por minuto em
cada rota. Quando a chave foi aceita, \`X-RateLimit-Limit\` traz esse limite, \`X-RateLimit-Remaining\` quantas chamadas
restam e \`X-RateLimit-Reset\` quando o minuto termina, em segundos Unix. O minuto começa na primeira chamada e dura 60
segundos; a primeira chamada depois dele começa outro. Por isso até ${2 * CALLS_PER_MINUTE - 1} chamadas podem cair em poucos segundos: quase todas
as de um minuto no fim dele e as do seguinte logo depois. CNPJs podem ter letras (CNPJ alfanumérico, 12.ABC.345/01DE-35).`;

const DESCRIPTION = `Importação de balancetes e leitura de empresas, planos de contas, balancetes e conciliações.

${HEADERS_OF_ALL} Dentro da versão 1 as mudanças são somente aditivas: ignore campos e códigos que não conhece.`;

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <chave>' },
  cabecalho: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'X-API-Key: <chave>' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'A chave como usuário, com senha vazia; ou como senha, com qualquer usuário',
  },
} as const;

/** Whoever runs the service issues the keys and answers questions; this code does not know them by name. */
const CONTACT = { name: 'Quem opera este ambiente e emitiu a sua chave' };
/** No licence was chosen yet: as the law has it, all rights are reserved. */
const LICENSE = { name: 'Todos os direitos reservados; nenhuma licença pública foi concedida' };

type Contract = Readonly<{
  title: string;
  description: string;
  tags: readonly (readonly [name: string, description: string])[];
  /** Descriptions of statuses that replace the general ones. */
  statuses?: Readonly<Record<number, string>>;
  /** OpenAPI's `webhooks`: the requests that the service sends to receivers. */
  webhooks?: Json;
  schemas?: Members;
}>;

const API: Contract = {
  title: 'Conciliação contábil',
  description: DESCRIPTION,
  tags: TAGS,
};

/** @param version of the deployed release, not of the API */
export function apiDocument(routes: readonly Described[], version: string): Json {
  return documentOf(API, routes, version);
}

/** @param routes whose operations have one of the contract's tags are in it */
export function documentOf(contract: Contract, routes: readonly Described[], version: string): Json {
  const { title, description, tags, webhooks } = contract;
  const routesOfTags = routes.filter(({ operation }) => tags.some(([name]) => name === operation.tag));
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routesOfTags)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationObject(
      contract,
      route,
      allowHeader(routesOfTags, route.path),
    );
  return {
    openapi: '3.1.1',
    info: { title, version, description, contact: CONTACT, license: LICENSE },
    externalDocs: { description: 'Guias', url: '/docs' },
    servers: [{ url: '/', description: 'Este ambiente' }],
    tags: tags.map(([name, about]) => ({ name, description: about })),
    security: Object.keys(SECURITY).map((name) => ({ [name]: [] })),
    paths,
    ...(webhooks && { webhooks }),
    components: { schemas: schemas(contract, routesOfTags), headers: HEADERS, securitySchemes: SECURITY },
  };
}

function allowHeader(routes: readonly Described[], path: string): string {
  const methods = routes.filter((one) => one.path === path).map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
}

function operationObject(contract: Contract, { path, scope, operation }: Described, allow: string): Json {
  const { id, tag, summary, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: scope === null ? NO_SCOPE : `Escopo da chave: \`${scope}\`.`,
    parameters: parametersOf(operation, path),
    ...(body && {
      requestBody: {
        required: body.optional !== true,
        content: { [body.type]: { schema: ref(body.name), example: body.example } },
      },
    }),
    responses: { ...successes(operation), ...refusals(operation, contract.statuses ?? {}, scope, allow) },
  };
}

const NO_SCOPE = 'Sem escopo próprio: a chave precisa dos escopos de todos os tipos de evento do webhook.';

function schemas({ schemas: moreSchemas }: Contract, routes: readonly Described[]): Members {
  const all: Record<string, Json> = {
    Paginacao: schemaOf(pagination),
    Erro: schemaOf(errorEnvelope),
    ...moreSchemas,
  };
  for (const { operation } of routes) {
    const { success, body } = operation;
    const { kind, name, schema } = success;
    if (kind !== 'none') all[name] = schemaOf(schema, 'output');
    if (kind === 'list')
      all[`PaginaDe${name}`] = objectSchema({
        data: { type: 'array', items: ref(name) },
        pagination: ref('Paginacao'),
      });
    if (kind === 'result' || kind === 'row')
      all[`RespostaDe${name}`] = objectSchema({ success: { const: true }, data: ref(name) });
    // Errors of the HTTP server itself (408, 417, 431, malformed HTTP) have only the envelope.
    if (kind === 'graphql')
      all['ErroGraphQL'] = { ...schemaOf(graphqlErrorEnvelope), required: ['success', 'error'] };
    if (body) all[body.name] = schemaOf(body.schema);
  }
  return all;
}

const LIST_PARAMETERS: readonly Json[] = [
  requestHeader('If-None-Match', 'O ETag de uma leitura anterior: 304 enquanto a página for a mesma'),
  requestHeader('Accept-Language', 'Em CSV, pt-BR separa por ponto e vírgula e escreve a vírgula decimal'),
];
const ROW_PARAMETERS = [
  requestHeader('If-None-Match', 'O ETag de uma leitura anterior: 304 enquanto a linha for a mesma'),
];

function parametersOf(operation: Operation, route: string): readonly Json[] {
  const { path, pathSchema = pathId, query, headers = [] } = operation;
  const name = /\{(\w+)\}/.exec(route)?.[1];
  const inPath =
    path === undefined
      ? []
      : [{ name, in: 'path', required: true, description: path, schema: schemaOf(pathSchema) }];
  const inHeaders = headers.map(({ name: header, description, required, schema }) =>
    requestHeader(header, description, required, schemaOf(schema)),
  );
  if (operation.success.kind === 'list') inHeaders.push(...LIST_PARAMETERS);
  if (operation.success.kind === 'row') inHeaders.push(...ROW_PARAMETERS);
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
