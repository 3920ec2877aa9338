// Whatever was thrown while a request was served, as status and envelope. The only place that knows statuses.
import { DomainError, type Problem } from '../../../domain/problem.js';
import { problemMessage } from '../../../messages/problems.js';
import type { ErrorEnvelope } from './envelope.js';

/** What only HTTP can find wrong. */
export type HttpProblem =
  | Readonly<{ is: 'RouteNotFound' }>
  | Readonly<{ is: 'MethodNotAllowed'; allow: string }>
  | Readonly<{ is: 'KeyInvalid' }>
  | Readonly<{ is: 'RateExceeded'; perMinute: number; retryAfterSeconds: number }>
  | Readonly<{ is: 'ContentTypeInvalid' }>
  | Readonly<{ is: 'MultipartExpected' }>
  | Readonly<{ is: 'ContentEncodingUnknown' }>
  | Readonly<{ is: 'ContentEncodingBroken' }>
  | Readonly<{ is: 'ContentTooLarge'; bytesMax: number }>
  | Readonly<{ is: 'RequestMalformed' }>
  | Readonly<{ is: 'RequestTimeout' }>
  | Readonly<{ is: 'AddressTooLong' }>
  | Readonly<{ is: 'HeadersTooLarge' }>
  | Readonly<{ is: 'ExpectationFailed' }>
  | Readonly<{ is: 'NotReady'; parts: readonly string[] }>
  /** GraphQL: anything wrong with body, document or variables that is none of the next three. */
  | Readonly<{ is: 'QueryInvalid'; message: string }>
  | Readonly<{ is: 'QueryNotReading' }>
  | Readonly<{ is: 'QueryTooDeep' }>
  /** `limit` names the one passed where fewer rows or fields would not help. */
  | Readonly<{ is: 'QueryTooComplex'; limit?: string }>;

export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(readonly problem: HttpProblem) {
    super(problem.is);
  }
}

/** The client went away before its request was read; nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export type ErrorAnswer = Readonly<{
  status: number;
  body: ErrorEnvelope;
  headers?: Readonly<Record<string, string>>;
}>;

/** Seconds a client is asked to wait when a store is out of reach. */
const RETRY_AFTER_SECONDS = '5';

/**
 * The envelope `{ success: false, error, code?, erros? }`. Anything but a refusal is a defect of ours: 500 without
 * detail.
 */
export function answerTo(error: unknown): ErrorAnswer {
  if (error instanceof HttpError) return answerToHttp(error.problem);
  if (error instanceof DomainError) return answerToDomain(error.problem);
  return envelope(500, 'Erro interno', 'ERRO_INTERNO');
}

export function isDefect(error: unknown): boolean {
  return !(error instanceof HttpError || error instanceof DomainError || error instanceof ClientGone);
}

/** No default branch: a new problem does not compile until it has an answer. */
function answerToHttp(problem: HttpProblem): ErrorAnswer {
  switch (problem.is) {
    case 'RouteNotFound':
      return envelope(404, 'Rota não encontrada', 'ROTA_NAO_ENCONTRADA');
    case 'MethodNotAllowed':
      return envelope(405, 'Método não permitido nesta rota', 'METODO_NAO_PERMITIDO', { Allow: problem.allow });
    case 'KeyInvalid':
      return envelope(401, 'Chave de API inválida', undefined, { 'WWW-Authenticate': 'Bearer' });
    case 'RateExceeded':
      return envelope(
        429,
        `Limite de ${problem.perMinute} chamadas por minuto excedido nesta rota, aguarde e tente novamente`,
        'LIMITE_EXCEDIDO',
        { 'Retry-After': String(problem.retryAfterSeconds) },
      );
    case 'ContentTypeInvalid':
      return envelope(415, 'O Content-Type deve ser application/json', 'CONTENT_TYPE_INVALIDO');
    case 'MultipartExpected':
      return envelope(415, 'O Content-Type deve ser multipart/form-data', 'CONTENT_TYPE_INVALIDO');
    case 'ContentEncodingUnknown':
      return envelope(415, 'O Content-Encoding deve ser gzip ou deflate ou br', 'CONTENT_TYPE_INVALIDO');
    case 'ContentEncodingBroken':
      return envelope(400, 'o corpo da requisição não pôde ser descompactado', 'PARAMETRO_INVALIDO');
    case 'ContentTooLarge':
      return envelope(
        413,
        `O conteúdo enviado passa do limite de ${problem.bytesMax / 1_048_576} MB`,
        'CONTEUDO_MUITO_GRANDE',
      );
    case 'RequestMalformed':
      return envelope(400, 'a requisição HTTP está malformada', 'PARAMETRO_INVALIDO');
    case 'RequestTimeout':
      return envelope(408, 'A requisição demorou demais para chegar', 'TEMPO_ESGOTADO');
    case 'AddressTooLong':
      return envelope(414, 'O endereço da requisição é longo demais', 'ENDERECO_MUITO_LONGO');
    case 'HeadersTooLarge':
      return envelope(431, 'Os cabeçalhos da requisição são grandes demais', 'CABECALHOS_MUITO_GRANDES');
    case 'ExpectationFailed':
      return envelope(417, 'O cabeçalho Expect não é atendido', 'EXPECT_NAO_ATENDIDO');
    case 'NotReady':
      return envelope(503, `Serviço ainda não está pronto: ${problem.parts.join('; ')}`, 'SERVICO_INDISPONIVEL', {
        'Retry-After': RETRY_AFTER_SECONDS,
      });
    case 'QueryInvalid':
      return envelope(400, problem.message, 'CONSULTA_INVALIDA');
    case 'QueryNotReading':
      return envelope(400, 'Esta API é somente leitura', 'SO_LEITURA');
    case 'QueryTooDeep':
      return envelope(400, 'Consulta muito profunda: reduza os níveis', 'PROFUNDIDADE_EXCEDIDA');
    case 'QueryTooComplex':
      return envelope(
        400,
        `Consulta muito grande: reduza os campos ou o limite${problem.limit ? ` (${problem.limit})` : ''}`,
        'COMPLEXIDADE_EXCEDIDA',
      );
  }
}

function answerToDomain(problem: Problem): ErrorAnswer {
  const { code, error, erros } = problemMessage(problem);
  const body: ErrorEnvelope = erros ? { success: false, error, code, erros } : { success: false, error, code };
  const status = statusOf(problem);
  return status === 503 ? { status, body, headers: { 'Retry-After': RETRY_AFTER_SECONDS } } : { status, body };
}

function statusOf(problem: Problem): number {
  switch (problem.is) {
    case 'ImportRefused':
    case 'ParameterInvalid':
    case 'ReasonMissing':
    case 'RegistersInvalid':
    case 'WebhookUrlInvalid':
      return 400;
    case 'CompanyNotActive':
    case 'ModuleNotContracted':
    case 'RoleMissing':
    case 'ScopeMissing':
      return 403;
    case 'CompanyNotFound':
    case 'TrialBalanceNotFound':
    case 'ChartNotFound':
    case 'KeyNotFound':
    case 'ClientNotFound':
    case 'WebhookNotFound':
    case 'DeliveryNotFound':
      return 404;
    case 'CompetenceClosed':
    case 'NextCompetenceClosed':
    case 'NothingToRelease':
    case 'ReleaseInClosedCompetence':
    case 'CompetenceNotClosed':
    case 'NotLastClosedCompetence':
    case 'TooManyWebhooks':
    case 'WebhookInactive':
    case 'ReplayRunning':
    case 'IdempotencyKeyInUse':
      return 409;
    case 'IdempotencyKeyReused':
      return 422;
    case 'Unavailable':
      return 503;
  }
}

function envelope(
  status: number,
  error: string,
  code: string | undefined,
  headers?: Readonly<Record<string, string>>,
): ErrorAnswer {
  const body: ErrorEnvelope = code === undefined ? { success: false, error } : { success: false, error, code };
  return headers ? { status, body, headers } : { status, body };
}
