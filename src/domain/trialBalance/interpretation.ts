// How a report file was interpreted. Types only.
import type { SignConvention } from '../books/events.js';
import type { ColumnField, FileFormat } from './fileReasons.js';

/** How the side of a balance is marked. `none`: the sign convention is determined from the lines. */
export type SideStyle = 'suffix' | 'column' | 'separate' | 'none';

export type Interpretation = Readonly<{
  format: FileFormat;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  /** 0 if there is none. */
  headingLine: number;
  /** Headings as written in the file. */
  columns: Readonly<Partial<Record<ColumnField, string>>>;
  /** Column indexes of each field; two for a balance with a column per side. */
  places: Readonly<Partial<Record<ColumnField, readonly number[]>>>;
  sides: SideStyle;
  convention: SignConvention | null;
  /** `read` counts all lines, the others only detail lines; null if the file was not read to its end. */
  totals: Readonly<{ read: number; lines: number; debitCents: number; creditCents: number }> | null;
  /** Lines, how many of them match an account, and the first unmatched codes; null without a chart. */
  accounts: Readonly<{ lines: number; found: number; notFound: readonly string[] }> | null;
  /** Every heading, by column. */
  headings: readonly string[];
  /** The first rows under them, as text. */
  firstRows: readonly (readonly string[])[];
}>;

// A company's saved column mapping: the heading of each field in its report files.
// Source: docs/spec/files.md#mapping.

export const requiredColumns = ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance'] as const;

export const COLUMN_NAME_LENGTH_MAX = 200;
export const HEADER_ROW_MAX = 1_000_000;

/** Headings as printed in the reports. `headerRow` counts from 1. */
export type ColumnMapping = Readonly<Partial<Record<ColumnField, string>>> &
  Readonly<Record<(typeof requiredColumns)[number], string>> &
  Readonly<{ sheet?: string; headerRow?: number }>;

/** The mapping by which a file was read. */
export function suggestedMapping({
  places,
  headings,
  sheet,
}: Pick<Interpretation, 'places' | 'headings' | 'sheet'>): Readonly<Record<string, string>> {
  const columns = Object.entries(places)
    // A month and a year apart are recognised again by themselves.
    .filter(([field, indexes]) => indexes.length === 1 || field !== 'period')
    .map(([field, indexes]): [string, string] => [
      field,
      indexes.map((index) => columnName(headings, index)).join(' / '),
    ]);
  return { ...Object.fromEntries<string>(columns), ...(sheet !== null && { sheet }) };
}

/**
 * A column by its heading, or by its place where the heading is missing, repeated, or stands beside its column.
 */
export function columnName(headings: readonly string[], index: number): string {
  const heading = headings[index] ?? '';
  const isOnly = headings.filter((other) => other.toLowerCase() === heading.toLowerCase()).length === 1;
  return heading !== '' && !heading.includes(' / ') && isOnly ? heading : `nº ${index + 1}`;
}
