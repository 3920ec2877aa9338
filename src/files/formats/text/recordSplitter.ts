// Splits delimited text into rows. Records with plain quoting are split at the delimiters here; those with quotes inside
// quotes, or over several lines, go to csv-parse. It alone takes eight times as long, and five times that again where a title
// stands above the table: it makes an Error of each record that has not as many fields as the first.
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
const BATCH_MAX = 256;
const NOT_PLAIN = -1;

export type SplitOptions = Readonly<{ delimiter: string; lineEnd: '\n' | '\r' }>;

export class RecordSplitter {
  #pending = '';
  #line = 1;
  #batch = 1;
  /** Where the last records given to csv-parse ended, in the text being split. */
  #batchEnd = -1;
  readonly #delimiterUnit: number;
  /** The first delimiter from some place on, kept so that lines without one do not search the text again. */
  #nextDelimiter = -1;
  /** The cells of the record being split. Buys: each row is copied from it at its length, none grows. */
  readonly #cells: string[] = [];

  constructor(private readonly options: SplitOptions) {
    this.#delimiterUnit = options.delimiter.charCodeAt(0);
  }

  /**
   * @returns the rows that end in this piece, without blank ones
   * @throws FileRefused FileTooManyColumns, FileLineTooLong, FileQuotesBroken
   */
  push(piece: string, isLast: boolean): TableRow[] {
    const text = this.#pending === '' ? piece : this.#pending + piece;
    const rows: TableRow[] = [];
    this.#batchEnd = -1;
    const used = this.#split(text, isLast, rows);
    this.#pending = text.slice(used);
    if (this.#pending.length > LINE_BYTES_MAX) throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
    return rows;
  }

  /** @returns how much of the text is consumed */
  #split(text: string, isLast: boolean, rows: TableRow[]): number {
    const { lineEnd } = this.options;
    this.#nextDelimiter = -1;
    let at = 0;
    while (at < text.length) {
      const lineEndAt = text.indexOf(lineEnd, at);
      if (lineEndAt === -1 && !isLast) return at;
      const end = lineEndAt === -1 ? text.length : lineEndAt;
      const stop = end > at && lineEnd === '\n' && text.charCodeAt(end - 1) === CR ? end - 1 : end;
      const count = this.#splitPlain(text, at, stop);
      if (count !== NOT_PLAIN) {
        this.#keep(this.#cells.slice(0, count), rows);
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

  /** Splits one record into `#cells`. @returns how many there are; NOT_PLAIN for quotes that csv-parse has to read */
  #splitPlain(text: string, start: number, stop: number): number {
    const { delimiter } = this.options;
    const cells = this.#cells;
    const delimiterUnit = this.#delimiterUnit;
    let nextDelimiter = this.#nextDelimiter;
    let count = 0;
    let from = start;
    for (;;) {
      if (from < stop && text.charCodeAt(from) === QUOTE) {
        const close = text.indexOf('"', from + 1);
        const after = close + 1;
        if (close === -1 || after > stop || (after < stop && text.charCodeAt(after) !== delimiterUnit))
          return NOT_PLAIN;
        cells[count++] = text.slice(from + 1, close);
        if (after === stop) break;
        from = after + 1;
      } else {
        if (nextDelimiter < from) {
          nextDelimiter = text.indexOf(delimiter, from);
          if (nextDelimiter === -1) nextDelimiter = Infinity;
        }
        if (nextDelimiter >= stop) {
          cells[count++] = text.slice(from, stop);
          break;
        }
        cells[count++] = text.slice(from, nextDelimiter);
        from = nextDelimiter + 1;
      }
      if (count > COLUMNS_MAX) throw tooManyColumns(this.#line);
    }
    this.#nextDelimiter = nextDelimiter;
    return count;
  }

  /**
   * Gives records to csv-parse; where they follow each other, twice as many at each call, because a call costs as much as
   * tens of records.
   * @returns where the next record starts; null when this one continues beyond the text
   */
  #parseQuoted(text: string, start: number, isLast: boolean, rows: TableRow[]): number | null {
    this.#batch = start === this.#batchEnd ? Math.min(this.#batch * 2, BATCH_MAX) : 1;
    const records: string[] = [];
    let at = start;
    while (records.length < this.#batch && at < text.length) {
      const end = this.#recordEnd(text, at, isLast);
      // csv-parse would return no record for a blank line.
      if (end === null || isEmpty(text.slice(at, end))) break;
      records.push(text.slice(at, end));
      at = end + 1;
    }
    if (records.length === 0) {
      if (isLast || text.length - start > LINE_BYTES_MAX) this.#quotesBroken();
      return null;
    }
    const parsed = this.#parsed(records);
    for (const [index, record] of records.entries()) {
      const cells = parsed[index] ?? [];
      if (cells.length > COLUMNS_MAX) throw tooManyColumns(this.#line);
      this.#keep(cells, rows);
      for (let end = 0; end !== -1; end = record.indexOf(this.options.lineEnd, end + 1)) this.#line++;
    }
    this.#batchEnd = at;
    return at;
  }

  /** A quote opens a field only at its start and closes it unless it is doubled. */
  #recordEnd(text: string, start: number, isLast: boolean): number | null {
    const { delimiter, lineEnd } = this.options;
    const [delimiterUnit, endUnit] = [delimiter.charCodeAt(0), lineEnd.charCodeAt(0)];
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

  #parsed(records: readonly string[]): readonly string[][] {
    const { delimiter, lineEnd } = this.options;
    const whole = records.map((record) => (record.endsWith('\r') ? record.slice(0, -1) : record));
    try {
      const parsed = parse(whole.join(lineEnd), {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
        record_delimiter: lineEnd,
        max_record_size: LINE_BYTES_MAX,
      });
      if (parsed.length === records.length) return parsed;
    } catch (error) {
      if (records.length === 1) return this.#quotesBroken(error);
    }
    // One record leaves a quote open: parse each by itself.
    if (records.length === 1) return this.#quotesBroken();
    return records.flatMap((record) => this.#parsed([record]));
  }

  #keep(cells: string[], rows: TableRow[]): void {
    if (cells.every(isEmpty)) return;
    for (const cell of cells)
      if (cell.length > CELL_CHARACTERS_MAX) throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
    rows.push({ line: this.#line, cells });
  }

  #quotesBroken(cause?: unknown): never {
    throw new FileRefused({ is: 'FileQuotesBroken', line: this.#line }, { cause });
  }
}

/** Ctrl+Z marks the end of a DOS file. */
function isEmpty(cell: string): boolean {
  return isBlank(cell) || cell === '\u001a';
}
