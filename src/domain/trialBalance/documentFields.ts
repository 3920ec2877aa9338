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
  const valueOr = <Value extends string | number | null>(
    field: LineField,
    read: Value | LineReason,
    otherwise: Value,
  ): Value => {
    if (!isReason(read)) return read;
    errors.add(line, field, isReason(code) ? '' : code, read);
    return otherwise;
  };
  const amount = (field: LineField): number => valueOr(field, amountOfField(values[field], field), 0);
  return {
    line,
    accountCode: valueOr('accountCode', code, ''),
    accountName: valueOr('accountName', accountNameOf(values.accountName), ''),
    previousBalanceCents: amount('previousBalance'),
    debitCents: amount('debit'),
    creditCents: amount('credit'),
    finalBalanceCents: amount('finalBalance'),
    cnpj: valueOr('cnpj', lineCnpjOf(values.cnpj), null),
    competence: valueOr('period', linePeriodOf(values.period), null),
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

// The members of one line: values, or reasons why there is none.

function isReason(read: string | number | null | LineReason): read is LineReason {
  return typeof read === 'object' && read !== null;
}

/** Trimmed. */
export function accountCodeOf(value: unknown): string | LineReason {
  if (isAbsent(value)) return { is: 'AccountCodeMissing' };
  if (typeof value !== 'string') return { is: 'AccountCodeInvalid' };
  const code = value.trim();
  if (code === '') return { is: 'AccountCodeMissing' };
  return storable('accountCode', code, ACCOUNT_CODE_LENGTH_MAX) ?? { is: 'AccountCodeInvalid' };
}

/** Trimmed; "" without a name: the chart's description is stored then. */
export function accountNameOf(value: unknown): string | LineReason {
  if (isAbsent(value)) return '';
  if (typeof value !== 'string') return { is: 'AccountNameInvalid' };
  return storable('accountName', value.trim(), ACCOUNT_NAME_LENGTH_MAX) ?? { is: 'AccountNameInvalid' };
}

/** @returns null for a text that cannot be stored, however short */
function storable(field: LineField, text: string, lengthMax: number): string | LineReason | null {
  if (isStorable(text, lengthMax)) return text;
  return text.length > lengthMax ? { is: 'TextTooLong', field, lengthMax } : null;
}

export function amountOfField(value: unknown, field: LineField): Cents | LineReason {
  if (value === undefined) return { is: 'AmountMissing', field };
  if (typeof value === 'string') return { is: 'AmountIsText', field };
  if (typeof value !== 'number') return { is: 'AmountInvalid', field };
  const cents = centsOf(value);
  if (!Number.isNaN(cents)) return cents;
  switch (amountFault(value)) {
    case 'notANumber':
      return { is: 'AmountInvalid', field };
    case 'tooLarge':
      return { is: 'AmountTooLarge', field };
    case 'precision':
      return { is: 'AmountPrecision', field };
  }
}

/** 14 characters; null if absent. */
export function lineCnpjOf(value: unknown): string | null | LineReason {
  if (isAbsent(value)) return null;
  return (typeof value === 'string' ? parseCnpj(value) : null) ?? { is: 'LineCnpjInvalid' };
}

/** Null if absent. */
export function linePeriodOf(value: unknown): Competence | null | LineReason {
  if (isAbsent(value)) return null;
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  if (competence !== null) return competence;
  return { is: isTextOutOfRange(value) ? 'LinePeriodOutOfRange' : 'LinePeriodInvalid' };
}
