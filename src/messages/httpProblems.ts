// The sentence and code of each problem of the HTTP protocol itself: routes, bodies, limits, GraphQL documents. The
// status is the code's: errorCodes.ts. Problems of the domain: problems.ts.
import type { BodyFault } from '../domain/problem.js';
import type { ErrorCode } from './errorCodes.js';
import { sanitized, wholeNumber } from './formats.js';
import { codedSentencesOf, sentencesOf } from './sentences.js';

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

/** A defect of the service is answered without detail. */
export const INTERNAL_ERROR = { code: 'ERRO_INTERNO', error: 'Erro interno' } as const;

export const NO_CHECKPOINT_YET = 'o log ainda não tem um selo assinado';

/** Without a code where the contract has none. */
export const httpProblemMessage = codedSentencesOf<HttpProblem, ErrorCode | undefined>({
  RouteNotFound: ['ROTA_NAO_ENCONTRADA', 'Rota não encontrada'],
  MethodNotAllowed: ['METODO_NAO_PERMITIDO', 'Método não permitido nesta rota'],
  KeyInvalid: [undefined, 'Chave de API inválida'],
  RateExceeded: [
    'LIMITE_EXCEDIDO',
    (it) => `Limite de ${it.perMinute} chamadas por minuto excedido nesta rota, aguarde e tente novamente`,
  ],
  ContentTypeInvalid: ['CONTENT_TYPE_INVALIDO', 'O Content-Type deve ser application/json'],
  CharsetNotUtf8: [
    'CONTENT_TYPE_INVALIDO',
    (it) => `O charset "${sanitized(it.charset)}" do Content-Type não é aceito: envie o corpo em UTF-8`,
  ],
  MultipartExpected: ['CONTENT_TYPE_INVALIDO', 'O Content-Type deve ser multipart/form-data'],
  ContentEncodingUnknown: ['CONTENT_TYPE_INVALIDO', 'O Content-Encoding deve ser gzip ou deflate ou br'],
  ContentEncodingBroken: ['PARAMETRO_INVALIDO', 'o corpo da requisição não pôde ser descompactado'],
  ContentTooLarge: [
    'CONTEUDO_MUITO_GRANDE',
    (it) => `O conteúdo enviado passa do limite de ${it.bytesMax / 1_048_576} MB`,
  ],
  RequestMalformed: ['PARAMETRO_INVALIDO', 'a requisição HTTP está malformada'],
  RequestTimeout: ['TEMPO_ESGOTADO', 'A requisição demorou demais para chegar'],
  AddressTooLong: ['ENDERECO_MUITO_LONGO', 'O endereço da requisição é longo demais'],
  HeadersTooLarge: ['CABECALHOS_MUITO_GRANDES', 'Os cabeçalhos da requisição são grandes demais'],
  ExpectationFailed: ['EXPECT_NAO_ATENDIDO', 'O cabeçalho Expect não é atendido'],
  NotReady: ['SERVICO_INDISPONIVEL', (it) => `Serviço ainda não está pronto: ${it.parts.join('; ')}`],
  QueryInvalid: ['CONSULTA_INVALIDA', (it) => it.message],
  QueryNotReading: ['SO_LEITURA', 'Esta API é somente leitura'],
  QueryTooDeep: ['PROFUNDIDADE_EXCEDIDA', 'Consulta muito profunda: reduza os níveis'],
  QueryTooComplex: [
    'COMPLEXIDADE_EXCEDIDA',
    (it) => `Consulta muito grande: reduza os campos ou o limite${it.limit ? ` (${it.limit})` : ''}`,
  ],
});

// Why the body of a request was not understood (docs/spec/requests.md#bodies).

export const bodyFaultSentence = sentencesOf<BodyFault>({
  Empty: 'o corpo está vazio',
  NotUtf8: 'o corpo deve estar em UTF-8',
  NotJson: (it) => `o corpo não é JSON válido (linha ${it.line}, coluna ${it.column})`,
  TooManyValues: 'o corpo tem mais de 1.000.000 de valores',
  NotObject: 'o corpo da requisição deve ser um objeto JSON',
});

// What is wrong with a GraphQL document or its variables. The graphql package says it in English and suggests names of the
// schema: its messages are recognized here, and none of them is shown.

const OTHERWISE = 'A consulta não corresponde ao esquema';

/** How a message of validation reads, and the sentence for it; `$1` and `$2`: names in it, `#`: the argument with the value. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^Cannot query field "(.+?)"/, 'O campo "$1" não existe onde foi pedido'],
  [
    /^Field "(.+?)" (?:of type ".+?" )?must (?:not )?have a/,
    'O campo "$1" foi pedido com subcampos que não tem ou sem os subcampos necessários',
  ],
  [/^Unknown argument "(.+?)"/, 'O argumento "$1" não existe'],
  [/^(?:Field|Directive) "@?(.+?)" argument "(.+?)"/, 'Falta o argumento obrigatório "$2" em "$1"'],
  [/^There can be only one argument named "(.+?)"/, 'O argumento "$1" foi informado mais de uma vez'],
  [/^Expected value of type | cannot represent /, 'O valor de "#" na consulta não é do tipo esperado'],
  [/^(?:Unknown directive|Directive) "@(.+?)"/, 'A diretiva "$1" não existe ou não cabe onde foi usada'],
  [/^The directive "@(.+?)" can only/, 'A diretiva "$1" foi usada mais de uma vez no mesmo lugar'],
  [/^Unknown type "(.+?)"/, 'O tipo "$1" não existe'],
  [/^Unknown fragment "(.+?)"/, 'O fragmento "$1" não existe'],
  [/^There can be only one fragment named "(.+?)"/, 'O fragmento "$1" foi definido mais de uma vez'],
  [/^Fragment "(.+?)" is never used/, 'O fragmento "$1" não é usado'],
  [/^Cannot spread fragment "(.+?)" within itself/, 'O fragmento "$1" contém a si mesmo'],
  [/^Fragment .*cannot condition on/, 'Um fragmento foi definido sobre um tipo sem campos'],
  [/^Fragment .*cannot be spread here/, 'Um fragmento foi usado onde o seu tipo não cabe'],
  [/^Variable "\$(.+?)" is not defined/, 'A variável "$1" não foi declarada'],
  [/^Variable "\$(.+?)" is never used/, 'A variável "$1" não é usada'],
  [/^There can be only one variable named "\$(.+?)"/, 'A variável "$1" foi declarada mais de uma vez'],
  [/^Variable ".+?" cannot be non-input/, 'Uma variável foi declarada com um tipo que não é de entrada'],
  [/^Variable "\$(.+?)" of type .+ used in position/, 'A variável "$1" não é do tipo esperado onde foi usada'],
  [/^There can be only one operation named "(.+?)"/, 'A operação "$1" foi definida mais de uma vez'],
  [/ definition is not executable/, 'Uma consulta tem somente operações e fragmentos'],
  [/^This anonymous operation/, 'Uma operação sem nome deve ser a única da consulta'],
  [/^Fields "(.+?)" conflict/, 'O campo "$1" foi pedido de duas formas com o mesmo nome de resposta'],
  [/^Validation aborted/, 'A consulta repete o mesmo campo vezes demais'],
];

/**
 * @param message of the graphql package
 * @param holder the argument or variable whose value it is about
 */
export function invaliditySentence(message: string, holder: () => string): string {
  for (const [pattern, sentence] of SENTENCES) {
    const match = pattern.exec(message);
    if (match === null) continue;
    return sentence.replace(/\$([12])|#/g, (_, at?: string) =>
      sanitized(at ? (match[Number(at)] ?? '') : holder()),
    );
  }
  return OTHERWISE;
}

/** Whether the parser stopped at its limit of tokens, which is not an error of syntax. */
export function isTokenLimit(message: string): boolean {
  return /contains more that \d+ tokens/.test(message);
}

export function syntaxSentence(place: Readonly<{ line: number; column: number }> | undefined): string {
  return `A consulta tem um erro de sintaxe${place ? ` (linha ${place.line} e coluna ${place.column})` : ''}`;
}

/** Of variables that are not of their declared types. @param name null when it is not known which */
export function wrongVariable(name: string | null, isMissing: boolean): string {
  if (name === null) return 'As variáveis não são do tipo declarado na consulta';
  if (isMissing) return `A variável "${name}" não foi informada`;
  return `A variável "${name}" não é do tipo declarado na consulta`;
}

export function variableWithoutValue(name: string): string {
  return `A variável "${name}" está sem valor onde um valor é obrigatório`;
}

export const noOperation = {
  none: 'a consulta não tem operação',
  unknown: 'operationName não corresponde a nenhuma operação da consulta',
  several: 'a consulta tem várias operações: informe operationName',
} as const;

export const BODY_NOT_DECOMPRESSED = 'o corpo da requisição não pôde ser descompactado';

const COUNTED = {
  bytes: 'bytes',
  tokens: 'símbolos',
  roots: 'consultas na raiz',
  directives: 'diretivas',
} as const;

export function atMost(max: number, what: keyof typeof COUNTED): string {
  return `no máximo ${wholeNumber(max)} ${COUNTED[what]}`;
}
