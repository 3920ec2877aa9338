// Why an import or a line of it is refused, in Portuguese.
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { columnFields } from '../../domain/trialBalance/fileReasons.js';
import {
  errorKind,
  type Cited,
  type CodesRead,
  type ImportReason,
  type LineError,
  type LineReason,
  type Understood,
} from '../../domain/trialBalance/refusals.js';
import { money, month, sanitized, wholeNumber } from '../formats.js';
import { columnNames, fileReasonSentence } from './fileReasons.js';

// Why a line is refused, in Portuguese, naming line and account; no comma followed by a space.
// Source: docs/spec/messages.md#naming-the-place, docs/spec/messages.md#joined-sentences.

/** A sentence that names the line, and its account if any, so that it can be joined with others. */
export function lineReasonSentence({ line, field, accountCode, reason }: LineError): string {
  const account = accountCode === '' ? '' : ` (conta ${sanitized(accountCode)})`;
  switch (reason.is) {
    case 'LineMalformed':
      return `a linha ${line} não é um objeto com os campos de uma conta`;
    case 'AccountCodeMissing':
      return `a linha ${line} está sem código de conta`;
    case 'AccountCodeInvalid':
      return `o código de conta na linha ${line} não é um texto válido${account}`;
    case 'AccountNameInvalid':
      return `o campo accountName na linha ${line} não é um texto válido${account}`;
    case 'TextTooLong':
      return `linha ${line}: ${field} deve ter no máximo ${reason.lengthMax} caracteres${account}`;
    case 'AmountMissing':
      return `${cited(reason, line)} não foi informado${account}`;
    case 'AmountInvalid':
      return `${cited(reason, line)} não é um número válido${account}`;
    case 'AmountIsText':
      return (
        `o valor de ${reason.field} na linha ${line} não é um número válido${account}: ` +
        'envie-o sem aspas e com ponto decimal (por exemplo 50.25)'
      );
    case 'AmountPrecision':
      return `${cited(reason, line)} tem mais de duas casas decimais${account}`;
    case 'AmountTooLarge':
      return `${cited(reason, line)} passa do limite de 70.000.000.000.000,00${account}`;
    case 'SideMissing':
      return `${cited(reason, line)} não indica se o saldo é D ou C${account}`;
    case 'SideInvalid':
      return `${cited(reason, line)} não é D nem C${account}`;
    case 'LineChartDiffers':
      return (
        `a linha ${line} traz o plano de contas "${sanitized(reason.chartName)}" ` +
        `diferente do plano "${sanitized(reason.importChartName)}" da importação${account}`
      );
    case 'LineAccumulated':
      return (
        `a linha ${line} traz um período de vários meses (${sanitized(reason.value ?? '')}): ` +
        `envie um balancete de um único mês${account}`
      );
    case 'LineCnpjInvalid':
      return `a linha ${line} traz um CNPJ inválido${account}`;
    case 'LineCnpjDiffers':
      return `a linha ${line} traz o CNPJ ${maskCnpj(reason.cnpj)} diferente do CNPJ da importação${account}`;
    case 'LinePeriodInvalid':
      return reason.column === undefined
        ? `o campo ${field} na linha ${line} deve estar no formato AAAA-MM (por exemplo 2026-08)${account}`
        : `${cited({ field, ...reason }, line)} não é uma competência (por exemplo 2026-08)${account}`;
    case 'LinePeriodOutOfRange':
      return reason.column === undefined
        ? `linha ${line}: ${field} deve estar entre 2000-01 e 2100-12${account}`
        : `${cited({ field, ...reason }, line)} deve estar entre 2000-01 e 2100-12${account}`;
    case 'LinePeriodDiffers':
      return (
        `a linha ${line} traz a competência ${month(reason.competence)} ` +
        `diferente da competência ${month(reason.importCompetence)} da importação${account}`
      );
    case 'MovementDoesNotClose':
      return `linha ${line}: a conta ${beforeSpace(accountCode)} não fecha: ${movement(reason)}`;
    case 'SumsTooLarge':
      return `linha ${line}: a soma dos valores da conta ${beforeSpace(accountCode)} passa do limite aceito`;
  }
}

/** Quotes a text that ends with a comma: followed by a space, it would split the joined sentence. */
function beforeSpace(text: string): string {
  const shownText = sanitized(text);
  return shownText.endsWith(',') ? `"${shownText}"` : shownText;
}

/** Names a JSON value by its field, a value of a file by its text and column. */
function cited({ field, column, value }: Readonly<{ field: string }> & Cited, line: number): string {
  if (column === undefined) return `o valor de ${field} na linha ${line}`;
  const valueText = value === undefined || value === '' ? 'o valor' : `o valor "${sanitized(value)}"`;
  return `${valueText} da coluna ${beforeSpace(column)} na linha ${line}`;
}

function movement(reason: Extract<LineReason, { is: 'MovementDoesNotClose' }>): string {
  const [debits, credits] = reason.debitSide ? ['+', '-'] : ['-', '+'];
  return (
    `saldo anterior ${money(reason.previousBalanceCents)} ${debits} débitos ${money(reason.debitCents)} ` +
    `${credits} créditos ${money(reason.creditCents)} resulta em ${money(reason.expectedCents)} ` +
    `e o saldo final informado é ${money(reason.finalBalanceCents)}`
  );
}

// Why an import as a whole is refused, in Portuguese. No sentence contains a comma followed by a space.
// Source: docs/spec/messages.md#joined-sentences.

export function importReasonSentence(reason: ImportReason): string {
  switch (reason.is) {
    case 'PeriodInvalid':
      return 'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08)';
    case 'PeriodOutOfRange':
      return 'period deve estar entre 2000-01 e 2100-12';
    case 'IdentifierMissing':
      return 'informe companyId ou cnpj';
    case 'CompanyIdInvalid':
      return 'companyId deve ser um número inteiro';
    case 'CnpjInvalid':
      return 'o CNPJ informado é inválido';
    case 'CnpjOfAnotherCompany':
      return `o CNPJ ${maskCnpj(reason.cnpj)} não pertence à empresa informada em companyId`;
    case 'LineItemsMissing':
      return 'lineItems deve ser uma lista com pelo menos 1 item';
    case 'LineItemsEmpty':
      return 'lineItems deve conter pelo menos 1 item';
    case 'LineItemsTooMany':
      return 'lineItems aceita no máximo 20.000 itens';
    case 'ChartNameMissing':
      return 'informe o plano de contas em chartName: nenhuma conta do balancete pôde ser localizada';
    case 'ChartNameInvalid':
      return 'chartName deve ser o nome de um plano de contas';
    case 'ChartNotFoundByName':
      return `plano de contas "${sanitized(reason.chartName)}" não encontrado para esta empresa`;
    case 'NoAccountEnters':
      return (
        `nenhuma conta do balancete existe no plano de contas "${sanitized(reason.chartName)}" ou participa da conciliação` +
        codesRead(reason.read)
      );
    default:
      return fileReasonSentence(reason);
  }
}

function codesRead(read: CodesRead | undefined): string {
  if (read === undefined || read.codes.length === 0) return '';
  const { column, codes, rowsWithout } = read;
  const without =
    rowsWithout === 0 ? '' : `; ${wholeNumber(rowsWithout)} linhas com valores estão sem código nessa coluna`;
  return ` (os códigos foram lidos da coluna "${sanitized(column)}": ${codes.map(sanitized).join('; ')}${without})`;
}

// Joins errors that several lines of a file have for one reason into one sentence with a count and the first places.
// Source: docs/spec/messages.md#joined-sentences.

const COUNT_MIN = 2;
/** Lines that a sentence names. */
const LINES_NAMED_MAX = 5;

type FoldedErrors = Readonly<{
  folded: readonly Readonly<{ sentence: string; count: number }>[];
  /** The others, in order. */
  single: readonly LineError[];
}>;

export function foldedErrors(errors: readonly LineError[], understood: Understood | undefined): FoldedErrors {
  if (understood === undefined) return { folded: [], single: errors };
  const { errorKinds } = understood;
  const isFolded = (error: LineError): boolean => (errorKinds.get(errorKind(error)) ?? 0) >= COUNT_MIN;
  const byKind = new Map<string, LineError[]>();
  for (const error of errors) {
    if (!isFolded(error)) continue;
    const alike = byKind.get(errorKind(error));
    if (alike === undefined) byKind.set(errorKind(error), [error]);
    else if (alike.length < LINES_NAMED_MAX) alike.push(error);
  }
  const folded = [...byKind].map(([kind, alike]) => {
    const count = errorKinds.get(kind) ?? 0;
    return { sentence: sentenceOf(alike, count, understood), count };
  });
  return { folded, single: errors.filter((error) => !isFolded(error)) };
}

/** @param alike the first errors of one kind, of which there are `count` */
function sentenceOf(alike: readonly LineError[], count: number, { interpretation, checked }: Understood): string {
  const [error] = alike;
  if (error === undefined) return '';
  const isMovement = error.reason.is === 'MovementDoesNotClose';
  const lines = (isMovement ? checked : null) ?? interpretation.totals?.read ?? 0;
  const of =
    lines < count ? `${wholeNumber(count)} linhas` : `${wholeNumber(count)} de ${wholeNumber(lines)} linhas`;
  const more = count > alike.length ? ` e mais ${wholeNumber(count - alike.length)}` : '';
  const places = `(${alike.map(({ line }) => line).join('; ')}${more})`;
  if (!isMovement) return `${lineReasonSentence(error)} e o mesmo ocorre em ${of} ${places}`;
  const used = (['previousBalance', 'debit', 'credit', 'finalBalance'] as const).flatMap(
    (field) => interpretation.columns[field] ?? [],
  );
  return `${of} ${places} não fecham com as colunas ${used.map(sanitized).join('; ')}: ${lineReasonSentence(error)}`;
}

// What refusals say of the API's fields, as people say it: in the console and in histories.

const SPOKEN: readonly (readonly [said: RegExp, spoken: string])[] = [
  [/(?<=\binforme o plano de contas) em chartName\b/g, ''],
  [/\bchartName(?= deve )/g, 'o plano de contas'],
  [/\b(o campo )?period(?= deve )/g, 'a competência'],
  [/(?<=\binforme )period\b/g, 'a competência'],
  [/\blineItems(?= (deve|aceita) )/g, 'a lista de linhas'],
  [/(?<=\binformada) em companyId\b/g, ''],
  [/(?<=\barquivo) no campo file\b/g, ''],
];

const COLUMN = new RegExp(`\\b(?:o campo )?(${columnFields.join('|')})\\b`, 'g');

/** A sentence of a refusal, which is in the words of the API. */
export function spoken(sentence: string): string {
  return SPOKEN.reduce((text, [said, words]) => text.replace(said, words), sentence).replace(
    COLUMN,
    (_, field: keyof typeof columnNames) => columnNames[field],
  );
}
