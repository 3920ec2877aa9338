// Opens the HTML that many ERPs export as .xls, laid out as Excel does: all tables follow one another on one sheet, text
// outside of tables has rows of its own, and a table inside a cell follows the row of the cell.
// Source: docs/spec/files.md#kinds.
import { Parser } from 'htmlparser2';
import {
  FileRefused,
  type Cell,
  type OpenFile,
  type OpenReader,
  type ReadLimits,
  type TableRow,
} from './table.js';
import { decoderOf, detectEncoding } from './encoding.js';
import { readBytes } from './readBytes.js';

/** `covered` tells by column how many more rows a cell with a rowspan covers. */
type Table = { covered: number[]; cells: Cell[]; column: number; inRow: boolean; cell: OpenCell | null };
type OpenCell = { text: string; colspan: number; rowspan: number; number: number | null };

const TABLES_MAX = 64;
const ROWSPAN_MAX = 65_534;
/** UTF-16 units between one tag and the next. */
const BETWEEN_TAGS_MAX = 1_048_576;
const BLOCKS = new Set([
  'p',
  'div',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'hr',
  'center',
  'caption',
  'pre',
]);
const INVISIBLE = new Set(['script', 'style', 'title', 'xml']);
/** Deeper, the parser gets slow. Pages that never close their font tags stay below. */
const DEPTH_MAX = 4_096;

/** @throws FileRefused */
export const openHtml: OpenReader = async (path, limits, signal): Promise<OpenFile> => {
  const encoding = await detectEncoding(path, signal, declaredIn);
  const rows = async function* (): AsyncGenerator<readonly TableRow[]> {
    let batch: TableRow[] = [];
    const page = readPage(limits, (row) => batch.push(row));
    const decoder = decoderOf(encoding);
    for await (const bytes of readBytes(path, signal)) {
      page.write(decoder.write(bytes));
      if (batch.length === 0) continue;
      const full = batch;
      batch = [];
      yield full;
    }
    page.write(decoder.end());
    page.end();
    if (batch.length > 0) yield batch;
  };
  return {
    format: 'html',
    encoding,
    delimiter: null,
    tables: [{ name: null, hidden: false, rows }],
    close: async () => undefined,
  };
};

const declaredIn = (head: string): string | null => {
  const name = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ?? null;
  // An unknown name is ignored, as browsers do.
  return name !== null && /^(utf-?(8|16)|iso-?8859-?1|latin-?1|windows-?1252|cp-?1252)$/i.test(name) ? name : null;
};

function readPage(
  limits: ReadLimits,
  emit: (row: TableRow) => void,
): Readonly<{ write(text: string): void; end(): void }> {
  const tables: Table[] = [];
  let line = 0;
  let rowsSeen = 0;
  let lastTagAt = 0;
  let written = 0;
  let invisible = 0;
  let depth = 0;
  /** Text outside of tables. */
  let outside = '';

  const emitRow = (cells: readonly Cell[]) => {
    line += 1;
    const last = cells.findLastIndex((cell) => cell !== null);
    if (last >= limits.columnsMax)
      throw new FileRefused({ is: 'FileTooManyColumns', line, columnsMax: limits.columnsMax });
    if (last >= 0) emit({ line, cells: cells.slice(0, last + 1) });
  };
  const flushOutside = () => {
    const text = collapsed(outside);
    outside = '';
    if (text !== '') emitRow([text]);
  };
  const closeCell = (table: Table) => {
    const { cell } = table;
    if (cell === null) return;
    table.cell = null;
    while ((table.covered[table.column] ?? 0) > 0) table.column += 1;
    const text = collapsed(cell.text);
    // Leading zeros are those of a code, which the number beside it has lost.
    const value = text === '' ? null : /^0\d+$/.test(text) ? text : (cell.number ?? text);
    if (value !== null && table.column >= limits.columnsMax)
      throw new FileRefused({ is: 'FileTooManyColumns', line: line + 1, columnsMax: limits.columnsMax });
    for (let at = 0; at < cell.colspan && table.column < limits.columnsMax; at += 1, table.column += 1) {
      table.cells[table.column] = at === 0 ? value : null;
      if (cell.rowspan > 1) table.covered[table.column] = cell.rowspan;
    }
  };
  const closeRow = (table: Table) => {
    closeCell(table);
    if (!table.inRow) return;
    table.inRow = false;
    emitRow(Array.from(table.cells, (cell) => cell ?? null));
    table.covered = table.covered.map((rows) => Math.max(0, rows - 1));
  };
  const openRow = (table: Table) => {
    closeRow(table);
    rowsSeen += 1;
    table.inRow = true;
    table.cells = [];
    table.column = 0;
  };

  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    lastTagAt = written;
    depth += 1;
    if (depth > DEPTH_MAX) throw new FileRefused({ is: 'FileXmlTooDeep', line: line + 1 });
    const table = tables.at(-1);
    if (INVISIBLE.has(name)) invisible += 1;
    else if (name === 'table') {
      if (tables.length === TABLES_MAX) throw new FileRefused({ is: 'FileXmlTooDeep', line: line + 1 });
      // Cells before it in the surrounding row are a row above it.
      if (table === undefined) flushOutside();
      else breakRow(table);
      tables.push({ covered: [], cells: [], column: 0, inRow: false, cell: null });
    } else if (name === 'tr' && table !== undefined) openRow(table);
    else if ((name === 'td' || name === 'th') && table !== undefined) {
      if (!table.inRow) openRow(table);
      closeCell(table);
      table.cell = cellOf(attributes, limits);
    } else if (BLOCKS.has(name)) blockBreak(table);
  };
  const breakRow = (table: Table) => {
    closeCell(table);
    if (table.cells.some((cell) => cell !== null)) emitRow(table.cells);
    table.cells = [];
    table.column = 0;
  };
  const blockBreak = (table: Table | undefined) => {
    if (table === undefined) flushOutside();
    else if (table.cell !== null) table.cell.text += ' ';
  };
  const close = (name: string) => {
    lastTagAt = written;
    depth -= 1;
    const table = tables.at(-1);
    if (INVISIBLE.has(name)) invisible = Math.max(0, invisible - 1);
    else if (table === undefined) {
      if (BLOCKS.has(name)) flushOutside();
    } else if (name === 'td' || name === 'th') closeCell(table);
    else if (name === 'tr') closeRow(table);
    else if (name === 'table') {
      closeRow(table);
      tables.pop();
    } else if (BLOCKS.has(name)) blockBreak(table);
  };
  const text = (piece: string) => {
    if (invisible > 0) return;
    const cell = tables.at(-1)?.cell;
    if (cell !== null && cell !== undefined) cell.text = limited(cell.text, piece);
    else if (tables.length === 0) outside = limited(outside, piece);
  };
  const limited = (text: string, piece: string) => {
    if (text.length + piece.length > limits.cellCharactersMax * 4)
      throw new FileRefused({ is: 'FileLineTooLong', line: line + 1 });
    // Indentation counts as one blank, however long it is.
    return text + (piece.trim() === '' ? ' ' : piece);
  };

  const parser = new Parser({ onopentag: open, onclosetag: close, ontext: text }, { decodeEntities: true });
  return {
    write: (piece) => {
      if (piece.includes('\0')) throw new FileRefused({ is: 'FileNul' });
      written += piece.length;
      parser.write(piece);
      if (written - lastTagAt > BETWEEN_TAGS_MAX) throw new FileRefused({ is: 'FileLineTooLong', line: line + 1 });
    },
    end: () => {
      parser.end();
      flushOutside();
      if (rowsSeen === 0) throw new FileRefused({ is: 'FileWithoutTable', format: 'html' });
    },
  };
}

/** `x:num` holds the exact number that Excel shows rounded. */
function cellOf(attributes: Readonly<Record<string, string>>, limits: ReadLimits): OpenCell {
  const exact = attributes['x:num'] ?? '';
  const number = exact === '' ? Number.NaN : Number(exact);
  return {
    text: '',
    colspan: span(attributes['colspan'], limits.columnsMax),
    rowspan: span(attributes['rowspan'], ROWSPAN_MAX),
    number: Number.isFinite(number) ? number : null,
  };
}

const span = (value: string | undefined, max: number): number => {
  const number = Number.parseInt(value ?? '1', 10);
  return number >= 1 ? Math.min(number, max) : 1;
};

/** Blanks collapsed as a browser does; no-break spaces at the ends are padding. */
const collapsed = (text: string): string =>
  text.replace(/[ \t\r\n\f]+/g, ' ').replace(/^[ \u00a0]+|[ \u00a0]+$/g, '');
