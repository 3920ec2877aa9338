// What a report file was found to hold, and how it was understood. Types only.
import type { SignConvention } from '../books/events.js';
import type { Competence } from '../kernel/competence.js';
import type { ColumnField, FileFormat } from './fileReasons.js';
import type { ImportReason, LineError } from './refusals.js';

/** How the side of a balance is marked. With `none` the lines themselves decide the sign convention. */
export type SideStyle = 'suffix' | 'column' | 'separate' | 'none';

/** How the file was understood. */
export type Interpretation = Readonly<{
  format: FileFormat;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  headingLine: number;
  /** Headings as they stand in the file. */
  columns: Readonly<Partial<Record<ColumnField, string>>>;
  sides: SideStyle;
  convention: SignConvention | null;
  /** Every heading, by column. */
  headings: readonly string[];
  /** The first rows under them, as text. */
  firstRows: readonly (readonly string[])[];
}>;

export type FileFindings = Readonly<{
  competence: Competence | null;
  chartName: string | null;
  received: number;
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
  interpretation: Interpretation;
}>;
