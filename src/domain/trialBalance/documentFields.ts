// Checks the fields of a JSON import and reports all errors at once, before the company or chart is looked
// up. Source: docs/spec/imports.md#refusals.
import {
  ACCOUNT_CODE_LENGTH_MAX,
  ACCOUNT_NAME_LENGTH_MAX,
  CHART_NAME_LENGTH_MAX,
  isStorable,
} from '../charts/events.js';
import { parseCnpj } from '../kernel/cnpj.js';
import { isMonthOutOfRange, parseCompetence, type Competence } from '../kernel/competence.js';
import { amountFault, centsOf, type Cents } from '../kernel/money.js';
import {
  AMOUNT_REASONS,
  LineErrors,
  type Faults,
  type ImportReason,
  type LineField,
  type LineReason,
} from './refusals.js';
import { LINES_MAX, type DocumentLine, type DocumentLines } from './lines.js';

/** Fields are null if absent or wrong: then `reasons` has the reason. `cnpj` is 14 characters, unmasked. */
export type HeadFields = Readonly<{
  companyId: number | null;
  cnpj: string | null;
  competence: Competence | null;
  chartName: string | null;
}>;

/** `lines` is null if anything is wrong. */
export type DocumentFields = HeadFields & Faults & Readonly<{ lines: DocumentLines | null }>;

/** The parsed body; a member that is null or "" counts as absent, unknown members are ignored. */
type Members = Readonly<Partial<Record<'companyId' | 'cnpj' | 'period' | 'chartName' | 'lineItems', unknown>>>;

/** Reasons are in the order of docs/spec/imports.md#refusals. */
export function documentFields(members: Members): DocumentFields {
  const reasons: ImportReason[] = [];
  const competence = readPeriod(members.period, reasons);
  const identifiers = readIdentifiers(members, reasons);
  const items: readonly unknown[] | null = Array.isArray(members.lineItems) ? members.lineItems : null;
  if (items === null) reasons.push({ is: 'LineItemsMissing' });
  else if (items.length === 0) reasons.push({ is: 'LineItemsEmpty' });
  else if (items.length > LINES_MAX) reasons.push({ is: 'LineItemsTooMany' });
  const chartName = readChartName(members.chartName, reasons);
  const errors = new LineErrors();
  const lines: DocumentLine[] = [];
  items?.slice(0, LINES_MAX).forEach((item, at) => {
    const line = lineOf(item, at + 1, errors);
    if (line !== null) lines.push(line);
  });
  return {
    ...identifiers,
    competence,
    chartName,
    ...errors.with(reasons),
    lines: reasons.length === 0 && errors.count === 0 ? { lines } : null,
  };
}

/** Notes an error of the line. */
type Fail = (field: LineField, reason: LineReason) => null;

/** @returns null when it is malformed, an error; wrong fields are empty */
function lineOf(item: unknown, line: number, errors: LineErrors): DocumentLine | null {
  let accountCode = '';
  const fail: Fail = (field, reason) => {
    errors.add(line, field, accountCode, reason);
    return null;
  };
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return fail('accountCode', { is: 'LineMalformed' });
  const values: Readonly<Partial<Record<LineField, unknown>>> = item;
  accountCode = textOf(values.accountCode, 'accountCode', fail) ?? '';
  return {
    line,
    accountCode,
    // Without a name the chart's description is stored.
    accountName: textOf(values.accountName, 'accountName', fail) ?? '',
    previousBalanceCents: amountOf(values.previousBalance, 'previousBalance', fail),
    debitCents: amountOf(values.debit, 'debit', fail),
    creditCents: amountOf(values.credit, 'credit', fail),
    finalBalanceCents: amountOf(values.finalBalance, 'finalBalance', fail),
    cnpj: lineCnpjOf(values.cnpj, fail),
    competence: linePeriodOf(values.period, fail),
  };
}

/** The text fields of a form with a file; null where absent or empty. */
export type FileFields = Readonly<Record<'companyId' | 'cnpj' | 'period' | 'chartName', string | null>>;

/** Adds the refusals of fields to `reasons`, in the order of docs/spec/imports.md#refusals. */
export function formFields(fields: FileFields, reasons: ImportReason[]): HeadFields {
  const competence = fields.period === null ? null : readPeriod(fields.period, reasons);
  const { companyId: id, cnpj } = fields;
  const companyId = id !== null && /^[0-9]+$/.test(id) ? Number(id) : id;
  const identifiers = readIdentifiers({ companyId, cnpj }, reasons);
  const chartName = fields.chartName?.trim() ?? null;
  const isChartName = chartName === null || isStorable(chartName, CHART_NAME_LENGTH_MAX);
  if (!isChartName) reasons.push({ is: 'ChartNameInvalid' });
  return { ...identifiers, competence, chartName: isChartName ? chartName : null };
}

function readPeriod(value: unknown, reasons: ImportReason[]): Competence | null {
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  if (competence === null) reasons.push({ is: isTextOutOfRange(value) ? 'PeriodOutOfRange' : 'PeriodInvalid' });
  return competence;
}

function isTextOutOfRange(value: unknown): boolean {
  return typeof value === 'string' && isMonthOutOfRange(value);
}

function readIdentifiers({ companyId: id, cnpj: text }: Members, reasons: ImportReason[]) {
  const companyId = isWholeNumber(id) ? id + 0 : null;
  const cnpj = typeof text === 'string' && !isAbsent(text) ? parseCnpj(text) : null;
  if (isAbsent(id) && isAbsent(text)) reasons.push({ is: 'IdentifierMissing' });
  if (companyId === null && !isAbsent(id)) reasons.push({ is: 'CompanyIdInvalid' });
  if (cnpj === null && !isAbsent(text)) reasons.push({ is: 'CnpjInvalid' });
  return { companyId, cnpj };
}

function readChartName(value: unknown, reasons: ImportReason[]): string | null {
  const name = typeof value === 'string' ? value.trim() : value;
  if (isAbsent(name) || name === '') reasons.push({ is: 'ChartNameMissing' });
  else if (typeof name === 'string' && isStorable(name, CHART_NAME_LENGTH_MAX)) return name;
  else reasons.push({ is: 'ChartNameInvalid' });
  return null;
}

/** ERPs send empty texts for what they do not know (docs/spec/requests.md#parameters). */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Up to 2^53 − 1 (docs/spec/numbers.md#whole-numbers). */
function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

// The members of one line; null, or 0, where they are wrong.

const TEXTS = {
  accountCode: { lengthMax: ACCOUNT_CODE_LENGTH_MAX, invalid: { is: 'AccountCodeInvalid' } },
  accountName: { lengthMax: ACCOUNT_NAME_LENGTH_MAX, invalid: { is: 'AccountNameInvalid' } },
} as const;

/** Trimmed; "" if absent. */
function textOf(value: unknown, field: keyof typeof TEXTS, fail: Fail): string | null {
  const text = isAbsent(value) ? '' : typeof value === 'string' ? value.trim() : null;
  if (text === null) return fail(field, TEXTS[field].invalid);
  if (field === 'accountCode' && text === '') return fail(field, { is: 'AccountCodeMissing' });
  const reason = textReason(text, field);
  return reason === null ? text : fail(field, reason);
}

/** Why a text of a line, of JSON or a file, cannot be stored; null where it can. */
export function textReason(text: string, field: keyof typeof TEXTS): LineReason | null {
  const { lengthMax, invalid } = TEXTS[field];
  if (isStorable(text, lengthMax)) return null;
  return text.length > lengthMax ? { is: 'TextTooLong', lengthMax } : invalid;
}

function amountOf(value: unknown, field: LineField, fail: Fail): Cents {
  const cents = typeof value === 'number' ? centsOf(value) : Number.NaN;
  if (!Number.isNaN(cents)) return cents;
  if (value === undefined) fail(field, { is: 'AmountMissing' });
  else if (typeof value === 'string') fail(field, { is: 'AmountIsText' });
  else fail(field, { is: typeof value === 'number' ? AMOUNT_REASONS[amountFault(value)] : 'AmountInvalid' });
  return 0;
}

/** 14 characters; null if absent. */
function lineCnpjOf(value: unknown, fail: Fail): string | null {
  if (isAbsent(value)) return null;
  return (typeof value === 'string' ? parseCnpj(value) : null) ?? fail('cnpj', { is: 'LineCnpjInvalid' });
}

/** Null if absent. */
function linePeriodOf(value: unknown, fail: Fail): Competence | null {
  if (isAbsent(value)) return null;
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  const is = isTextOutOfRange(value) ? 'LinePeriodOutOfRange' : 'LinePeriodInvalid';
  return competence ?? fail('period', { is });
}
