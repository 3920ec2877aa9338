// What a call throws when the service refuses it.
import type { ApiSchemas, ErrorCode } from './contract.js';

type Envelope = ApiSchemas['Erro'];
/** A line of a refused import: number from 1, field, account and sentence. */
export type LineError = NonNullable<Envelope['erros']>[number];

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. A GraphQL query that fails in part has 200. */
  readonly status: number;
  /** Never changes its meaning; later versions of the service may have more. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** `X-Request-Id`: what support asks for. */
  readonly requestId: string | null;
  /** Of a refused import, at most 1,000. */
  readonly lineErrors: readonly LineError[];
  /** How a refused file was understood. */
  readonly interpretation: Envelope['interpretacao'];
  /** The whole answer: JSON where it was JSON, else its text. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const { error, code, erros, interpretacao } = envelopeOf(body);
    super(
      error ?? `A resposta foi HTTP ${response.status}${typeof body === 'string' ? ', que não é da API' : ''}`,
    );
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get('x-request-id');
    this.lineErrors = erros ?? [];
    this.interpretation = interpretacao;
    this.body = body;
  }
}

type GraphqlErrors = Readonly<{
  errors?: readonly Readonly<{ message: string; extensions?: { code?: string } }>[];
}>;

function envelopeOf(body: unknown): Partial<Envelope> {
  if (typeof body !== 'object' || body === null) return {};
  if ('error' in body) return body as Envelope;
  const [first] = (body as GraphqlErrors).errors ?? [];
  return first === undefined ? {} : { error: first.message, ...first.extensions };
}
