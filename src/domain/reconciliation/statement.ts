// A ledger of one account, or a statement of it from outside, as a person's file gives it. Source:
// docs/spec/files.md#statements.
import type { FileReason } from '../trialBalance/fileReasons.js';

/** `razao`: the company's own ledger; `extrato`: what the bank, card or supplier says. */
export const statementSides = ['razao', 'extrato'] as const;
export type StatementSide = (typeof statementSides)[number];

/** Columns of a table, in the order in which a preview names them. */
export const statementColumns = [
  'data',
  'descricao',
  'valor',
  'lado',
  'debito',
  'credito',
  'documento',
  'contraparte',
  'conta',
] as const;
export type StatementColumn = (typeof statementColumns)[number];

/** The columns of a company's files of one side, by heading or by place (`nº 3`); the others are recognised. */
export type StatementMapping = Readonly<Partial<Record<StatementColumn, string>>>;

/**
 * The columns that a mapping has to name and does not: an amount is one column, or one of debits and one of
 * credits.
 */
export function unnamedColumns(mapping: StatementMapping): readonly StatementColumn[] {
  const hasAmount = mapping.valor !== undefined || (mapping.debito !== undefined && mapping.credito !== undefined);
  const requiredColumns: readonly StatementColumn[] = hasAmount
    ? ['data', 'descricao']
    : ['data', 'descricao', 'valor'];
  return requiredColumns.filter((column) => mapping[column] === undefined);
}

/**
 * A table as it was read, to correct its columns: every heading, where the columns are, and the first rows as
 * text.
 */
export type StatementTable = Readonly<{
  /** 0 if there is none. */
  headingLine: number;
  headings: readonly string[];
  places: Readonly<Partial<Record<StatementColumn, readonly number[]>>>;
  firstRows: readonly (readonly string[])[];
}>;

/**
 * `line`: physical line or row of the file, from 1. Dates are YYYY-MM-DD. Amounts that bring money in are positive
 * on both sides.
 */
export type StatementLine = Readonly<{
  line: number;
  description: string;
  date: string;
  amountCents: number;
  document: string | null;
  counterparty: string | null;
}>;

export type Statement = Readonly<{
  lines: readonly StatementLine[];
  /** Null for an OFX. */
  table: StatementTable | null;
  /** Lines of balances and totals, and without an amount: no movements. */
  balanceLines: number;
  otherAccounts: number;
  /** Lines below `Lançamentos futuros`: they are of later days. */
  laterLines: number;
  /** Further sheets with movements, which are not read. */
  otherSheets?: readonly string[];
  /** The balance at the end, as an OFX or a column of balances says it; null where neither does. */
  balanceCents: number | null;
  /** The day of that balance; null where the file does not tell it. */
  balanceDate: string | null;
}>;

/**
 * `accountCode`: of the account, for files that name one in each line. `linesMax`: how many a file may have.
 * `chosen`: the columns of this file; without them those `saved` count where the file has them, else what is
 * recognised.
 */
export type StatementAsked = Readonly<{ side: StatementSide; accountCode: string; linesMax: number }> &
  StatementMappings;
export type StatementMappings = Readonly<{ chosen: StatementMapping | null; saved: StatementMapping | null }>;

export type WrongLine = Readonly<{ line: number; fault: 'date' | 'amount' | 'description'; shown: string }>;

/** Why a file has no lines for the account; `table` where its columns may be the reason. */
export type StatementFault = Fault & Readonly<{ table?: StatementTable }>;
type Fault =
  | Readonly<{ is: 'FileUnreadable'; reason: FileReason }>
  /**
   * No row has headings for a date, a description and an amount; `unfound`: the chosen ones that the file lacks.
   */
  | Readonly<{ is: 'HeadingMissing'; unfound?: readonly string[] }>
  | Readonly<{ is: 'NoLines' }>
  | Readonly<{ is: 'TooManyLines'; max: number }>
  /** The first of the lines that cannot be read, and how many they are. */
  | Readonly<{ is: 'LinesWrong'; lines: readonly WrongLine[]; count: number }>
  | Readonly<{ is: 'OtherAccount'; code: string }>
  | Readonly<{ is: 'AccountsSeveral' }>
  /** The first of the lines outside the days, and how many they are. */
  | Readonly<{ is: 'DatesOutside'; lines: readonly Readonly<{ line: number; date: string }>[]; count: number }>;

export const STATEMENT_LINES_MAX = 50_000;
const LINES_NAMED_MAX = 20;

/** @param from null: lines of earlier days belong to it as well */
export function datesOutside(
  { lines }: Pick<Statement, 'lines'>,
  { from, to }: Readonly<{ from: string | null; to: string }>,
): StatementFault | null {
  const outside = lines.filter(({ date }) => date > to || (from !== null && date < from));
  if (outside.length === 0) return null;
  const places = outside.slice(0, LINES_NAMED_MAX).map(({ line, date }) => ({ line, date }));
  return { is: 'DatesOutside', lines: places, count: outside.length };
}
