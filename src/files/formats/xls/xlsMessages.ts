// What the reader of XLS and the process that parses for it say to each other.
import type { FileReason } from '../../../domain/trialBalance/fileReasons.js';
import type { TableRow } from '../table.js';

/** Asks for up to a batch of rows of a sheet, from an index of the workbook's own rows. */
export type XlsQuestion = Readonly<{ id: number; sheet: number; from: number }>;

export type XlsAnswer =
  /** The first message: the workbook is parsed. */
  | Readonly<{ is: 'open'; sheets: readonly Readonly<{ name: string; hidden: boolean }>[] }>
  /** `next` is null after the last row. Rows may be none before it. */
  | Readonly<{ is: 'rows'; id: number; rows: readonly TableRow[]; next: number | null }>
  /** Of the file, or (with an id) of one sheet. */
  | Readonly<{ is: 'refused'; id: number | null; reason: FileReason }>;

/**
 * Milliseconds of processor time after which the process ends itself when it has not parsed the file, and of life after
 * which it ends itself should its parent not.
 */
export type XlsLimits = Readonly<{
  columnsMax: number;
  sheetsMax: number;
  cellCharactersMax: number;
  parseCpuMs: number;
  lifeMs: number;
}>;
