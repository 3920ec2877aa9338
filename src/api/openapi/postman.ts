// The collection for Postman and Insomnia, made of the published contracts. What depends on who sends is a
// variable of the collection. The key stands in each request and ids in the paths: Insomnia takes over neither
// what is inherited nor values of `:id`.
import type { Json } from './jsonSchema.js';

type Contract = Readonly<{
  tags: readonly Readonly<{ name: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;
type Operation = Readonly<{
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Body>> }>;
}>;
type Parameter = Readonly<{ name: string; in: string; required: boolean; description: string; schema: Schema }>;
type Body = Readonly<{ schema: Readonly<{ $ref: string }>; example: Readonly<Record<string, unknown>> }>;
type Schema = Readonly<{
  default?: string | number | boolean;
  enum?: readonly (string | number)[];
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
}>;

const VARIABLES = {
  baseUrl: 'http://127.0.0.1:3000',
  apiKey: '',
  companyId: '1',
  chartId: '1',
  accountId: '1',
  trialBalanceId: '1',
  reconciliationId: '1',
  period: '2026-08',
  webhookId: '',
  deliveryId: '',
};
/** What fills `{id}`, by the list it belongs to. */
const IDS: Readonly<Record<string, string>> = {
  companies: '{{companyId}}',
  'chart-of-accounts': '{{chartId}}',
  accounts: '{{accountId}}',
  'trial-balances': '{{trialBalanceId}}',
  reconciliations: '{{reconciliationId}}',
  webhooks: '{{webhookId}}',
};
const VALUES: Readonly<Record<string, string>> = {
  companyId: '{{companyId}}',
  period: '{{period}}',
  periodFrom: '{{period}}',
  periodTo: '{{period}}',
  webhookId: '{{webhookId}}',
  deliveryId: '{{deliveryId}}',
  // A new UUID each time.
  'Idempotency-Key': '{{$guid}}',
  cnpj: '11222333000181',
  codigo: '1.1.01',
  contaCodigo: '1.1.01',
  responsavel: 'Ana',
  updatedSince: '2026-09-01T00:00:00.000Z',
  from: '2026-09-01T00:00:00.000Z',
  to: '2026-09-02T00:00:00.000Z',
  'If-None-Match': 'W/"ETag"',
  'Accept-Language': 'pt-BR',
};
/** Where two parameters may stand for each other, the request has one. */
const CHOSEN = '/api/v1/chart-of-accounts companyId';
const KEY = { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] };
const DESCRIPTION =
  'Preencha as variáveis da coleção: baseUrl, o endereço do ambiente, e apiKey, a sua chave. As outras (companyId, ' +
  'period e assim por diante) são os valores que as requisições usam. Feita do contrato publicado.';

/** Collection in version 2.1 of Postman's format, with one folder for each tag. */
export function postmanCollection(documents: readonly Json[]): Json {
  return {
    info: {
      name: 'Conciliação contábil',
      description: DESCRIPTION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: documents.flatMap((document) => foldersOf(document as Contract)),
    auth: KEY,
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value })),
  };
}

function foldersOf({ tags, paths, components }: Contract): readonly Json[] {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      name: operation.summary,
      request: requestOf(method, path, operation, components.schemas),
    })),
  );
  return tags.map(({ name }) => ({
    name,
    item: requests.filter(({ tag }) => tag === name).map(({ tag: _, ...request }) => request),
  }));
}

function requestOf(
  method: string,
  path: string,
  { description, parameters, requestBody }: Operation,
  schemas: Contract['components']['schemas'],
): Json {
  const parts = partsOf(path);
  const fields = (place: string) => parameters.filter((one) => one.in === place).map((one) => fieldOf(one, path));
  const query = fields('query');
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    method: method.toUpperCase(),
    description,
    auth: KEY,
    header: [
      ...fields('header'),
      ...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]),
      { key: 'Accept', value: 'application/json' },
    ],
    url: {
      raw: `{{baseUrl}}/${parts.join('/')}`,
      host: ['{{baseUrl}}'],
      path: parts,
      ...(query.length > 0 && { query }),
    },
    ...(body && { body: bodyOf(type ?? '', body, schemas) }),
  };
}

/** `/api/v1/companies/{id}` as api, v1, companies, {{companyId}}. */
function partsOf(path: string): readonly string[] {
  const parts = path.slice(1).split('/');
  return parts.map((part, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) return part;
    return (name === 'id' ? IDS[parts[index - 1] ?? ''] : VALUES[name]) ?? part;
  });
}

function fieldOf({ name, required, description, schema }: Parameter, path: string): Json {
  const isSent = required || `${path} ${name}` === CHOSEN;
  return {
    key: name,
    value: VALUES[name] ?? String(schema.default ?? schema.enum?.[0] ?? ''),
    ...(!isSent && { disabled: true }),
    description,
  };
}

function bodyOf(type: string, { schema, example }: Body, schemas: Contract['components']['schemas']): Json {
  if (type === 'application/json')
    return { mode: 'raw', raw: JSON.stringify(example, withPeriod, 2), options: { raw: { language: 'json' } } };
  const { properties = {} } = schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
  const formdata = Object.entries(properties)
    .filter(([key, { format }]) => format === 'binary' || key in example)
    .map(([key, { format, description }]) => ({
      key,
      ...(format === 'binary' ? { type: 'file', src: '' } : { value: VALUES[key] ?? String(example[key]) }),
      description,
    }));
  return { mode: 'formdata', formdata };
}

const withPeriod = (name: string, value: unknown): unknown => (name === 'period' ? VALUES[name] : value);
