// The lines of a document as columns: 20,000 of them are a handful of arrays, not 20,000 objects.
import type { Competence } from '../../kernel/competence.js';
import type { LineError, Warning } from '../refusals.js';
import type { Texts } from './textColumn.js';

/** Lines of one JSON import (docs/spec/imports.md#fields). Files have no limit of their own. */
export const LINES_MAX = 20_000;

/** Where an amount stands among the four of its line: `cents[4 * line + FINAL]`. */
export const PREVIOUS = 0;
export const DEBIT = 1;
export const CREDIT = 2;
export const FINAL = 3;
export const AMOUNTS = 4;

/** In the order sent; every line is well-formed. */
export type LineTable = Readonly<{
  count: number;
  /** Trimmed, never empty. */
  accountCode: Texts;
  /** Trimmed; "" where the document gives none. */
  accountName: Texts;
  /** Four per line: previous balance, debit, credit, final balance. */
  cents: Float64Array;
  /** What a line says of itself, where any does; undefined on the others. */
  cnpj: readonly (string | undefined)[] | null;
  competence: readonly (Competence | undefined)[] | null;
  /** Numbers to name lines by, counting from 1; null when line i is number i + 1. */
  lineNumber: Int32Array | null;
  /** What a file of any length was relieved of while it was read; lines it holds count as received. */
  besides?: Besides;
}>;

/** Lines outside the chart are only counted; what lines say of company, month and chart was compared already. */
export type Besides = Readonly<{
  notInChart: Readonly<{ lines: number; accounts: readonly string[]; more: number }>;
  errors: readonly LineError[];
  errorCount: number;
  /** Of how the file was understood; they come before those of its content. */
  warnings: readonly Warning[];
}>;

export function lineNumberOf(table: LineTable, line: number): number {
  return table.lineNumber?.[line] ?? line + 1;
}
