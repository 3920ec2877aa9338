// Why an import is refused, as data. Sentences: src/messages.
import type { Competence } from '../kernel/competence.js';
import type { FileReason } from './fileReasons.js';
import type { Interpretation } from './interpretation.js';

/** The names of the API: `erros[].campo` shows them. */
export type LineField =
  | 'accountCode'
  | 'accountName'
  | 'previousBalance'
  | 'debit'
  | 'credit'
  | 'finalBalance'
  | 'cnpj'
  | 'period'
  | 'chartName';

/** The place of a wrong value in a file: the column's heading and the value as found; absent for JSON. */
export type Cited = Readonly<{ column?: string; value?: string }>;

/** `line` counts from 1: items of JSON, physical rows of a file. Amounts in centavos. */
export type LineReason =
  | Readonly<{ is: 'LineMalformed' }>
  | Readonly<{ is: 'AccountCodeMissing' }>
  | Readonly<{ is: 'AccountCodeInvalid' }>
  | Readonly<{ is: 'AccountNameInvalid' }>
  | Readonly<{ is: 'TextTooLong'; lengthMax: number }>
  | Readonly<{ is: 'AmountIsText' }>
  | (Readonly<{ is: 'AmountMissing' | 'AmountInvalid' | 'AmountPrecision' | 'AmountTooLarge' }> & Cited)
  /** A separate column of D and C: the cell of an amount is empty or holds something else. */
  | (Readonly<{ is: 'SideMissing' | 'SideInvalid' }> & Cited)
  | Readonly<{ is: 'LineChartDiffers'; chartName: string; importChartName: string }>
  | (Readonly<{ is: 'LineAccumulated' }> & Cited)
  | Readonly<{ is: 'LineCnpjInvalid' }>
  | Readonly<{ is: 'LineCnpjDiffers'; cnpj: string }>
  | (Readonly<{ is: 'LinePeriodInvalid' }> & Cited)
  /** A month before 2000-01 or after 2100-12. */
  | (Readonly<{ is: 'LinePeriodOutOfRange' }> & Cited)
  | Readonly<{ is: 'LinePeriodDiffers'; competence: Competence; importCompetence: Competence }>
  /** `debitSide` true: previous + debit − credit was expected, else previous − debit + credit. */
  | Readonly<{
      is: 'MovementDoesNotClose';
      debitSide: boolean;
      previousBalanceCents: number;
      debitCents: number;
      creditCents: number;
      finalBalanceCents: number;
      expectedCents: number;
    }>
  | Readonly<{ is: 'SumsTooLarge' }>;

export const AMOUNT_REASONS = {
  notANumber: 'AmountInvalid',
  unclear: 'AmountInvalid',
  precision: 'AmountPrecision',
  tooLarge: 'AmountTooLarge',
} as const;

export type LineError = Readonly<{ line: number; field: LineField; accountCode: string; reason: LineReason }>;

/** The column of a file that was read, its first codes, and rows with amounts that have none there. */
export type CodesRead = Readonly<{ column: string; codes: readonly string[]; rowsWithout: number }>;

export type ImportReason =
  | FileReason
  | Readonly<{ is: 'PeriodInvalid' }>
  /** A month before 2000-01 or after 2100-12. */
  | Readonly<{ is: 'PeriodOutOfRange' }>
  | Readonly<{ is: 'IdentifierMissing' }>
  | Readonly<{ is: 'CompanyIdInvalid' }>
  | Readonly<{ is: 'CnpjInvalid' }>
  | Readonly<{ is: 'CnpjOfAnotherCompany'; cnpj: string }>
  | Readonly<{ is: 'LineItemsMissing' }>
  | Readonly<{ is: 'LineItemsEmpty' }>
  | Readonly<{ is: 'LineItemsTooMany' }>
  | Readonly<{ is: 'ChartNameMissing' }>
  | Readonly<{ is: 'ChartNameInvalid' }>
  | Readonly<{ is: 'ChartNotFoundByName'; chartName: string }>
  | Readonly<{ is: 'NoAccountEnters'; chartName: string; read?: CodesRead }>;

/**
 * `reasons` in the order of docs/spec/imports.md#refusals; `lineErrors` are the first 1,000 of `lineErrorCount`.
 */
export type Faults = Readonly<{
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
}>;

/** `understood`: how a file was interpreted, as far as it was read; absent for JSON. */
export type ImportProblem = Readonly<{ is: 'ImportRefused'; understood?: Understood }> & Faults;

export function refusedFor(...reasons: readonly ImportReason[]): ImportProblem {
  return { is: 'ImportRefused', reasons, lineErrors: [], lineErrorCount: 0 };
}

/** @returns null where there is no fault */
export function refusalOf({ reasons, lineErrors, lineErrorCount }: Faults): ImportProblem | null {
  if (reasons.length === 0 && lineErrorCount === 0) return null;
  return { is: 'ImportRefused', reasons, lineErrors, lineErrorCount };
}

export type Understood = Readonly<{
  interpretation: Interpretation;
  /** The number of line errors of each kind (`errorKind`) found among the first 1,000. */
  errorKinds: ReadonlyMap<string, number>;
  /** Lines whose movement was checked; null where none was. */
  checked: number | null;
}>;

/** The key of errors of the same kind: reason, field, column, and the company or month named by the line. */
export function errorKind({ field, reason }: Pick<LineError, 'field' | 'reason'>): string {
  const column = 'column' in reason ? reason.column : '';
  const value = 'cnpj' in reason ? reason.cnpj : 'competence' in reason ? reason.competence : '';
  return [reason.is, field, column, value].join(' ');
}

// Collects the errors of lines: counts all and keeps the first ones, so that a body of wrong lines needs no more
// memory than a valid one.

/** Largest number of entries of `erros` (docs/spec/imports.md#line-errors). */
const LINE_ERRORS_MAX = 1_000;
const KINDS_MAX = 200;

export class LineErrors {
  readonly firstErrors: LineError[] = [];
  /** The number of errors of each kind, for the first kinds. */
  readonly kinds = new Map<string, number>();
  count = 0;

  /** Adds reasons to those that there are. */
  with(reasons: readonly ImportReason[]): Faults {
    return { reasons, lineErrors: this.firstErrors, lineErrorCount: this.count };
  }

  add(line: number, field: LineError['field'], accountCode: string, reason: LineError['reason']): void {
    this.count++;
    this.#countKind(errorKind({ field, reason }), 1);
    if (this.firstErrors.length < LINE_ERRORS_MAX) this.firstErrors.push({ line, field, accountCode, reason });
  }

  addAll({ firstErrors, count, kinds }: LineErrors): void {
    this.count += count;
    this.firstErrors.push(...firstErrors.slice(0, LINE_ERRORS_MAX - this.firstErrors.length));
    for (const [kind, of] of kinds) this.#countKind(kind, of);
  }

  #countKind(kind: string, count: number): void {
    const kindCount = this.kinds.get(kind);
    if (kindCount !== undefined || this.kinds.size < KINDS_MAX) this.kinds.set(kind, (kindCount ?? 0) + count);
  }
}
