// What the check of a document has to know of the company's registers and books. Types only.
import type { Competence } from '../../kernel/competence.js';
import type { SignConvention } from '../../books/events.js';

/** A version whose lines are compared with: the months beside this one, or this month's current version. */
export type Neighbour = Readonly<{
  trialBalanceId: number;
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
  /** null: no chart of that name. Then `ChartNotFoundByName` is refused, and what else lines alone can tell. */
  chart: ChartFacts | null;
  /** The current version of the month before; `first` when the company has no earlier competence. */
  previous: Neighbour | 'first' | 'notImported';
  /** The current version of the month after, if any. */
  next: Neighbour | null;
  /** The current version of this month, for `changes`; null also when `changes` are not wanted. */
  current: Neighbour | null;
  wantsChanges: boolean;
  /** The content hash of this month's current version: a document that equals it is not encoded again. */
  currentContentHash?: string | null;
}>;
