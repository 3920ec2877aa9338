// What is known of a report file before it is read, and what reading it found.
import type { Competence } from '../kernel/competence.js';
import type { ColumnMapping, Interpretation } from './interpretation.js';
import { refusalOf, type Faults, type ImportProblem } from './refusals.js';

/** `competence` and `chartName`: of the request, else of the file. */
export type FileFindings = Faults &
  Readonly<{
    competence: Competence | null;
    chartName: string | null;
    received: number;
    errorKinds: ReadonlyMap<string, number>;
    interpretation: Interpretation;
  }>;

/** @returns null for a file without any reason or line error */
export function fileRefusal({ errorKinds, interpretation, ...findings }: FileFindings): ImportProblem | null {
  const refusal = refusalOf(findings);
  return refusal && { ...refusal, understood: { interpretation, errorKinds, checked: null } };
}

/** `cnpj` is the company's, 14 characters. */
export type FileRequest = Readonly<{
  fileName: string;
  cnpj: string;
  competence: Competence | null;
  chartName: string | null;
  mapping: ColumnMapping | null;
}>;

/** The errors of a file as sentences: `byLine` by physical row, `general` about the whole file and never empty. */
export type FileErrors = Readonly<{
  byLine: ReadonlyMap<number, readonly string[]>;
  general: readonly string[];
  heading: string;
  /** Where the import reads the table; absent: as the file's own headings tell. */
  place?: Pick<Interpretation, 'sheet' | 'headingLine'> | undefined;
}>;
