// A company's saved column mapping: the heading of each field in its report files.
// Source: docs/spec/files.md#mapping.
import type { ColumnField } from '../trialBalance/fileReasons.js';
import type { Interpretation } from '../trialBalance/interpretation.js';

export const requiredColumns = ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance'] as const;

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

/** A column by its heading, or by its place where the heading is missing, repeated, or stands beside its column. */
export function columnName(headings: readonly string[], index: number): string {
  const heading = headings[index] ?? '';
  const isOnly = headings.filter((other) => other.toLowerCase() === heading.toLowerCase()).length === 1;
  return heading !== '' && !heading.includes(' / ') && isOnly ? heading : `nº ${index + 1}`;
}
