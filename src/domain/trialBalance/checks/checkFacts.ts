// The facts of the company's registers and books that the check of a document needs. Types only.
import type { Competence } from '../../kernel/competence.js';
import type { SignConvention } from '../../books/events.js';

/** A version to compare with: of a neighbouring month, or the current one of this month. */
export type Neighbour = Readonly<{
  competence: Competence;
  convention: SignConvention;
  linesStream: string;
}>;

/** The chart the import named, at the version to check against. Dates are YYYY-MM-DD. */
export type ChartFacts = Readonly<{
  chartId: number;
  version: number;
  active: boolean;
  validFrom: string;
  validTo: string | null;
}>;

export type CheckFacts = Readonly<{
  cnpj: string;
  competence: Competence;
  currentMonth: Competence;
  chartName: string;
  /**
   * Null: no chart of that name. The refusal is then `ChartNotFoundByName`, with the reasons that need no chart.
   */
  chart: ChartFacts | null;
  /** The current version of the month before; `first` when the company has no earlier competence. */
  previous: Neighbour | 'first' | 'notImported';
  /** The current version of the month after, if any. */
  next: Neighbour | null;
  /** The current version of this month, for `changes`; null also without `includeChanges`. */
  current: Neighbour | null;
  includeChanges: boolean;
  /** Whether the result contains the encoded lines. */
  includeLines: boolean;
}>;
