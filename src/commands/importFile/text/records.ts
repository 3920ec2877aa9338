// Splits delimited text into rows. Records whose quotes are in order are cut at the delimiters; those with quotes
// inside quotes, or over several lines, are left to csv-parse.
import { parse } from 'csv-parse/sync';
import { FileRefused, type ReadLimits, type TableRow } from '../table.js';

const QUOTE = 0x22;
const CR = 0x0d;

export type SplitOptions = Readonly<{ delimiter: string; lineEnd: '\n' | '\r'; limits: ReadLimits }>;

export class RecordSplitter {
  #rest = '';
  #line: number;

  /** @param firstLine the physical line the first piece starts with */
  constructor(
    private readonly options: SplitOptions,
    firstLine: number,
  ) {
    this.#line = firstLine;
  }

  /**
   * @returns the rows that end in this piece; blank lines are counted and left out
   * @throws FileRefused FileTooManyColumns, FileLineTooLong, FileQuotesBroken
   */
  push(piece: string, isLast: boolean): TableRow[] {
    const text = this.#rest === '' ? piece : this.#rest + piece;
    const rows: TableRow[] = [];
    const used = this.#split(text, isLast, rows);
    this.#rest = text.slice(used);
    if (this.#rest.length > this.options.limits.lineBytesMax)
      throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
    return rows;
  }

  /** @returns how much of the text was used up */
  #split(text: string, isLast: boolean, rows: TableRow[]): number {
    const { delimiter, lineEnd, limits } = this.options;
    const delimiterUnit = delimiter.charCodeAt(0);
    const { columnsMax } = limits;
    // Always the first delimiter from the place being looked at: lines without any don't search the text again.
    let nextDelimiter = -1;
    let at = 0;
    while (at < text.length) {
      const found = text.indexOf(lineEnd, at);
      if (found === -1 && !isLast) return at;
      const end = found === -1 ? text.length : found;
      const stop = end > at && lineEnd === '\n' && text.charCodeAt(end - 1) === CR ? end - 1 : end;
      const cells: string[] = [];
      let from = at;
      let isRegular = true;
      for (;;) {
        if (from < stop && text.charCodeAt(from) === QUOTE) {
          const close = text.indexOf('"', from + 1);
          const after = close + 1;
          if (close === -1 || after > stop || (after < stop && text.charCodeAt(after) !== delimiterUnit)) {
            isRegular = false;
            break;
          }
          cells.push(text.slice(from + 1, close));
          if (after === stop) break;
          from = after + 1;
        } else {
          if (nextDelimiter < from) {
            nextDelimiter = text.indexOf(delimiter, from);
            if (nextDelimiter === -1) nextDelimiter = Infinity;
          }
          if (nextDelimiter >= stop) {
            cells.push(text.slice(from, stop));
            break;
          }
          cells.push(text.slice(from, nextDelimiter));
          from = nextDelimiter + 1;
        }
        if (cells.length > columnsMax) this.#tooManyColumns();
      }
      if (isRegular) {
        this.#keep(cells, rows);
        this.#line++;
        at = end + 1;
      } else {
        const next = this.#irregular(text, at, isLast, rows);
        if (next === null) return at;
        at = next;
      }
    }
    return text.length;
  }

  /** @returns where the next record starts; null when this one goes on beyond the text */
  #irregular(text: string, start: number, isLast: boolean, rows: TableRow[]): number | null {
    const end = this.#recordEnd(text, start);
    if (end === null) {
      if (isLast || text.length - start > this.options.limits.lineBytesMax) this.#quotesBroken();
      return null;
    }
    const record = text.slice(start, end);
    this.#keep(this.#parsed(record), rows);
    for (let at = 0; at !== -1; at = record.indexOf(this.options.lineEnd, at + 1)) this.#line++;
    return end + 1;
  }

  /** A quote opens a field only at its start, and closes it unless doubled. */
  #recordEnd(text: string, start: number): number | null {
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
    return isQuoted ? null : text.length;
  }

  #parsed(record: string): string[] {
    const { delimiter, limits } = this.options;
    try {
      const records = parse(record, {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
        record_delimiter: '\u0000', // the record is one already
        max_record_size: limits.lineBytesMax,
      });
      const cells = records[0] ?? [];
      if (cells.length > limits.columnsMax) this.#tooManyColumns();
      const last = cells.at(-1);
      return last?.endsWith('\r') === true ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
    } catch (error) {
      if (error instanceof FileRefused) throw error;
      return this.#quotesBroken(error);
    }
  }

  #keep(cells: string[], rows: TableRow[]): void {
    if (cells.length === 1 && isBlank(cells[0] ?? '')) return;
    const { cellCharactersMax } = this.options.limits;
    for (const cell of cells)
      if (cell.length > cellCharactersMax) throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
    rows.push({ line: this.#line, cells });
  }

  #tooManyColumns(): never {
    const { columnsMax } = this.options.limits;
    throw new FileRefused({ is: 'FileTooManyColumns', line: this.#line, columnsMax });
  }

  #quotesBroken(cause?: unknown): never {
    throw new FileRefused({ is: 'FileQuotesBroken', line: this.#line }, { cause });
  }
}

/** Ctrl+Z ends a DOS file. */
function isBlank(cell: string): boolean {
  return cell === '' || cell === '\u001a' || cell.trim() === '';
}
