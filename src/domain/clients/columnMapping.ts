// A company's saved column mapping: the heading of each field in its report files.
// Source: docs/spec/files.md#mapping.
import type { ColumnField } from '../trialBalance/fileReasons.js';

export const requiredColumns = ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance'] as const;

/** Headings as printed in the reports. `headerRow` counts from 1. */
export type ColumnMapping = Readonly<Partial<Record<ColumnField, string>>> &
  Readonly<Record<(typeof requiredColumns)[number], string>> &
  Readonly<{ sheet?: string; headerRow?: number }>;
