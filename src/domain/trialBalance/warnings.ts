// The warnings of an import, as data. Rules: checks/documentWarnings.ts and, of
// files, src/files. Sentences: src/messages/imports/warnings.ts.
import type { Competence } from '../kernel/competence.js';

/** Entries of `avisos`; the last counts the others (docs/spec/imports.md#warnings). */
export const WARNINGS_MAX = 200;

/** Largest number of accounts named in one warning (docs/spec/imports.md#ignored-lines). */
export const ACCOUNTS_NAMED_MAX = 20;

/**
 * Different accounts are counted so far: a set of hundreds of thousands takes a fifth of the reading of a file.
 */
export const ACCOUNTS_COUNTED_MAX = 50_000;

export type Warning =
  | Readonly<{ is: 'IgnoredNotInChart'; lines: number; accounts: readonly string[]; more: number }>
  | Readonly<{ is: 'IgnoredNotReconciled'; lines: number; accounts: readonly string[]; more: number }>
  | Readonly<{ is: 'AccountSummed'; accountCode: string; lines: number }>
  /** `AccountSummed` for several accounts: a file has one warning of each kind. */
  | Readonly<{ is: 'AccountsSummed'; accounts: readonly string[]; more: number }>
  | Readonly<{ is: 'SeveralAgainstNature'; accounts: readonly AgainstNature[]; more: number }>
  | Readonly<{
      is: 'SeveralOpeningsDiffer';
      accounts: readonly OtherOpening[];
      more: number;
      previous: Competence;
    }>
  | Readonly<{ is: 'SeveralAccountsMissing'; accounts: readonly Missing[]; more: number; previous: Competence }>
  /** A closing balance on the side opposite to the account's nature. */
  | (Readonly<{ is: 'AgainstNature' }> & AgainstNature)
  | (Readonly<{ is: 'OpeningDiffers'; previous: Competence }> & OtherOpening)
  | (Readonly<{ is: 'AccountMissing'; previous: Competence }> & Missing)
  | Readonly<{ is: 'PreviousNotImported'; previous: Competence }>
  | Readonly<{ is: 'ResultAccountsRestarted'; accounts: number; period: 'year' | 'quarter' }>
  | Readonly<{ is: 'NextOpeningsDiffer'; next: Competence }>
  | Readonly<{ is: 'ChartInactive'; chartName: string }>
  | Readonly<{ is: 'ChartOutsideValidity'; chartName: string; competence: Competence }>
  | Readonly<{ is: 'CompetenceInFuture'; competence: Competence }>
  /** Files: rows with amounts but no code, such as totals. `lines` are physical rows. */
  | Readonly<{ is: 'RowsWithoutCode'; rows: number; lines: readonly number[]; more: number }>
  /** Files: codes that a spreadsheet altered, each with the only account of the chart it can mean. */
  | Readonly<{
      is: 'CodesRestored';
      codes: readonly Readonly<{ found: string; accountCode: string }>[];
      more: number;
    }>
  /** Files: altered codes that can mean more than one account; their lines match none. */
  | Readonly<{
      is: 'CodesAmbiguous';
      codes: readonly Readonly<{ found: string; accounts: readonly string[] }>[];
      more: number;
    }>
  /** Files: fewer than half of the lines with amounts match an account; `codes` are the first unmatched ones. */
  | Readonly<{ is: 'FewAccountsFound'; lines: number; found: number; column: string; codes: readonly string[] }>
  /** Files: a second column of codes, or the name, belongs to another account; only the code was used. */
  | Readonly<{ is: 'OtherAccountNamed'; by: 'code' | 'name'; lines: readonly OtherAccount[]; more: number }>
  /**
   * Files: total debits and credits of the detail lines differ; `group` is one whose lines do not add up, if any.
   */
  | Readonly<{
      is: 'SumsDiffer';
      lines: number;
      debitCents: number;
      creditCents: number;
      group: GroupDifference | null;
      /** The group's lines are the last of the file, which may be truncated. */
      isCut: boolean;
    }>
  | Readonly<{ is: 'GroupsDiffer'; groups: readonly GroupDifference[]; more: number }>
  | Readonly<{ is: 'BalancesDiffer'; lines: number; balanceCents: number }>
  /**
   * Files: all lines occur again from `line` on, with the same accounts and amounts; `LinesRepeated`: some lines
   * do.
   */
  | Readonly<{ is: 'LinesTwice'; lines: number; line: number }>
  | Readonly<{ is: 'LinesRepeated'; lines: number; accounts: readonly string[]; more: number }>
  | Readonly<{ is: 'SheetsIgnored'; sheets: readonly string[] }>
  /** Files: a title or a sheet's name contains a month that differs from the import's. */
  | Readonly<{ is: 'OtherMonthNamed'; text: string; competence: Competence }>
  /** Files: no amount of a text has decimals; they may be centavos. */
  | Readonly<{ is: 'NoDecimals'; lines: number }>
  /** Files: a title, a sheet's name or the file's name that sounds like several months. */
  | Readonly<{ is: 'SeveralMonthsNamed'; text: string; competence: Competence }>
  /** Files: columns of the company's saved mapping that are missing in the file. */
  | Readonly<{ is: 'MappingNotUsed'; missing: readonly string[] }>
  /** Always the last when there were more than 200. */
  | Readonly<{ is: 'MoreWarnings'; count: number }>;

/** An account that the month before closed with, and this month lacks or opens otherwise. */
export type Missing = Readonly<{ accountCode: string; closingCents: number }>;
export type OtherOpening = Missing & Readonly<{ openingCents: number }>;
/** Opening of the month after. `debit`: what a debit is in both amounts; 0 where nothing tells. */
export type NextOpening = OtherOpening & Readonly<{ debit: 1 | -1 | 0 }>;

export type AgainstNature = Readonly<{ accountCode: string; nature: 'DEBIT' | 'CREDIT'; balanceCents: number }>;

/** A line whose code and whose name, or second code, belong to different accounts. */
export type OtherAccount = Readonly<{ line: number; accountCode: string; otherCode: string }>;

/** A group of a file whose lines do not add up to its own amounts. */
export type GroupDifference = Readonly<{
  code: string;
  of: 'debit' | 'credit' | 'previousBalance' | 'finalBalance';
  ownCents: number;
  linesCents: number;
}>;

/** The first 200; the last of them counts the others. */
export function limitedWarnings(all: readonly Warning[]): readonly Warning[] {
  if (all.length <= WARNINGS_MAX) return all;
  const first = all.slice(0, WARNINGS_MAX - 1);
  return [...first, { is: 'MoreWarnings', count: all.length - first.length }];
}

export function firstAndMore<Name extends string, Item>(name: Name, all: readonly Item[]) {
  const items = all.slice(0, ACCOUNTS_NAMED_MAX);
  return { [name]: items, more: all.length - items.length } as Record<Name, readonly Item[]> & { more: number };
}
