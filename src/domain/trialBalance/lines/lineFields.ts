// Checks the fields of one line, of JSON or of a file: takes raw values, returns values or reasons.
import { isMonthOutOfRange, parseCompetence, type Competence } from '../../kernel/competence.js';
import { amountFault, centsOf, type Cents } from '../../kernel/money.js';
import { parseCnpj } from '../../kernel/cnpj.js';
import type { LineField, LineReason } from '../refusals.js';
import { ACCOUNT_CODE_LENGTH_MAX, ACCOUNT_NAME_LENGTH_MAX, isStorable } from '../../charts/accountTextLimits.js';

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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function right<Value>(value: Value): Field<Value> {
  return { value, reason: null };
}

function wrong(reason: LineReason): Readonly<{ value: null; reason: LineReason }> {
  return { value: null, reason };
}
