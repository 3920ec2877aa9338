// Holds answers of the running service to its own contract, so that the two can't drift.
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { routesOf } from '../../src/api/app.js';
import type { ApiDependencies } from '../../src/api/dependencies.js';
import { apiDocument, type Json } from '../../src/api/openapi/document.js';

export type Response = Readonly<{ description: string; headers: Json; content: Json }>;
export type OperationObject = Readonly<{
  operationId: string;
  tags: readonly string[];
  parameters: readonly Readonly<{ name: string; in: string; description: string; schema: Json }>[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Json; example: unknown }>>> }>;
  responses: Readonly<Record<string, Response>>;
}>;
export type ApiDocument = Readonly<{
  openapi: string;
  info: Readonly<{ version: string }>;
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

export type Answered = Readonly<{
  method: string;
  /** An address or a path. */
  url: string;
  status: number;
  headers: Readonly<{ has(name: string): boolean }>;
  text: string;
}>;

const document = builtDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(document) as object, 'contract');
const compiled = new Map<string, ValidateFunction>();
const patterns = Object.keys(document.paths).map(
  (path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)] as const,
);

/** @returns what is wrong with a value by a schema of the contract, members it does not name included */
export function wrongBy(reference: string, value: unknown): string[] {
  const validate = compiled.get(reference) ?? ajv.compile({ $ref: `contract${reference}` });
  compiled.set(reference, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Throws for an answer the contract does not know; routes it does not describe are left alone. */
export function expectInContract({ method, url, status, headers, text }: Answered): void {
  // As sent: a URL would tidy up what the service is right not to know.
  const pathname = url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/s, '');
  const path = patterns.find(([, pattern]) => pattern.test(pathname))?.[0];
  const operations = path === undefined ? undefined : document.paths[path];
  // A method the route does not have is answered as the routes that are there say.
  const operation = operations?.[method.toLowerCase()] ?? Object.values(operations ?? {})[0];
  if (!operation || method === 'HEAD') return;
  const where = `${method} ${path} ${status}`;
  const response = operation.responses[status];
  if (!response) throw new Error(`${where} is not in the contract: ${text.slice(0, 300)}`);
  const { schema } = response.content['application/json'] as { schema: { $ref: string } };
  const body = JSON.parse(text) as { code?: string };
  const problems = wrongBy(schema.$ref, body);
  if (!headers.has('x-request-id')) problems.push('no X-Request-Id');
  for (const name of Object.keys(response.headers))
    if (!name.startsWith('X-RateLimit') && !headers.has(name.toLowerCase())) problems.push(`no ${name}`);
  if (status === 200 && !headers.has('x-ratelimit-remaining')) problems.push('no X-RateLimit-Remaining');
  if (body.code !== undefined && !codesOf(response).has(body.code)) problems.push(`unknown code ${body.code}`);
  if (problems.length > 0) throw new Error(`${where}: ${problems.join('; ')}: ${text.slice(0, 300)}`);
}

export function codesOf({ content }: Response): ReadonlySet<string> {
  const { examples } = content['application/json'] as { examples: Record<string, { value: { code?: string } }> };
  return new Set(Object.values(examples).flatMap(({ value }) => (value.code === undefined ? [] : [value.code])));
}

/** The contract is open to members to come; here, one that it does not name yet is a mistake. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value)] as const);
  const isSchema = 'properties' in node && 'type' in node && node.type === 'object';
  return Object.fromEntries(isSchema ? [...entries, ['additionalProperties', false]] : entries);
}
