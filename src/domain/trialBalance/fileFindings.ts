// What is known of a report file before it is read, and what reading it found.
import type { Competence } from '../kernel/competence.js';
import type { ColumnMapping, Interpretation } from './interpretation.js';
import type { Problem } from '../problem.js';
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

/** @returns null for a file without any reason or line error */
export function fileRefusal({
  reasons,
  lineErrors,
  lineErrorCount,
  errorKinds,
  interpretation,
}: FileFindings): Problem | null {
  if (reasons.length === 0 && lineErrorCount === 0) return null;
  const understood = { interpretation, errorKinds, checked: null };
  return { is: 'ImportRefused', reasons, lineErrors, lineErrorCount, understood };
}

/** `cnpj` is the company's, 14 characters. */
export type FileRequest = Readonly<{
  fileName: string;
  cnpj: string;
  competence: Competence | null;
  chartName: string | null;
  mapping: ColumnMapping | null;
}>;
