// Why an import is refused, and what it is warned of, as data. Sentences: src/messages.
import type { Competence } from '../kernel/competence.js';
import type { FileReason } from './fileReasons.js';

/** API names, for they are what `erros[].campo` shows. */
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

/** Where a wrong value stands in a file: the column's heading and the value as found; absent for JSON. */
export type Cited = Readonly<{ column?: string; value?: string }>;

/** `line` counts from 1: items of JSON, physical rows of a file. Amounts in centavos. */
export type LineReason =
  | Readonly<{ is: 'LineMalformed' }>
  | Readonly<{ is: 'AccountCodeMissing' }>
  | Readonly<{ is: 'AccountCodeInvalid' }>
  | Readonly<{ is: 'AccountNameInvalid' }>
  | (Readonly<{ is: 'AmountMissing'; field: LineField }> & Cited)
  | (Readonly<{ is: 'AmountInvalid'; field: LineField }> & Cited)
  | (Readonly<{ is: 'AmountPrecision'; field: LineField }> & Cited)
  | (Readonly<{ is: 'AmountTooLarge'; field: LineField }> & Cited)
  /** D or C in a column of its own: missing beside an amount, or something else. */
  | (Readonly<{ is: 'SideMissing'; field: LineField }> & Cited)
  | (Readonly<{ is: 'SideInvalid'; field: LineField }> & Cited)
  | Readonly<{ is: 'LineChartDiffers'; chartName: string; importChartName: string }>
  | (Readonly<{ is: 'LineAccumulated' }> & Cited)
  | Readonly<{ is: 'LineCnpjInvalid' }>
  | Readonly<{ is: 'LineCnpjDiffers'; cnpj: string }>
  | (Readonly<{ is: 'LinePeriodInvalid' }> & Cited)
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

export type LineError = Readonly<{ line: number; field: LineField; accountCode: string; reason: LineReason }>;

export type ImportReason =
  | FileReason
  | Readonly<{ is: 'PeriodInvalid' }>
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
  | Readonly<{ is: 'NoAccountEnters'; chartName: string }>;

export type Warning =
  | Readonly<{ is: 'IgnoredNotInChart'; lines: number; accounts: readonly string[]; more: number }>
  | Readonly<{ is: 'IgnoredNotReconciled'; lines: number; accounts: readonly string[]; more: number }>
  | Readonly<{ is: 'AccountSummed'; accountCode: string; lines: number }>
  /** `sideOfBalance` D or C of the closing balance that is against the account's nature. */
  | Readonly<{ is: 'AgainstNature'; accountCode: string; nature: 'DEBIT' | 'CREDIT'; balanceCents: number }>
  | Readonly<{
      is: 'OpeningDiffers';
      accountCode: string;
      openingCents: number;
      closingCents: number;
      previous: Competence;
    }>
  | Readonly<{ is: 'AccountMissing'; accountCode: string; closingCents: number; previous: Competence }>
  | Readonly<{ is: 'PreviousNotImported'; previous: Competence }>
  | Readonly<{ is: 'ResultAccountsRestarted'; accounts: number; period: 'year' | 'quarter' }>
  | Readonly<{ is: 'NextOpeningsDiffer'; next: Competence }>
  | Readonly<{ is: 'ChartInactive'; chartName: string }>
  | Readonly<{ is: 'ChartOutsideValidity'; chartName: string; competence: Competence }>
  | Readonly<{ is: 'CompetenceInFuture'; competence: Competence }>
  /** Files: rows with amounts and no code, as totals have; named by their physical rows. */
  | Readonly<{ is: 'RowsWithoutCode'; rows: number; lines: readonly number[]; more: number }>
  /** Files: codes a spreadsheet damaged, and the one account of the chart that fits each. */
  | Readonly<{
      is: 'CodesRestored';
      codes: readonly Readonly<{ found: string; accountCode: string }>[];
      more: number;
    }>
  | Readonly<{ is: 'SheetsIgnored'; sheets: readonly string[] }>
  /** Files: a title or a sheet's name that is another month than the import's. */
  | Readonly<{ is: 'OtherMonthNamed'; text: string; competence: Competence }>
  /** Files: columns that the company's saved mapping names and the file lacks. */
  | Readonly<{ is: 'MappingNotUsed'; missing: readonly string[] }>
  /** Always the last when there were more than 200. */
  | Readonly<{ is: 'MoreWarnings'; count: number }>;

/** `reasons` in the order of docs/spec/imports.md#refusals; `lineErrors` are the first 1,000 of `lineErrorCount`. */
export type ImportProblem = Readonly<{
  is: 'ImportRefused';
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
}>;
