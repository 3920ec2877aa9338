// The lines of a document as columns: a few arrays instead of 20,000 objects.
import type { Competence } from '../../kernel/competence.js';
import type { LineError } from '../refusals.js';
import type { Warning } from '../warnings.js';
import type { Texts } from './textColumn.js';

/** Lines of one JSON import (docs/spec/imports.md#fields). Files have no limit of their own. */
export const LINES_MAX = 20_000;

/** Offset of an amount among the four of its line: `cents[4 * line + FINAL]`. */
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
  /** Trimmed; "" where the document has none. */
  accountName: Texts;
  /** Four per line: previous balance, debit, credit, final balance. */
  cents: Float64Array;
  /** CNPJ, month and chart given on a line; undefined for lines without any. */
  cnpj: readonly (string | undefined)[] | null;
  competence: readonly (Competence | undefined)[] | null;
  /** Line numbers for messages, from 1; null if line i has number i + 1. */
  lineNumber: Int32Array | null;
  /** Findings of reading a file, apart from these lines; the lines counted there were received too. */
  readingFindings?: ReadingFindings;
}>;

/** Lines outside the chart are only counted. Company, month and chart given on lines were compared while reading. */
export type ReadingFindings = Readonly<{
  notInChart: Readonly<{ lines: number; accounts: readonly string[]; more: number }>;
  errors: readonly LineError[];
  errorCount: number;
  errorKinds: ReadonlyMap<string, number>;
  /** Warnings about the interpretation of the file; they precede those about its content. */
  warnings: readonly Warning[];
  /** The heading of the column of codes. */
  codeColumn?: string;
}>;

export function lineNumberOf(table: LineTable, line: number): number {
  return table.lineNumber?.[line] ?? line + 1;
}
