// Opens SpreadsheetML 2003, the XML that some ERPs name .xls: typed cells, positions by ss:Index, merged cells by
// span.
// Source: docs/spec/files.md#xml.
import { ROWS_MAX } from '../xlsx/worksheet.js';
import {
  CELL_CHARACTERS_MAX,
  FileRefused,
  opened,
  putCell,
  SHEETS_MAX,
  type Cell,
  type TableRow,
} from '../table.js';
import { dateOfIso, isMask, maskedText, NOT_CALCULATED } from '../sheetCells.js';
import { attribute, xmlBatches, XmlReader, type Attributes, type OpenXml, type XmlHandler } from './xmlFile.js';

type Sheet = { name: string; hidden: boolean };

const STYLES_MAX = 10_000;

/**
 * A first pass lists the sheets: whether one is hidden stands behind its rows.
 * @throws FileRefused
 */
export const openSpreadsheetMl: OpenXml = async (path, signal, encoding) => {
  const sheets: Sheet[] = [];
  const masks = new Map<string, string>();
  const list = sheetList(sheets, masks);
  await xmlBatches(path, encoding, signal, () => new XmlReader(list)).next();
  if (sheets.length === 0) throw new FileRefused({ is: 'FileWithoutTable', format: 'xml' });
  const tables = sheets.map((sheet, index) => ({
    ...sheet,
    rows: () =>
      xmlBatches<TableRow>(path, encoding, signal, (emit) => new XmlReader(new SheetRows(index, masks, emit))),
  }));
  return opened('xml', tables, { encoding });
};

/** @param masks filled with the number formats that show numbers as codes, by the style's id */
function sheetList(sheets: Sheet[], masks: Map<string, string>): XmlHandler {
  let visible: string | null = null;
  let style = '';
  return {
    open: (name, attributes) => {
      if (name === 'Style') style = attribute(attributes, 'ID') ?? '';
      else if (name === 'NumberFormat') {
        const format = attribute(attributes, 'Format') ?? '';
        if (isMask(format) && masks.size < STYLES_MAX) masks.set(style, format);
      }
      if (name === 'Worksheet') sheets.push({ name: attribute(attributes, 'Name') ?? '', hidden: false });
      if (sheets.length > SHEETS_MAX) throw new FileRefused({ is: 'FileTooManySheets' });
      visible = name === 'Visible' ? '' : null;
    },
    text: (text) => {
      if (visible !== null) visible += text.slice(0, 40);
    },
    close: () => {
      const sheet = sheets.at(-1);
      if (sheet !== undefined && visible !== null) sheet.hidden = /hidden/i.test(visible);
      visible = null;
    },
  };
}

class SheetRows implements XmlHandler {
  #sheet = -1;
  /** Depth of the sheet's Table; 0 outside of it. */
  #table = 0;
  #line = 0;
  #span = 1;
  #cells: Cell[] = [];
  #column = 0;
  #width = 1;
  #type: string | undefined;
  #mask: string | undefined;
  #text: string | null = null;
  #value: Cell = null;

  constructor(
    private readonly sheetIndex: number,
    private readonly masks: ReadonlyMap<string, string>,
    private readonly emit: (row: TableRow) => void,
  ) {}

  open(name: string, attributes: Attributes, depth: number): void {
    if (name === 'Worksheet') this.#sheet += 1;
    if (this.#sheet !== this.sheetIndex) return;
    const below = depth - this.#table;
    if (name === 'Table' && this.#table === 0) this.#table = depth;
    else if (this.#table === 0) return;
    else if (name === 'Row' && below === 1) {
      this.#line = indexed(attributes, this.#line + this.#span, ROWS_MAX);
      this.#span = 1 + count(attributes, 'Span', ROWS_MAX);
      this.#cells = [];
      this.#column = -1;
      this.#width = 1;
    } else if (name === 'Cell' && below === 2) {
      this.#column = indexed(attributes, this.#column + this.#width + 1, ROWS_MAX) - 1;
      this.#width = 1 + count(attributes, 'MergeAcross', ROWS_MAX);
      const { masks } = this;
      this.#mask = masks.size === 0 ? undefined : masks.get(attribute(attributes, 'StyleID') ?? '');
      this.#value = attribute(attributes, 'Formula') === undefined ? null : NOT_CALCULATED;
    } else if (name === 'Data' && below === 3) {
      this.#type = attribute(attributes, 'Type');
      this.#text = '';
    }
  }

  text(piece: string): void {
    if (this.#text === null) return;
    this.#text += piece;
    if (this.#text.length > CELL_CHARACTERS_MAX)
      throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
  }

  close(name: string, depth: number): void {
    if (this.#table === 0 || this.#sheet !== this.sheetIndex) return;
    const below = depth - this.#table;
    if (this.#text !== null && below === 3) {
      this.#value = cellOf(this.#type, this.#text, this.#mask);
      this.#text = null;
    } else if (name === 'Cell' && below === 2) putCell(this.#cells, this.#column, this.#value, this.#line);
    else if (name === 'Row' && below === 1) {
      if (this.#cells.length > 0) this.emit({ line: this.#line, cells: this.#cells });
    } else if (below === 0) this.#table = 0;
  }
}

function cellOf(type: string | undefined, text: string, mask: string | undefined): Cell {
  if (type === 'Number') {
    const number = Number(text.trim());
    if (text.trim() === '' || !Number.isFinite(number)) return text.trim() === '' ? null : text;
    return mask === undefined ? number : (maskedText(number, mask) ?? number);
  }
  if (type === 'Boolean') return text.trim() === '1';
  const date = type === 'DateTime' ? dateOfIso(text.trim()) : null;
  return date === null ? text : { date };
}

/** A position from 1: ss:Index, else the next one. */
function indexed(attributes: Attributes, next: number, max: number): number {
  const index = attribute(attributes, 'Index');
  const position = index === undefined ? next : Number(index);
  if (!Number.isInteger(position) || position < 1 || position > max) throw broken();
  return position;
}

function count(attributes: Attributes, name: string, max: number): number {
  const value = Number(attribute(attributes, name) ?? 0);
  if (!Number.isInteger(value) || value < 0 || value > max) throw broken();
  return value;
}

const broken = (): FileRefused => new FileRefused({ is: 'FileBroken', format: 'xml' });
