// How a report file was interpreted. Types only.
import type { SignConvention } from '../books/events.js';
import type { ColumnField, FileFormat } from './fileReasons.js';

/** How the side of a balance is marked. `none`: the sign convention is determined from the lines. */
export type SideStyle = 'suffix' | 'column' | 'separate' | 'none';

/** How the file was interpreted. */
export type Interpretation = Readonly<{
  format: FileFormat;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  /** 0 if there is none. */
  headingLine: number;
  /** Headings as written in the file. */
  columns: Readonly<Partial<Record<ColumnField, string>>>;
  /** Column indexes of each field; two for a balance with a column per side. */
  places: Readonly<Partial<Record<ColumnField, readonly number[]>>>;
  sides: SideStyle;
  convention: SignConvention | null;
  /** `read` counts all lines, the others only detail lines; null if the file was not read to its end. */
  totals: Readonly<{ read: number; lines: number; debitCents: number; creditCents: number }> | null;
  /** Lines, how many of them match an account, and the first unmatched codes; null without a chart. */
  accounts: Readonly<{ lines: number; found: number; notFound: readonly string[] }> | null;
  /** Every heading, by column. */
  headings: readonly string[];
  /** The first rows under them, as text. */
  firstRows: readonly (readonly string[])[];
}>;
