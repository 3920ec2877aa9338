// The sentence and code of each problem of the HTTP protocol itself: routes, bodies, limits, GraphQL documents. The
// status is the code's: errorCodes.ts. Problems of the domain: problems.ts.

import type { ErrorCode } from './errorCodes.js';
import { sanitized } from './formats.js';

/** A problem of the request itself, independent of its intention. */
export type HttpProblem =
  | Readonly<{ is: 'RouteNotFound' }>
  | Readonly<{ is: 'MethodNotAllowed'; allow: string }>
  | Readonly<{ is: 'KeyInvalid' }>
  | Readonly<{ is: 'RateExceeded'; perMinute: number; retryAfterSeconds: number }>
  | Readonly<{ is: 'ContentTypeInvalid' }>
  /** Of a JSON body. */
  | Readonly<{ is: 'CharsetNotUtf8'; charset: string }>
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
  /** GraphQL: any problem of body, document or variables except the next three. `locations` are places in the document. */
  | Readonly<{ is: 'QueryInvalid'; message: string; locations?: readonly Place[] }>
  | Readonly<{ is: 'QueryNotReading' }>
  | Readonly<{ is: 'QueryTooDeep' }>
  /** `limit`: the exceeded limit, where fewer rows or fields would not help. */
  | Readonly<{ is: 'QueryTooComplex'; limit?: string }>;

/** Both count from 1. */
export type Place = Readonly<{ line: number; column: number }>;

/** `code` is absent where the contract has none. */
export type HttpProblemMessage = Readonly<{ code?: ErrorCode; error: string }>;

/** A defect of the service is answered without detail. */
export const INTERNAL_ERROR = { code: 'ERRO_INTERNO', error: 'Erro interno' } as const;

export const NO_CHECKPOINT_YET = 'o log ainda não tem um selo assinado';

/** No default branch: a new problem needs a sentence to compile. */
export function httpProblemMessage(problem: HttpProblem): HttpProblemMessage {
  switch (problem.is) {
    case 'RouteNotFound':
      return { code: 'ROTA_NAO_ENCONTRADA', error: 'Rota não encontrada' };
    case 'MethodNotAllowed':
      return { code: 'METODO_NAO_PERMITIDO', error: 'Método não permitido nesta rota' };
    case 'KeyInvalid':
      return { error: 'Chave de API inválida' };
    case 'RateExceeded':
      return {
        code: 'LIMITE_EXCEDIDO',
        error: `Limite de ${problem.perMinute} chamadas por minuto excedido nesta rota, aguarde e tente novamente`,
      };
    case 'ContentTypeInvalid':
      return { code: 'CONTENT_TYPE_INVALIDO', error: 'O Content-Type deve ser application/json' };
    case 'CharsetNotUtf8':
      return {
        code: 'CONTENT_TYPE_INVALIDO',
        error: `O charset "${sanitized(problem.charset)}" do Content-Type não é aceito: envie o corpo em UTF-8`,
      };
    case 'MultipartExpected':
      return { code: 'CONTENT_TYPE_INVALIDO', error: 'O Content-Type deve ser multipart/form-data' };
    case 'ContentEncodingUnknown':
      return { code: 'CONTENT_TYPE_INVALIDO', error: 'O Content-Encoding deve ser gzip ou deflate ou br' };
    case 'ContentEncodingBroken':
      return { code: 'PARAMETRO_INVALIDO', error: 'o corpo da requisição não pôde ser descompactado' };
    case 'ContentTooLarge':
      return {
        code: 'CONTEUDO_MUITO_GRANDE',
        error: `O conteúdo enviado passa do limite de ${problem.bytesMax / 1_048_576} MB`,
      };
    case 'RequestMalformed':
      return { code: 'PARAMETRO_INVALIDO', error: 'a requisição HTTP está malformada' };
    case 'RequestTimeout':
      return { code: 'TEMPO_ESGOTADO', error: 'A requisição demorou demais para chegar' };
    case 'AddressTooLong':
      return { code: 'ENDERECO_MUITO_LONGO', error: 'O endereço da requisição é longo demais' };
    case 'HeadersTooLarge':
      return { code: 'CABECALHOS_MUITO_GRANDES', error: 'Os cabeçalhos da requisição são grandes demais' };
    case 'ExpectationFailed':
      return { code: 'EXPECT_NAO_ATENDIDO', error: 'O cabeçalho Expect não é atendido' };
    case 'NotReady':
      return { code: 'SERVICO_INDISPONIVEL', error: `Serviço ainda não está pronto: ${problem.parts.join('; ')}` };
    case 'QueryInvalid':
      return { code: 'CONSULTA_INVALIDA', error: problem.message };
    case 'QueryNotReading':
      return { code: 'SO_LEITURA', error: 'Esta API é somente leitura' };
    case 'QueryTooDeep':
      return { code: 'PROFUNDIDADE_EXCEDIDA', error: 'Consulta muito profunda: reduza os níveis' };
    case 'QueryTooComplex':
      return {
        code: 'COMPLEXIDADE_EXCEDIDA',
        error: `Consulta muito grande: reduza os campos ou o limite${problem.limit ? ` (${problem.limit})` : ''}`,
      };
  }
}
