// What the fields of one line may be, whatever the document they come from: values in, values or reasons out.
import { parseCompetence, type Competence } from '../../kernel/competence.js';
import { amountFault, centsOf, type Cents } from '../../kernel/money.js';
import { parseCnpj } from '../../kernel/cnpj.js';
import type { LineField, LineReason } from '../refusals.js';
import { ACCOUNT_CODE_LENGTH_MAX, ACCOUNT_NAME_LENGTH_MAX, isStorable } from './textLimits.js';

/** A value that JSON or a file's cell may hold; absent and null are the same where a field is optional. */
export type Field<Value> =
  Readonly<{ value: Value; reason: null }> | Readonly<{ value: null; reason: LineReason }>;

/** Trimmed. */
export function accountCodeOf(value: unknown): Field<string> {
  if (isAbsent(value)) return wrong({ is: 'AccountCodeMissing' });
  if (typeof value !== 'string') return wrong({ is: 'AccountCodeInvalid' });
  const code = value.trim();
  if (code === '') return wrong({ is: 'AccountCodeMissing' });
  return isStorable(code, ACCOUNT_CODE_LENGTH_MAX) ? right(code) : wrong({ is: 'AccountCodeInvalid' });
}

/** Trimmed; "" where there is none: then the chart's description is stored. */
export function accountNameOf(value: unknown): Field<string> {
  if (isAbsent(value)) return right('');
  const name = typeof value === 'string' ? value.trim() : null;
  if (name !== null && isStorable(name, ACCOUNT_NAME_LENGTH_MAX)) return right(name);
  return wrong({ is: 'AccountNameInvalid' });
}

export function amountOfField(value: unknown, field: LineField): Field<Cents> {
  if (value === undefined) return wrong({ is: 'AmountMissing', field });
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

/** 14 characters; null where there is none. */
export function lineCnpjOf(value: unknown): Field<string | null> {
  if (isAbsent(value)) return right(null);
  const cnpj = typeof value === 'string' ? parseCnpj(value) : null;
  return cnpj === null ? wrong({ is: 'LineCnpjInvalid' }) : right(cnpj);
}

/** null where there is none. */
export function linePeriodOf(value: unknown): Field<Competence | null> {
  if (isAbsent(value)) return right(null);
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  return competence === null ? wrong({ is: 'LinePeriodInvalid' }) : right(competence);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function right<Value>(value: Value): Field<Value> {
  return { value, reason: null };
}

function wrong(reason: LineReason): Readonly<{ value: null; reason: LineReason }> {
  return { value: null, reason };
}
