// Why an import or a line of it is refused, in Portuguese.
import { FIRST_COMPETENCE, LAST_COMPETENCE, month } from '../../domain/kernel/competence.js';
import { groupedBy } from '../../domain/kernel/groupedBy.js';
import { AMOUNT_MAX } from '../../domain/kernel/money.js';
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
import { listed, money, sanitized, wholeNumber } from '../formats.js';
import { sentencesOf } from '../sentences.js';
import { columnNames, fileReasonSentences } from './fileReasons.js';

// Why a line is refused, in Portuguese, naming line and account; no comma followed by a space.
// Source: docs/spec/messages.md#naming-the-place, docs/spec/messages.md#joined-sentences.

export function sentencesByLine(
  errors: readonly LineError[],
  sentenceOf: (error: LineError) => string,
): ReadonlyMap<number, readonly string[]> {
  const byLine = groupedBy(errors, ({ line }) => line);
  return new Map([...byLine].map(([line, errorsOfLine]) => [line, errorsOfLine.map(sentenceOf)]));
}

/** A sentence that names the line, and its account if any, so that it can be joined with others. */
export function lineReasonSentence(error: LineError): string {
  const { accountCode, reason } = error;
  const account = accountCode === '' ? '' : ` (conta ${sanitized(accountCode)})`;
  return lineSentence(reason, { ...error, account });
}

/** `account`: at the end of a sentence; "" without a code. */
type Place = LineError & Readonly<{ account: string }>;

const lineSentence = sentencesOf<LineReason, [Place]>({
  LineMalformed: (_, { line }) => `a linha ${line} não é um objeto com os campos de uma conta`,
  AccountCodeMissing: (_, { line }) => `a linha ${line} está sem código de conta`,
  AccountCodeInvalid: (_, { line, account }) =>
    `o código de conta na linha ${line} não é um texto válido${account}`,
  AccountNameInvalid: (_, { line, account }) =>
    `o campo accountName na linha ${line} não é um texto válido${account}`,
  TextTooLong: (it, { line, field, account }) =>
    `linha ${line}: ${field} deve ter no máximo ${it.lengthMax} caracteres${account}`,
  AmountMissing: (it, place) => `${cited(it, place)} não foi informado${place.account}`,
  AmountInvalid: (it, place) => `${cited(it, place)} não é um número válido${place.account}`,
  AmountIsText: (_, { line, field, account }) =>
    `o valor de ${field} na linha ${line} não é um número válido${account}: ` +
    'envie-o sem aspas e com ponto decimal (por exemplo 50.25)',
  AmountPrecision: (it, place) => `${cited(it, place)} tem mais de duas casas decimais${place.account}`,
  AmountTooLarge: (it, place) =>
    `${cited(it, place)} passa do limite de ${money(AMOUNT_MAX * 100)}${place.account}`,
  SideMissing: (it, place) => `${cited(it, place)} não indica se o saldo é D ou C${place.account}`,
  SideInvalid: (it, place) => `${cited(it, place)} não é D nem C${place.account}`,
  LineChartDiffers: (it, { line, account }) =>
    `a linha ${line} traz o plano de contas "${sanitized(it.chartName)}" ` +
    `diferente do plano "${sanitized(it.importChartName)}" da importação${account}`,
  LineAccumulated: (it, { line, account }) =>
    `a linha ${line} traz um período de vários meses (${sanitized(it.value ?? '')}): ` +
    `envie um balancete de um único mês${account}`,
  LineCnpjInvalid: (_, { line, account }) => `a linha ${line} traz um CNPJ inválido${account}`,
  LineCnpjDiffers: (it, { line, account }) =>
    `a linha ${line} traz o CNPJ ${maskCnpj(it.cnpj)} diferente do CNPJ da importação${account}`,
  LinePeriodInvalid: (it, { line, field, account }) =>
    it.column === undefined
      ? `o campo ${field} na linha ${line} deve estar no formato AAAA-MM (por exemplo 2026-08)${account}`
      : `${cited(it, { line, field })} não é uma competência (por exemplo 2026-08)${account}`,
  LinePeriodOutOfRange: (it, { line, field, account }) =>
    it.column === undefined
      ? `linha ${line}: ${field} deve estar entre ${FIRST_COMPETENCE} e ${LAST_COMPETENCE}${account}`
      : `${cited(it, { line, field })} deve estar entre ${FIRST_COMPETENCE} e ${LAST_COMPETENCE}${account}`,
  LinePeriodDiffers: (it, { line, account }) =>
    `a linha ${line} traz a competência ${month(it.competence)} ` +
    `diferente da competência ${month(it.importCompetence)} da importação${account}`,
  MovementDoesNotClose: (it, { line, accountCode }) =>
    `linha ${line}: a conta ${beforeSpace(accountCode)} não fecha: ${movement(it)}`,
  SumsTooLarge: (_, { line, accountCode }) =>
    `linha ${line}: a soma dos valores da conta ${beforeSpace(accountCode)} passa do limite aceito`,
});

/** Quotes a text that ends with a comma: followed by a space, it would split the joined sentence. */
function beforeSpace(text: string): string {
  const shownText = sanitized(text);
  return shownText.endsWith(',') ? `"${shownText}"` : shownText;
}

/** Names a JSON value by its field, a value of a file by its text and column. */
function cited({ column, value }: Cited, { line, field }: Pick<Place, 'line' | 'field'>): string {
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

export const importReasonSentence = sentencesOf<ImportReason>({
  ...fileReasonSentences,
  PeriodInvalid: 'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08)',
  PeriodOutOfRange: `period deve estar entre ${FIRST_COMPETENCE} e ${LAST_COMPETENCE}`,
  IdentifierMissing: 'informe companyId ou cnpj',
  CompanyIdInvalid: 'companyId deve ser um número inteiro',
  CnpjInvalid: 'o CNPJ informado é inválido',
  CnpjOfAnotherCompany: (it) => `o CNPJ ${maskCnpj(it.cnpj)} não pertence à empresa informada em companyId`,
  LineItemsMissing: 'lineItems deve ser uma lista com pelo menos 1 item',
  LineItemsEmpty: 'lineItems deve conter pelo menos 1 item',
  LineItemsTooMany: 'lineItems aceita no máximo 20.000 itens',
  ChartNameMissing: 'informe o plano de contas em chartName: nenhuma conta do balancete pôde ser localizada',
  ChartNameInvalid: 'chartName deve ser o nome de um plano de contas',
  ChartNotFoundByName: (it) => `plano de contas "${sanitized(it.chartName)}" não encontrado para esta empresa`,
  NoAccountEnters: (it) =>
    `nenhuma conta do balancete existe no plano de contas "${sanitized(it.chartName)}" ou participa da conciliação` +
    codesRead(it.read),
});

function codesRead(codesOfFile: CodesRead | undefined): string {
  if (codesOfFile === undefined || codesOfFile.codes.length === 0) return '';
  const { column, codes, rowsWithout } = codesOfFile;
  const without =
    rowsWithout === 0 ? '' : `; ${wholeNumber(rowsWithout)} linhas com valores estão sem código nessa coluna`;
  return ` (os códigos foram lidos da coluna "${sanitized(column)}": ${codes.map(sanitized).join('; ')}${without})`;
}

// Joins errors that several lines of a file have for one reason into one sentence with a count and the first
// places.
// Source: docs/spec/messages.md#joined-sentences.

const COUNT_MIN = 2;
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
  const folded = [...groupedBy(errors.filter(isFolded), errorKind)].map(([kind, alike]) => {
    const count = errorKinds.get(kind) ?? 0;
    return { sentence: foldedSentence(alike.slice(0, LINES_NAMED_MAX), count, understood), count };
  });
  return { folded, single: errors.filter((error) => !isFolded(error)) };
}

/** @param alike the first errors of one kind, of which there are `count` */
function foldedSentence(
  alike: readonly LineError[],
  count: number,
  { interpretation, checked }: Understood,
): string {
  const [error] = alike;
  if (error === undefined) return '';
  const isMovement = error.reason.is === 'MovementDoesNotClose';
  const lines = (isMovement ? checked : null) ?? interpretation.totals?.read ?? 0;
  const of =
    lines < count ? `${wholeNumber(count)} linhas` : `${wholeNumber(count)} de ${wholeNumber(lines)} linhas`;
  const places = `(${listed(
    alike.map(({ line }) => String(line)),
    count - alike.length,
  )})`;
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
  [/(?<=^formato não aceito: envie ).* ou XLS\b/, 'XLSX, XLS, CSV, TXT, XML, HTML ou SPED ECD'],
];

const COLUMN = new RegExp(`\\b(?:o campo )?(${columnFields.join('|')})\\b`, 'g');

/** A sentence of a refusal, which is in the words of the API. */
export function spoken(sentence: string): string {
  return SPOKEN.reduce((text, [symbol, words]) => text.replace(symbol, words), sentence).replace(
    COLUMN,
    (_, field: keyof typeof columnNames) => columnNames[field],
  );
}
