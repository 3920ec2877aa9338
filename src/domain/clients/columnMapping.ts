// A company's saved column mapping: which heading of its reports holds which field.
// Source: docs/spec/files.md#mapping.
import type { ColumnField } from '../trialBalance/fileReasons.js';

export const requiredColumns = ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance'] as const;

/** Headings as the reports print them; all but the five required fields may be missing. `headerRow` counts from 1. */
export type ColumnMapping = Readonly<Partial<Record<ColumnField, string>>> &
  Readonly<Record<(typeof requiredColumns)[number], string>> &
  Readonly<{ sheet?: string; headerRow?: number }>;
