// The problems of the HTTP protocol itself: routes, bodies, limits, GraphQL documents. Problems of the domain:
// domain/problem.ts.
import {
  parameterInvalid,
  unavailable,
  type ErrorCode,
  type ProblemOf,
  type Problems,
} from '../domain/kernel/problems.js';
import { sanitized, wholeNumber } from './formats.js';

/** Both count from 1. */
export type Place = Readonly<{ line: number; column: number }>;

const contentTypeInvalid = {
  code: 'CONTENT_TYPE_INVALIDO',
  status: 415,
  happened: 'o `Content-Type` não é o da rota, o `charset` não é UTF-8, ou o `Content-Encoding` não é aceito',
  remedy: 'envie o que a mensagem indica, em UTF-8',
} as const satisfies ErrorCode;

export const BODY_NOT_DECOMPRESSED = 'o corpo da requisição não pôde ser descompactado';

/** Problems of the request itself, independent of its intention. */
export const httpProblems = {
  ContentEncodingBroken: { ...parameterInvalid, error: BODY_NOT_DECOMPRESSED },
  RequestMalformed: { ...parameterInvalid, error: 'a requisição HTTP está malformada' },
  /**
   * GraphQL: any problem of body, document or variables except the next three. `locations` are places in the
   * document.
   */
  QueryInvalid: {
    code: 'CONSULTA_INVALIDA',
    status: 400,
    happened: 'GraphQL: corpo, consulta ou variáveis errados',
    remedy: 'corrija a consulta; `/api/v1/graphiql` mostra o esquema',
    error: (it: Readonly<{ message: string; locations?: readonly Place[] }>) => it.message,
  },
  QueryNotReading: {
    code: 'SO_LEITURA',
    status: 400,
    happened: 'GraphQL: foi enviada uma mutation ou subscription',
    remedy: 'envie somente consultas (`query`)',
    error: 'Esta API é somente leitura',
  },
  QueryTooDeep: {
    code: 'PROFUNDIDADE_EXCEDIDA',
    status: 400,
    happened: 'GraphQL: mais de 6 níveis',
    remedy: 'peça menos níveis',
    error: 'Consulta muito profunda: reduza os níveis',
  },
  /** `limit`: the exceeded limit, where fewer rows or fields would not help. */
  QueryTooComplex: {
    code: 'COMPLEXIDADE_EXCEDIDA',
    status: 400,
    happened:
      'GraphQL: o número de linhas pedidas vezes o de campos passa de 10.000, ou a consulta é grande demais',
    remedy: 'diminua `limit` ou os campos, ou divida a consulta',
    error: (it: Readonly<{ limit?: string }>) =>
      `Consulta muito grande: reduza os campos ou o limite${it.limit ? ` (${it.limit})` : ''}`,
  },
  /** Only GraphQL answers its code. */
  KeyInvalid: {
    code: 'CHAVE_INVALIDA',
    status: 401,
    happened: 'chave ausente, errada, revogada ou de outro ambiente',
    remedy: 'confira a chave; não repita a chamada sem mudar nada',
    error: 'Chave de API inválida',
  },
  RouteNotFound: {
    code: 'ROTA_NAO_ENCONTRADA',
    status: 404,
    happened: 'o endereço não existe',
    remedy: 'confira o endereço: maiúsculas e minúsculas contam, e não há barra no fim',
    error: 'Rota não encontrada',
  },
  MethodNotAllowed: {
    code: 'METODO_NAO_PERMITIDO',
    status: 405,
    happened: 'a rota existe, mas não com esse método',
    remedy: 'use um dos métodos do cabeçalho `Allow`',
    error: (_: Readonly<{ allow: string }>) => 'Método não permitido nesta rota',
  },
  RequestTimeout: {
    code: 'TEMPO_ESGOTADO',
    status: 408,
    happened: 'a requisição demorou demais para chegar',
    remedy:
      'tente de novo; um corpo em JSON tem 60 segundos para chegar e um arquivo 120: por uma conexão lenta, comprima o JSON (`Content-Encoding: gzip`) ou envie o relatório em XLSX, que é menor',
    error: 'A requisição demorou demais para chegar',
  },
  ContentTooLarge: {
    code: 'CONTEUDO_MUITO_GRANDE',
    status: 413,
    happened: 'o corpo ultrapassa o limite indicado na mensagem',
    remedy:
      'diminua o corpo; não divida um balancete, pois cada importação substitui a anterior da competência: envie o relatório em arquivo, de preferência XLSX, que é menor',
    error: (it: Readonly<{ bytesMax: number }>) =>
      `O conteúdo enviado passa do limite de ${it.bytesMax / 1_048_576} MB`,
  },
  AddressTooLong: {
    code: 'ENDERECO_MUITO_LONGO',
    status: 414,
    happened: 'o endereço tem mais de 8.192 caracteres',
    remedy: 'encurte os parâmetros',
    error: 'O endereço da requisição é longo demais',
  },
  ContentTypeInvalid: { ...contentTypeInvalid, error: 'O Content-Type deve ser application/json' },
  /** The charset that a JSON body declares is another one. */
  CharsetNotUtf8: {
    ...contentTypeInvalid,
    error: (it: Readonly<{ charset: string }>) =>
      `O charset "${sanitized(it.charset)}" do Content-Type não é aceito: envie o corpo em UTF-8`,
  },
  MultipartExpected: { ...contentTypeInvalid, error: 'O Content-Type deve ser multipart/form-data' },
  MultipartCompressed: {
    ...contentTypeInvalid,
    error: 'O corpo multipart/form-data não pode vir comprimido: envie-o sem Content-Encoding',
  },
  ContentEncodingUnknown: { ...contentTypeInvalid, error: 'O Content-Encoding deve ser gzip ou deflate ou br' },
  ExpectationFailed: {
    code: 'EXPECT_NAO_ATENDIDO',
    status: 417,
    happened: 'o valor do cabeçalho `Expect` não é aceito',
    remedy: 'não envie esse cabeçalho',
    error: 'O cabeçalho Expect não é atendido',
  },
  RateExceeded: {
    code: 'LIMITE_EXCEDIDO',
    status: 429,
    happened: 'mais de 30 chamadas na rota em um minuto, contado da primeira delas',
    remedy: 'aguarde os segundos indicados em `Retry-After`',
    error: (it: Readonly<{ perMinute: number; retryAfterSeconds: number }>) =>
      `Limite de ${it.perMinute} chamadas por minuto excedido nesta rota, aguarde e tente novamente`,
  },
  HeadersTooLarge: {
    code: 'CABECALHOS_MUITO_GRANDES',
    status: 431,
    happened: 'os cabeçalhos são grandes demais',
    remedy: 'reduza-os',
    error: 'Os cabeçalhos da requisição são grandes demais',
  },
  NotReady: {
    ...unavailable,
    error: (it: Readonly<{ parts: readonly string[] }>) => `Serviço ainda não está pronto: ${it.parts.join('; ')}`,
  },
} as const satisfies Problems;
export type HttpProblem = ProblemOf<typeof httpProblems>;

/** A defect of the service is answered without detail. */
export const internalError = {
  code: 'ERRO_INTERNO',
  status: 500,
  happened: 'uma falha interna do serviço',
  remedy: 'informe o `X-Request-Id` ao suporte; repetir a importação é seguro',
  error: 'Erro interno',
} as const;

export const NO_CHECKPOINT_YET = 'o log ainda não tem um selo assinado';

// What is wrong with a GraphQL document or its variables. The graphql package says it in English and suggests
// names of the schema: its messages are recognized here, and none of them is shown.

const OTHERWISE = 'A consulta não corresponde ao esquema';

/**
 * How a message of validation reads, and the sentence for it; `$1` and `$2`: names in it, `#`: the argument with
 * the value.
 */
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

export const syntaxSentence = (place: Readonly<{ line: number; column: number }> | undefined): string =>
  `A consulta tem um erro de sintaxe${place ? ` (linha ${place.line} e coluna ${place.column})` : ''}`;

/** Sentence about variables that are not of their declared types. @param name null when it is not known which */
export function wrongVariable(name: string | null, isMissing: boolean): string {
  if (name === null) return 'As variáveis não são do tipo declarado na consulta';
  if (isMissing) return `A variável "${name}" não foi informada`;
  return `A variável "${name}" não é do tipo declarado na consulta`;
}

export const variableWithoutValue = (name: string): string =>
  `A variável "${name}" está sem valor onde um valor é obrigatório`;

export const noOperation = {
  none: 'a consulta não tem operação',
  unknown: 'operationName não corresponde a nenhuma operação da consulta',
  several: 'a consulta tem várias operações: informe operationName',
} as const;

const COUNTED = {
  bytes: 'bytes',
  tokens: 'símbolos',
  roots: 'consultas na raiz',
  directives: 'diretivas',
} as const;

export const atMost = (max: number, what: keyof typeof COUNTED): string =>
  `no máximo ${wholeNumber(max)} ${COUNTED[what]}`;
