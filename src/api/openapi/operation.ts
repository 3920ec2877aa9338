// What OpenAPI says of a route beside its method, path and scope. Its schemas are those that validate.
import type * as z from 'zod';
import type { ErrorAnswer } from '../http/problems.js';

type Json = Readonly<Record<string, unknown>>;

const whole = { type: 'integer', minimum: 0 };
/** Headers about the key: absent from answers given before the key was accepted. */
const ofKeys = (description: string): string => `${description}; vem quando a chave foi aceita`;

export const HEADERS = {
  'X-Request-Id': {
    description: 'Identificador desta requisição; informe-o ao suporte',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': { description: ofKeys('Chamadas por minuto nesta rota'), schema: whole },
  'X-RateLimit-Remaining': { description: ofKeys('Chamadas que restam neste minuto'), schema: whole },
  'X-RateLimit-Reset': {
    description: ofKeys('Quando o minuto, que começou na primeira chamada, termina, em segundos Unix'),
    schema: whole,
  },
  'Retry-After': { description: 'Segundos a esperar antes de tentar de novo', schema: whole },
  ETag: {
    description: 'Validador fraco desta página; envie-o em If-None-Match para receber 304 enquanto nada mudar',
    schema: { type: 'string' },
  },
  'X-Updated-Until': {
    description:
      'O da primeira página é o updatedSince da próxima leitura: nenhuma linha se perde, e uma pode vir de novo',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Total-Count': { description: 'Só em CSV e XLSX: total de linhas da lista', schema: whole },
  'X-Total-Pages': { description: 'Só em CSV e XLSX: total de páginas da lista', schema: whole },
  'Content-Disposition': {
    description: 'Só em CSV e XLSX: o nome do arquivo',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'true quando a chave de idempotência já fez esta chamada: a resposta é a daquela vez',
    schema: { const: 'true' },
  },
  Allow: { description: 'Os métodos que a rota tem', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'Como enviar a chave', schema: { type: 'string' } },
} as const;

export type HeaderName = keyof typeof HEADERS;

const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
const MORE: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

export const LIST_HEADERS = ['ETag', 'X-Updated-Until'] as const;
/** Headers of lists in CSV and XLSX only. */
export const FILE_HEADERS = ['X-Total-Count', 'X-Total-Pages', 'Content-Disposition'] as const;

export function headersOf(status: number, moreHeaders: readonly HeaderName[] = []): Json {
  const names = [...ALWAYS, ...(MORE[status] ?? []), ...moreHeaders];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const requestHeader = (
  name: string,
  description: string,
  required = false,
  schema: Json = { type: 'string' },
): Json => ({ name, in: 'header', required, description, schema });

/** `type` of a body; `name` and `schema` become a component. */
type Body = Readonly<{ type: string; name: string; schema: z.ZodType; example: object; optional?: true }>;

export function jsonBody(name: string, schema: z.ZodType, example: object): Body {
  return { type: 'application/json', name, schema, example };
}

export type Operation = Readonly<{
  id: string;
  tag: string;
  summary: string;
  /** Description of the path parameter. */
  path?: string;
  /** Schema of the path parameter; a whole number if absent. */
  pathSchema?: z.ZodType;
  headers?: readonly Readonly<{ name: string; required: boolean; description: string; schema: z.ZodType }>[];
  query?: z.ZodObject;
  body?: Body;
  /** `kind` of the answer's content: rows of a list, one row, one result, the answer of GraphQL, or none. */
  success: Readonly<{
    kind: 'list' | 'row' | 'result' | 'graphql' | 'none';
    name: string;
    schema: z.ZodType;
    example: object;
    more?: Readonly<Record<string, object>>;
    statuses: Readonly<Record<number, string>>;
    /** Headers that only this success has. */
    headers?: readonly HeaderName[];
  }>;
  errors: readonly ErrorAnswer[];
}>;
