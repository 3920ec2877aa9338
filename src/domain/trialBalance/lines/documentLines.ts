// The lines of a document as they were read, in the order sent. Types, but for the line limit.
import type { Competence } from '../../kernel/competence.js';
import type { LineError } from '../refusals.js';
import type { Warning } from '../warnings.js';
import type { Amounts } from './amounts.js';

/** Lines of one JSON import (docs/spec/imports.md#fields). Files have no limit of their own. */
export const LINES_MAX = 20_000;

/** A well-formed line. */
export type DocumentLine = Amounts &
  Readonly<{
    /** For messages, from 1: the item of JSON, the physical row of a file. */
    line: number;
    /** Trimmed, never empty. */
    accountCode: string;
    /** Trimmed; "" where the document has none. */
    accountName: string;
    /** CNPJ and month given on the line. A file's are compared while it is read. */
    cnpj?: string | null;
    competence?: Competence | null;
  }>;

/** A line of a file that its reading found outside the chart. `place`: its index among all lines of the file, from 0. */
export type OutsideLine = Omit<DocumentLine, 'line' | 'cnpj' | 'competence'> & Readonly<{ place: number }>;

export type DocumentLines = Readonly<{
  lines: readonly DocumentLine[];
  /** Of a file, by place; those of JSON are among `lines`. */
  outside?: readonly OutsideLine[];
  /** Findings of reading a file, apart from these lines; the lines counted there were received too. */
  readingFindings?: ReadingFindings;
}>;

/** Company, month and chart given on lines were compared while reading. */
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
