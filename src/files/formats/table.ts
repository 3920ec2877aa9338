// What a reader of any format returns: tables of rows of cells, in bounded memory. What cells mean is decided
// later.
import type { Interpretation } from '../../domain/trialBalance/interpretation.js';
import type { FileFormat, FileReason } from '../../domain/trialBalance/fileReasons.js';

/** Typed cells of a spreadsheet keep their type; text stays text, untrimmed. `date` is YYYY-MM-DD. */
export type Cell = string | number | boolean | null | Readonly<{ date: string }>;

/**
 * `line` is the physical row of the file or sheet, from 1, the first one where the row spans several. The value of
 * merged cells stands in the first, the others are null. Trailing empty cells and empty rows may be left out.
 */
export type TableRow = Readonly<{ line: number; cells: readonly Cell[] }>;

export type Table = Readonly<{
  /** The sheet's name; of an ECD the period as YYYY-MM; null where there is none. */
  name: string | null;
  hidden: boolean;
  /**
   * Rows in order, in batches of any size but never empty, to avoid a promise per row. May be called again and
   * reads from the start. A consumer that stops early has to end the iteration, which frees everything.
   * @throws FileRefused
   */
  rows(): AsyncIterable<readonly TableRow[]>;
}>;

/**
 * An open file. Of a generic XML the first row of its table holds the names of the elements or attributes; of an
 * ECD there is one table per period (I150), whose first row holds the layout's names (COD_CTA, VL_SLD_INI,
 * IND_DC_INI, VL_DEB, VL_CRED, VL_SLD_FIN, IND_DC_FIN), at the I150's line.
 */
export type OpenFile = Readonly<{
  format: FileFormat;
  /** Encoding as a person would name it (`UTF-8`, `windows-1252`); null where the format settles it. */
  encoding: string | null;
  /** The character; null unless text. */
  delimiter: string | null;
  tables: readonly Table[];
  /** The company of the whole file (ECD), 14 characters unmasked. */
  cnpj?: string | null;
  close(): Promise<void>;
}>;

/** A file of one format, with what its reader settles otherwise. */
export function opened(format: FileFormat, tables: readonly Table[], other: Partial<OpenFile> = {}): OpenFile {
  return { format, encoding: null, delimiter: null, tables, close: async () => undefined, ...other };
}

export const COLUMNS_MAX = 256;
export const SHEETS_MAX = 200;
/** UTF-16 units of one cell, and bytes of one line of text. */
export const CELL_CHARACTERS_MAX = 32_767;
export const LINE_BYTES_MAX = 1_048_576;

/**
 * Opens a file of a known kind. @param signal ends every wait and every iteration
 * @throws FileRefused
 */
export type OpenReader = (path: string, signal: AbortSignal) => Promise<OpenFile>;

export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** What was understood before; null where nothing was. */
  interpretation: Interpretation | null = null;
  constructor(
    readonly reason: FileReason,
    options?: ErrorOptions,
  ) {
    super(reason.is, options);
  }
}

export function tooManyColumns(line: number): FileRefused {
  return new FileRefused({ is: 'FileTooManyColumns', line, columnsMax: COLUMNS_MAX });
}

/** Puts a value into a row; empty ones are left out. @throws FileRefused FileTooManyColumns */
export function putCell(cells: Cell[], column: number, value: Cell, line: number): void {
  if (value === null || value === '') return;
  if (column >= COLUMNS_MAX) throw tooManyColumns(line);
  while (cells.length < column) cells.push(null);
  cells[column] = value;
}
