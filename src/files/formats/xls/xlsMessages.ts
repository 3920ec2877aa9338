// Messages between openXls.ts and the process that parses for it. Types only.
import type { FileReason } from '../../../domain/trialBalance/fileReasons.js';
import type { TableRow } from '../table.js';

/** Requests a batch of rows of a sheet, from an index of the workbook's own rows on. */
export type XlsQuestion = Readonly<{ id: number; sheet: number; from: number }>;

export type XlsAnswer =
  /** The first message: the workbook is parsed. */
  | Readonly<{ is: 'open'; sheets: readonly Readonly<{ name: string; hidden: boolean }>[] }>
  /** `next` is null after the last row. A batch may be empty. */
  | Readonly<{ is: 'rows'; id: number; rows: readonly TableRow[]; next: number | null }>
  /** About the file, or (with an id) about the request. */
  | Readonly<{ is: 'refused'; id: number | null; reason: FileReason }>;

/** `parseCpuMs` of processor time bound the parsing, `lifeMs` the life of the process. */
export type XlsLimits = Readonly<{
  columnsMax: number;
  sheetsMax: number;
  cellCharactersMax: number;
  parseCpuMs: number;
  lifeMs: number;
}>;
