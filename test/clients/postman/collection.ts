// The collection for Postman and Insomnia, made from the published contracts by Postman's own generator. Values that depend
// on who sends become variables; what neither program needs (ids, saved answers) is left out.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import converter from 'openapi-to-postmanv2';
import { format } from 'prettier';

const root = new URL('../../../../', import.meta.url);
export const COLLECTION = fileURLToPath(new URL('docs/conciliacao.postman_collection.json', root));
const CONTRACTS = ['test/golden/openapi.json', 'test/golden/openapi.webhooks.json'];

export type Field = Readonly<{ key: string; value: string; disabled?: boolean; type?: string; src?: string }>;
type Body = Readonly<{ mode: string; raw?: string; formdata?: readonly Field[] }>;
export type Request = Readonly<{
  name: string;
  request: Readonly<{
    method: string;
    description?: string;
    auth: unknown;
    header: readonly Field[];
    url: Readonly<{ raw: string; host: string[]; path: string[]; query?: readonly Field[] }>;
    body?: Body;
  }>;
}>;
export type Folder = Readonly<{ name: string; item: readonly Request[] }>;
export type Collection = Readonly<{ info: object; item: readonly Folder[]; variable: readonly Field[] }>;

const variables = {
  baseUrl: 'http://127.0.0.1:3000',
  apiKey: '',
  companyId: '1',
  chartId: '1',
  trialBalanceId: '1',
  reconciliationId: '1',
  period: '2026-08',
  webhookId: '',
  deliveryId: '',
};
/** The variable that fills `{id}`, by the list it belongs to. */
const IDS: Readonly<Record<string, string>> = {
  companies: '{{companyId}}',
  'chart-of-accounts': '{{chartId}}',
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
const BEARER = { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] };
const DESCRIPTION =
  'Preencha as variáveis da coleção: baseUrl, o endereço do ambiente, e apiKey, a sua chave. As outras (companyId, ' +
  'period e assim por diante) são os valores que as requisições usam. Feita do contrato publicado.';

export async function collectionOfContracts(): Promise<string> {
  const folders: Folder[] = [];
  for (const contract of CONTRACTS) folders.push(...(await foldersOf(contract)));
  const collection = {
    info: {
      name: 'Conciliação contábil',
      description: DESCRIPTION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders,
    auth: BEARER,
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  };
  return format(JSON.stringify(collection), { parser: 'json', printWidth: 115 });
}

function foldersOf(contract: string): Promise<Folder[]> {
  const data = JSON.stringify(
    withVariables(JSON.parse(readFileSync(new URL(contract, root), 'utf8')) as Contract),
  );
  const options = {
    folderStrategy: 'Tags',
    requestParametersResolution: 'Example',
    exampleParametersResolution: 'Example',
    enableOptionalParameters: false,
    includeWebhooks: false,
  };
  return new Promise((resolve, reject) =>
    converter.convert({ type: 'string', data }, options, (error, made) => {
      const [collection] = made?.output ?? [];
      if (error || !made?.result || collection === undefined) reject(new Error(made?.reason ?? String(error)));
      else resolve((collection.data as Readonly<{ item: readonly MadeFolder[] }>).item.map(folderOf));
    }),
  );
}

type Parameter = { name: string; required?: boolean; schema?: Schema; example?: unknown };
type Schema = { type?: string; default?: unknown; enum?: unknown[] };
type Contract = { paths: Record<string, Record<string, { parameters?: Parameter[] }>> };

/** Every parameter with an example and no schema: the generator would make values up, other ones each time. */
function withVariables(contract: Contract): Contract {
  for (const [path, methods] of Object.entries(contract.paths))
    for (const { parameters = [] } of Object.values(methods))
      for (const parameter of parameters) {
        const { name, schema: { default: byDefault, enum: values } = {} } = parameter;
        const known = name === 'id' ? IDS[path.split('/').find((part) => part in IDS) ?? ''] : VALUES[name];
        parameter.example = known ?? byDefault ?? values?.[0] ?? name;
        parameter.schema = { type: 'string' };
        // Of two parameters that may stand for each other the request has one.
        if (name === 'companyId' && path === '/api/v1/chart-of-accounts') parameter.required = true;
      }
  return contract;
}

/** As the generator makes them. */
type Made<Part> = Part & Readonly<{ description?: Readonly<{ content: string }> }>;
type MadeRequest = Made<Omit<Request['request'], 'description'>> &
  Readonly<{ url: Readonly<{ variable?: readonly Field[] }> }>;
type MadeFolder = Readonly<{ name: string; item: readonly Readonly<{ name: string; request: MadeRequest }>[] }>;

function folderOf({ name, item }: MadeFolder): Folder {
  return { name, item: item.map(({ name: title, request }) => ({ name: title, request: requestOf(request) })) };
}

function requestOf({ method, header, url, body, description }: MadeRequest): Request['request'] {
  const { host, query = [], variable = [] } = url;
  // Insomnia does not take values of `:id` over.
  const path = url.path.map((part) => variable.find(({ key }) => part === `:${key}`)?.value ?? part);
  return {
    method,
    ...(description && { description: description.content }),
    // In each request: not every program inherits it.
    auth: BEARER,
    header: header.map(fieldOf),
    url: {
      raw: `${host.join('.')}/${path.join('/')}`,
      host,
      path,
      ...(query.length > 0 && { query: query.map(fieldOf) }),
    },
    ...(body && { body: bodyOf(body) }),
  };
}

function bodyOf({ mode, raw, formdata, ...rest }: Body): Body {
  return {
    mode,
    ...(raw !== undefined && { raw, ...rest }),
    ...(formdata && { formdata: formdata.map(fieldOf) }),
  };
}

/** The generator describes fields of addresses by a text, others by an object. */
function fieldOf(field: Field & Readonly<{ description?: string | Readonly<{ content: string }> }>): Field {
  const { key, value, disabled, type, src } = field;
  const said = typeof field.description === 'object' ? field.description.content : (field.description ?? '');
  const description = said.replace(/^\(Required\) /, '');
  return {
    key,
    value,
    ...(disabled === true && { disabled }),
    ...(type === 'file' && { type, src: src ?? '' }),
    ...(description !== '' && { description }),
  };
}
