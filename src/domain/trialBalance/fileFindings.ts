// Findings of reading a report file. Types only.
import type { Competence } from '../kernel/competence.js';
import type { Interpretation } from './interpretation.js';
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
