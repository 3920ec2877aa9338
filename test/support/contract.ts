// Checks answers of the running service against its contract.
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { routesOf } from '../../src/api/app.js';
import type { ApiDependencies } from '../../src/api/dependencies.js';
import { apiDocument } from '../../src/api/openapi/document.js';
import type { Json } from '../../src/api/openapi/jsonSchema.js';
import { webhooksDocument } from '../../src/api/webhooks/document.js';
import { XLSX_TYPE } from '../../src/spreadsheets/xlsxPage.js';

/** 204 and 304 have no content. */
export type Response = Readonly<{ description: string; headers: Json; content?: Json }>;
export type OperationObject = Readonly<{
  operationId: string;
  tags: readonly string[];
  parameters: readonly Readonly<{ name: string; in: string; description: string; schema: Json }>[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Json; example: unknown }>>> }>;
  responses: Readonly<Record<string, Response>>;
}>;
export type ApiDocument = Readonly<{
  openapi: string;
  info: Readonly<{ version: string; description: string }>;
  tags: readonly Readonly<{ name: string }>[];
  security: readonly Json[];
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: Readonly<{
    schemas: Readonly<Record<string, Readonly<{ properties: Readonly<Record<string, Json>> }>>>;
    headers: Json;
    securitySchemes: Json;
  }>;
}>;

export function builtDocument(): ApiDocument {
  return JSON.parse(JSON.stringify(apiDocument(routesOf({} as ApiDependencies), '0.0.0'))) as ApiDocument;
}

/** The contract of /v1. */
export function builtWebhooksDocument(): ApiDocument &
  Readonly<{ webhooks: Readonly<Record<string, WebhookItem>> }> {
  const document = webhooksDocument(routesOf({} as ApiDependencies), '0.0.0');
  return JSON.parse(JSON.stringify(document)) as ReturnType<typeof builtWebhooksDocument>;
}

type WebhookItem = Readonly<{
  post: Readonly<{
    requestBody: Readonly<{ content: Readonly<Record<string, { schema: { $ref: string }; example: unknown }>> }>;
  }>;
}>;

export type Answered = Readonly<{
  method: string;
  /** An address or a path. */
  url: string;
  status: number;
  headers: Readonly<{ has(name: string): boolean; get?(name: string): string | null | undefined }>;
  text: string;
}>;

// A document is no schema itself: to check it as one shows nothing, and takes a third of a second in each file of
// tests.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();
const documents = { contract: builtDocument(), webhooks: builtWebhooksDocument() };
type DocumentName = keyof typeof documents;
const patterns = (Object.keys(documents) as DocumentName[]).flatMap((name) => {
  ajv.addSchema(closed(documents[name]) as object, name);
  return Object.keys(documents[name].paths).map((path) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return { name, path, pattern };
  });
});

/** @returns the schema errors of a value, unknown members included */
export function wrongBy(reference: string, value: unknown, name: DocumentName = 'contract'): string[] {
  const whole = `${name}${reference}`;
  const validate = compiled.get(whole) ?? ajv.compile({ $ref: whole });
  compiled.set(whole, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Headers that are optional within a status. */
const NOT_ALWAYS = /^(X-RateLimit|Idempotent-Replayed$)/;
/** Headers that lists as CSV and XLSX alone carry. */
const OF_FILES = /^(X-Total-|Content-Disposition$)/;

/** Throws for an answer that the contract does not contain; ignores routes it does not describe. */
export function expectInContract({ method, url, status, headers, text }: Answered): void {
  // The path as sent: `URL` would normalize paths that the service must refuse.
  const pathname = url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/s, '');
  const found = patterns.find(({ pattern }) => pattern.test(pathname));
  if (found === undefined) return;
  const { name, path } = found;
  const operations = documents[name].paths[path];
  // The answer to an unsupported method is described with the other methods of the path.
  const operation = operations?.[method.toLowerCase()] ?? Object.values(operations ?? {})[0];
  if (!operation || method === 'HEAD') return;
  const where = `${method} ${path} ${status}`;
  const response = operation.responses[status];
  if (!response) throw new Error(`${where} is not in the contract: ${text.slice(0, 300)}`);
  const [type = ''] = (headers.get?.('content-type') ?? '').split(';');
  const isFile = type === 'text/csv' || type === XLSX_TYPE;
  const body = response.content && !isFile ? (JSON.parse(text) as { code?: string }) : {};
  const problems = bodyProblems(response, body, { text, file: isFile ? type : null, name });
  if (!headers.has('x-request-id')) problems.push('no X-Request-Id');
  for (const named of Object.keys(response.headers))
    if (!NOT_ALWAYS.test(named) && (isFile || !OF_FILES.test(named)) && !headers.has(named.toLowerCase()))
      problems.push(`no ${named}`);
  if (status === 200 && !headers.has('x-ratelimit-remaining')) problems.push('no X-RateLimit-Remaining');
  if (body.code !== undefined && !codesOf(response).has(body.code)) problems.push(`unknown code ${body.code}`);
  if (problems.length > 0) throw new Error(`${where}: ${problems.join('; ')}: ${text.slice(0, 300)}`);
}

/** `file`: the type of a list that is no JSON. */
type Sent = Readonly<{ text: string; file: string | null; name: DocumentName }>;

function bodyProblems({ content }: Response, body: object, { text, file, name }: Sent): string[] {
  if (!content) return text === '' ? [] : ['a body where there is none'];
  if (file !== null) return file in content ? [] : [`${file} where there is none`];
  return wrongBy((content['application/json'] as { schema: { $ref: string } }).schema.$ref, body, name);
}

export function codesOf({ content }: Response): ReadonlySet<string> {
  if (!content) return new Set();
  const { examples } = content['application/json'] as { examples: Record<string, { value: { code?: string } }> };
  return new Set(Object.values(examples).flatMap(({ value }) => (value.code === undefined ? [] : [value.code])));
}

/** The contract allows additional members; the tests do not. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value)] as const);
  const isSchema = 'properties' in node && 'type' in node && node.type === 'object';
  return Object.fromEntries(isSchema ? [...entries, ['additionalProperties', false]] : entries);
}
