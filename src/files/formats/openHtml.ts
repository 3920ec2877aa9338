// Opens the HTML that many ERPs export as .xls. Source: docs/spec/files.md#kinds.
import { batchesOf, BETWEEN_TAGS_MAX } from './xml/xmlFile.js';
import { Parser } from 'htmlparser2';
import { decoded, detectEncoding } from './encoding.js';
import { readBytes } from './readBytes.js';
import {
  CELL_CHARACTERS_MAX,
  COLUMNS_MAX,
  FileRefused,
  opened,
  tooManyColumns,
  type Cell,
  type OpenReader,
  type TableRow,
} from './table.js';

const CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const KNOWN_CHARSET = /^(utf-?(8|16)|iso-?8859-?1|latin-?1|windows-?1252|cp-?1252)$/i;

/** @throws FileRefused */
export const openHtml: OpenReader = async (path, signal) => {
  const encoding = await detectEncoding(path, signal, declaredIn);
  const rows = () =>
    batchesOf<TableRow>(
      decoded(readBytes(path, signal), () => encoding),
      (emit) => new HtmlPage(emit),
    );
  return opened('html', [{ name: null, hidden: false, rows }], { encoding });
};

/** An unknown name is ignored, as browsers do. */
function declaredIn(head: string): string | null {
  const name = CHARSET.exec(head)?.[1];
  return name !== undefined && KNOWN_CHARSET.test(name) ? name : null;
}

// Lays an HTML page out as rows, as Excel does: all tables follow one another on one sheet, text outside of tables
// has rows of its own, and a table inside a cell follows the row of the cell. Source: docs/spec/files.md#kinds.

type Attributes = Readonly<Record<string, string>>;
/** `covered` tells by column how many more rows a cell with a rowspan covers. */
type HtmlTable = { covered: number[]; cells: Cell[]; column: number; inRow: boolean; cell: OpenCell | null };
type OpenCell = { text: string; colspan: number; rowspan: number; number: number | null };

const TABLES_MAX = 64;
const ROWSPAN_MAX = 65_534;
/** Deeper, the parser gets slow. Pages that never close their font tags stay below. */
const DEPTH_MAX = 4_096;
const BLOCKS = new Set('p div br h1 h2 h3 h4 h5 h6 li hr center caption pre'.split(' '));
const INVISIBLE = new Set(['script', 'style', 'title', 'xml']);

/** Feed `write` text in any pieces, then call `end`. Both throw FileRefused. */
class HtmlPage {
  /** The open tables, innermost last. */
  readonly #tables: HtmlTable[] = [];
  /** Line of the last row emitted. */
  #line = 0;
  #hasRows = false;
  #lastTagAt = 0;
  #written = 0;
  #invisible = 0;
  #depth = 0;
  #textOutside = '';
  readonly #parser: Parser;

  constructor(private readonly emit: (row: TableRow) => void) {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name) => this.#close(name),
        ontext: (piece) => this.#text(piece),
      },
      { decodeEntities: true },
    );
  }

  write(piece: string): void {
    if (piece.includes('\0')) throw new FileRefused({ is: 'FileNul' });
    this.#written += piece.length;
    this.#parser.write(piece);
    if (this.#written - this.#lastTagAt > BETWEEN_TAGS_MAX)
      throw new FileRefused({ is: 'FileLineTooLong', line: this.#line + 1 });
  }

  end(): void {
    this.#parser.end();
    this.#emitTextOutside();
    if (!this.#hasRows) throw new FileRefused({ is: 'FileWithoutTable', format: 'html' });
  }

  #open(name: string, attributes: Attributes): void {
    this.#lastTagAt = this.#written;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#tooDeep();
    const table = this.#tables.at(-1);
    if (INVISIBLE.has(name)) this.#invisible += 1;
    else if (name === 'table') this.#openTable(table);
    else if (name === 'tr' && table !== undefined) this.#openRow(table);
    else if ((name === 'td' || name === 'th') && table !== undefined) {
      if (!table.inRow) this.#openRow(table);
      this.#closeCell(table);
      table.cell = openCell(attributes);
    } else if (BLOCKS.has(name)) this.#breakBlock(table);
  }

  #close(name: string): void {
    this.#lastTagAt = this.#written;
    this.#depth -= 1;
    const table = this.#tables.at(-1);
    if (INVISIBLE.has(name)) this.#invisible = Math.max(0, this.#invisible - 1);
    else if (table === undefined) {
      if (BLOCKS.has(name)) this.#emitTextOutside();
    } else if (name === 'td' || name === 'th') this.#closeCell(table);
    else if (name === 'tr') this.#closeRow(table);
    else if (name === 'table') {
      this.#closeRow(table);
      this.#tables.pop();
    } else if (BLOCKS.has(name)) this.#breakBlock(table);
  }

  #text(piece: string): void {
    if (this.#invisible > 0) return;
    const cell = this.#tables.at(-1)?.cell;
    if (cell !== null && cell !== undefined) cell.text = this.#joined(cell.text, piece);
    else if (this.#tables.length === 0) this.#textOutside = this.#joined(this.#textOutside, piece);
  }

  #openTable(around: HtmlTable | undefined): void {
    if (this.#tables.length === TABLES_MAX) this.#tooDeep();
    if (around === undefined) this.#emitTextOutside();
    else {
      // Cells before it in the surrounding row are a row above it.
      this.#closeCell(around);
      if (around.cells.some((cell) => cell !== null)) this.#emitRow(around.cells);
      around.cells = [];
      around.column = 0;
    }
    this.#tables.push({ covered: [], cells: [], column: 0, inRow: false, cell: null });
  }

  #openRow(table: HtmlTable): void {
    this.#closeRow(table);
    this.#hasRows = true;
    table.inRow = true;
    table.cells = [];
    table.column = 0;
  }

  #closeRow(table: HtmlTable): void {
    this.#closeCell(table);
    if (!table.inRow) return;
    table.inRow = false;
    this.#emitRow(Array.from(table.cells, (cell) => cell ?? null));
    table.covered = table.covered.map((rows) => Math.max(0, rows - 1));
  }

  #closeCell(table: HtmlTable): void {
    const { cell } = table;
    if (cell === null) return;
    table.cell = null;
    while ((table.covered[table.column] ?? 0) > 0) table.column += 1;
    const text = collapsed(cell.text);
    // Leading zeros are those of a code, which the number beside it has lost.
    const value = text === '' ? null : /^0\d+$/.test(text) ? text : (cell.number ?? text);
    if (value !== null && table.column >= COLUMNS_MAX) throw tooManyColumns(this.#line + 1);
    for (let at = 0; at < cell.colspan && table.column < COLUMNS_MAX; at += 1, table.column += 1) {
      table.cells[table.column] = at === 0 ? value : null;
      if (cell.rowspan > 1) table.covered[table.column] = cell.rowspan;
    }
  }

  #breakBlock(table: HtmlTable | undefined): void {
    if (table === undefined) this.#emitTextOutside();
    else if (table.cell !== null) table.cell.text += ' ';
  }

  #emitTextOutside(): void {
    const text = collapsed(this.#textOutside);
    this.#textOutside = '';
    if (text !== '') this.#emitRow([text]);
  }

  #emitRow(cells: readonly Cell[]): void {
    this.#line += 1;
    const lastCell = cells.findLastIndex((cell) => cell !== null);
    if (lastCell >= COLUMNS_MAX) throw tooManyColumns(this.#line);
    if (lastCell >= 0) this.emit({ line: this.#line, cells: cells.slice(0, lastCell + 1) });
  }

  #joined(text: string, piece: string): string {
    if (text.length + piece.length > CELL_CHARACTERS_MAX * 4)
      throw new FileRefused({ is: 'FileLineTooLong', line: this.#line + 1 });
    // Indentation counts as one blank, however long it is.
    return text + (piece.trim() === '' ? ' ' : piece);
  }

  #tooDeep(): never {
    throw new FileRefused({ is: 'FileXmlTooDeep', line: this.#line + 1 });
  }
}

/** `x:num` holds the exact number that Excel shows rounded. */
function openCell(attributes: Attributes): OpenCell {
  const exact = attributes['x:num'] ?? '';
  const number = exact === '' ? Number.NaN : Number(exact);
  return {
    text: '',
    colspan: span(attributes['colspan'], COLUMNS_MAX),
    rowspan: span(attributes['rowspan'], ROWSPAN_MAX),
    number: Number.isFinite(number) ? number : null,
  };
}

function span(value: string | undefined, max: number): number {
  const number = Number.parseInt(value ?? '1', 10);
  return number >= 1 ? Math.min(number, max) : 1;
}

/** Blanks collapsed as a browser does; no-break spaces at the ends are padding. */
function collapsed(text: string): string {
  return text.replace(/[ \t\r\n\f]+/g, ' ').replace(/^[ \u00a0]+|[ \u00a0]+$/g, '');
}
