// What is wrong with a GraphQL document or its variables. The graphql package says it in English and suggests names of the
// schema: its messages are recognized here, and none of them is shown.
import { sanitized, wholeNumber } from './formats.js';

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
    const found = pattern.exec(message);
    if (found === null) continue;
    return sentence.replace(/\$([12])|#/g, (_, at?: string) =>
      sanitized(at ? (found[Number(at)] ?? '') : holder()),
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
