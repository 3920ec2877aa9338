// A chart's accounts as a table of a person's workbook or CSV, before they are checked. Source:
// docs/spec/console.md#charts.
import type { FileReason } from '../trialBalance/fileReasons.js';

/** Fields of an account in a registers' file, in the order of docs/spec/operator.md#registers. */
export const accountColumns = [
  'codigo',
  'codigoReduzido',
  'descricao',
  'tipo',
  'natureza',
  'classificacao',
  'departamento',
  'setor',
  'exigeConciliacao',
] as const;
export type AccountColumn = (typeof accountColumns)[number];

/** `row`: physical row from 1. Cells that are empty are omitted. */
export type AccountTableRow = Readonly<{
  row: number;
  account: Readonly<Partial<Record<AccountColumn, string | boolean>>>;
}>;

export type AccountsTable = Readonly<{
  rows: readonly AccountTableRow[];
  /** The heading of each column that was read. */
  columns: Readonly<Partial<Record<AccountColumn, string>>>;
  /** Headings of columns that were not. */
  unused: readonly string[];
  /** The first rows whose code a spreadsheet turned into a date or a decimal number: zeros may be lost. */
  wrongCodes: readonly Readonly<{ row: number; shown: string }>[];
}>;

export type AccountsTableFault =
  | Readonly<{ is: 'FileUnreadable'; reason: FileReason }>
  /** No row has both a heading for codes and one for descriptions. */
  | Readonly<{ is: 'HeadingMissing' }>
  | Readonly<{ is: 'ColumnTwice'; column: AccountColumn; headings: readonly string[] }>
  | Readonly<{ is: 'NoAccounts' }>
  | Readonly<{ is: 'TooManyAccounts'; max: number }>;
