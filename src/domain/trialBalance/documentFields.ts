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
import { LineErrors, type Faults, type ImportReason, type LineField, type LineReason } from './refusals.js';
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
export type Members = Readonly<
  Partial<Record<'companyId' | 'cnpj' | 'period' | 'chartName' | 'lineItems', unknown>>
>;

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

/** @returns null when it is malformed, an error */
function lineOf(item: unknown, line: number, errors: LineErrors): DocumentLine | null {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    errors.add(line, 'accountCode', '', { is: 'LineMalformed' });
    return null;
  }
  const values: Readonly<Partial<Record<LineField, unknown>>> = item;
  const code = accountCodeOf(values.accountCode);
  const valueOrNull = <Value>(field: LineField, { value, reason }: Field<Value>): Value | null => {
    if (reason !== null) errors.add(line, field, code.value ?? '', reason);
    return value;
  };
  const amount = (field: LineField): number => valueOrNull(field, amountOfField(values[field], field)) ?? 0;
  return {
    line,
    accountCode: valueOrNull('accountCode', code) ?? '',
    accountName: valueOrNull('accountName', accountNameOf(values.accountName)) ?? '',
    previousBalanceCents: amount('previousBalance'),
    debitCents: amount('debit'),
    creditCents: amount('credit'),
    finalBalanceCents: amount('finalBalance'),
    cnpj: valueOrNull('cnpj', lineCnpjOf(values.cnpj)),
    competence: valueOrNull('period', linePeriodOf(values.period)),
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
  const isOutOfRange = typeof value === 'string' && isMonthOutOfRange(value);
  if (competence === null) reasons.push({ is: isOutOfRange ? 'PeriodOutOfRange' : 'PeriodInvalid' });
  return competence;
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

// Checks the fields of one line, of JSON or of a file: takes raw values, returns values or reasons.

/** A value that JSON or a file's cell may hold; absent and null are the same where a field is optional. */
export type Field<Value> =
  Readonly<{ value: Value; reason: null }> | Readonly<{ value: null; reason: LineReason }>;

/** Trimmed. */
export function accountCodeOf(value: unknown): Field<string> {
  if (isAbsent(value)) return wrong({ is: 'AccountCodeMissing' });
  if (typeof value !== 'string') return wrong({ is: 'AccountCodeInvalid' });
  const code = value.trim();
  if (code === '') return wrong({ is: 'AccountCodeMissing' });
  if (isStorable(code, ACCOUNT_CODE_LENGTH_MAX)) return right(code);
  return wrong(tooLong('accountCode', code, ACCOUNT_CODE_LENGTH_MAX) ?? { is: 'AccountCodeInvalid' });
}

/** Trimmed; "" without a name: the chart's description is stored then. */
export function accountNameOf(value: unknown): Field<string> {
  if (isAbsent(value)) return right('');
  const name = typeof value === 'string' ? value.trim() : null;
  if (name === null) return wrong({ is: 'AccountNameInvalid' });
  if (isStorable(name, ACCOUNT_NAME_LENGTH_MAX)) return right(name);
  return wrong(tooLong('accountName', name, ACCOUNT_NAME_LENGTH_MAX) ?? { is: 'AccountNameInvalid' });
}

export function amountOfField(value: unknown, field: LineField): Field<Cents> {
  if (value === undefined) return wrong({ is: 'AmountMissing', field });
  if (typeof value === 'string') return wrong({ is: 'AmountIsText', field });
  if (typeof value !== 'number') return wrong({ is: 'AmountInvalid', field });
  const cents = centsOf(value);
  if (!Number.isNaN(cents)) return right(cents);
  switch (amountFault(value)) {
    case 'notANumber':
      return wrong({ is: 'AmountInvalid', field });
    case 'tooLarge':
      return wrong({ is: 'AmountTooLarge', field });
    case 'precision':
      return wrong({ is: 'AmountPrecision', field });
  }
}

/** 14 characters; null if absent. */
export function lineCnpjOf(value: unknown): Field<string | null> {
  if (isAbsent(value)) return right(null);
  const cnpj = typeof value === 'string' ? parseCnpj(value) : null;
  return cnpj === null ? wrong({ is: 'LineCnpjInvalid' }) : right(cnpj);
}

/** Null if absent. */
export function linePeriodOf(value: unknown): Field<Competence | null> {
  if (isAbsent(value)) return right(null);
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  if (competence !== null) return right(competence);
  const isMonth = typeof value === 'string' && isMonthOutOfRange(value);
  return wrong({ is: isMonth ? 'LinePeriodOutOfRange' : 'LinePeriodInvalid' });
}

/** Null when that is not what is wrong with the text. */
function tooLong(field: LineField, text: string, lengthMax: number): LineReason | null {
  return text.length > lengthMax ? { is: 'TextTooLong', field, lengthMax } : null;
}

function right<Value>(value: Value): Field<Value> {
  return { value, reason: null };
}

function wrong(reason: LineReason): Readonly<{ value: null; reason: LineReason }> {
  return { value: null, reason };
}
