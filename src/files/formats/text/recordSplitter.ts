// Splits delimited text into rows. Records with plain quoting are split at the delimiters here; those with quotes
// inside quotes, or over several lines, go to csv-parse. It alone takes eight times as long, and five times that
// again where a title stands above the table: it makes an Error of each record that has not as many fields as the
// first.
import { parse } from 'csv-parse/sync';
import { isBlank } from '../../cells/cellText.js';
import {
  CELL_CHARACTERS_MAX,
  COLUMNS_MAX,
  FileRefused,
  LINE_BYTES_MAX,
  tooManyColumns,
  type TableRow,
} from '../table.js';

const QUOTE = 0x22;
const CR = 0x0d;

type SplitOptions = Readonly<{ delimiter: string; lineEnd: '\n' | '\r' }>;

export class RecordSplitter {
  #pending = '';
  #line = 1;

  constructor(private readonly options: SplitOptions) {}

  /**
   * @returns the rows that end in this piece, without blank ones
   * @throws FileRefused FileTooManyColumns, FileLineTooLong, FileQuotesBroken
   */
  push(piece: string, isLast: boolean): TableRow[] {
    const text = this.#pending === '' ? piece : this.#pending + piece;
    const rows: TableRow[] = [];
    const used = this.#split(text, isLast, rows);
    this.#pending = text.slice(used);
    if (this.#pending.length > LINE_BYTES_MAX) throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
    return rows;
  }

  /** @returns how much of the text is consumed */
  #split(text: string, isLast: boolean, rows: TableRow[]): number {
    const { lineEnd } = this.options;
    let at = 0;
    while (at < text.length) {
      const lineEndAt = text.indexOf(lineEnd, at);
      if (lineEndAt === -1 && !isLast) return at;
      const end = lineEndAt === -1 ? text.length : lineEndAt;
      const stop = end > at && lineEnd === '\n' && text.charCodeAt(end - 1) === CR ? end - 1 : end;
      const cells = this.#plainCells(text.slice(at, stop));
      if (cells !== null) {
        this.#keep(cells, rows);
        this.#line++;
        at = end + 1;
      } else {
        const next = this.#parseQuoted(text, at, isLast, rows);
        if (next === null) return at;
        at = next;
      }
    }
    return text.length;
  }

  /** Null for quotes that csv-parse has to read. */
  #plainCells(record: string): string[] | null {
    const { delimiter } = this.options;
    if (!record.includes('"')) return record.split(delimiter);
    const cells: string[] = [];
    let from = 0;
    while (from <= record.length) {
      let end = record.indexOf(delimiter, from);
      if (record.charAt(from) !== '"') {
        if (end === -1) end = record.length;
        cells.push(record.slice(from, end));
      } else {
        const close = record.indexOf('"', from + 1);
        end = close + 1;
        if (close === -1 || (end < record.length && record.charAt(end) !== delimiter)) return null;
        cells.push(record.slice(from + 1, close));
      }
      from = end + 1;
    }
    return cells;
  }

  /**
   * Gives a record to csv-parse.
   * @returns where the next one starts; null when this one continues beyond the text
   */
  #parseQuoted(text: string, start: number, isLast: boolean, rows: TableRow[]): number | null {
    const end = this.#recordEnd(text, start, isLast);
    if (end === null) {
      if (isLast || text.length - start > LINE_BYTES_MAX) this.#quotesBroken();
      return null;
    }
    const record = text.slice(start, end);
    const cells = this.#parsed(record.endsWith('\r') ? record.slice(0, -1) : record);
    this.#keep(cells, rows);
    this.#line += record.split(this.options.lineEnd).length;
    return end + 1;
  }

  /** A quote opens a field only at its start and closes it unless it is doubled. */
  #recordEnd(text: string, start: number, isLast: boolean): number | null {
    const { delimiter, lineEnd } = this.options;
    const delimiterUnit = delimiter.charCodeAt(0);
    const endUnit = lineEnd.charCodeAt(0);
    let isQuoted = false;
    let isStart = true;
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (isQuoted) {
        if (unit === QUOTE) {
          if (text.charCodeAt(at + 1) === QUOTE) at++;
          else isQuoted = false;
        }
      } else if (unit === QUOTE && isStart) isQuoted = true;
      else if (unit === endUnit) return at;
      isStart = !isQuoted && unit === delimiterUnit;
    }
    return isQuoted || !isLast ? null : text.length;
  }

  #parsed(record: string): string[] {
    const { delimiter, lineEnd } = this.options;
    try {
      const [cells, ...others] = parse(record, {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
        record_delimiter: lineEnd,
        max_record_size: LINE_BYTES_MAX,
      });
      if (cells !== undefined && others.length === 0) return cells;
    } catch (error) {
      return this.#quotesBroken(error);
    }
    return this.#quotesBroken();
  }

  #keep(cells: string[], rows: TableRow[]): void {
    if (cells.length > COLUMNS_MAX) throw tooManyColumns(this.#line);
    // Ctrl+Z marks the end of a DOS file.
    if (cells.every((cell) => isBlank(cell) || cell === '\u001a')) return;
    for (const cell of cells)
      if (cell.length > CELL_CHARACTERS_MAX) throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
    rows.push({ line: this.#line, cells });
  }

  #quotesBroken(cause?: unknown): never {
    throw new FileRefused({ is: 'FileQuotesBroken', line: this.#line }, { cause });
  }
}
