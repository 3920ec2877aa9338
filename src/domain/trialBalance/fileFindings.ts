// What is known of a report file before it is read, and what reading it found. Types only.
import type { Competence } from '../kernel/competence.js';
import type { ColumnMapping, Interpretation } from './interpretation.js';
import type { ImportReason, LineError } from './refusals.js';

export type FileFindings = Readonly<{
  competence: Competence | null;
  chartName: string | null;
  received: number;
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
  errorKinds: ReadonlyMap<string, number>;
  interpretation: Interpretation;
}>;

/** `cnpj` is the company's, 14 characters. */
export type FileRequest = Readonly<{
  fileName: string;
  cnpj: string;
  competence: Competence | null;
  chartName: string | null;
  mapping: ColumnMapping | null;
}>;
