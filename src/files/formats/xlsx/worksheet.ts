// Handlers of XML events for the rows of a worksheet and for the shared strings. Formulas are not evaluated: the
// value stored beside them counts.
import { CELL_CHARACTERS_MAX, FileRefused, putCell, type Cell, type TableRow } from '../table.js';
import { NOT_CALCULATED, dateOfIso, dateOfSerial, maskedText, type Cover } from '../sheetCells.js';
import type { Attributes, XmlHandler } from '../xml/xmlFile.js';
import type { Workbook } from './workbook.js';
import { brokenWorkbook } from './zip.js';

/** Rows of a sheet, as many as Excel's has. */
export const ROWS_MAX = 1_048_576;

type CellContext = Omit<Workbook, 'sheets' | 'strings'> & Readonly<{ strings: StringTable; cover: Cover }>;

/** @param emit is given each row with values, in order */
export class WorksheetRows implements XmlHandler {
  #inData = false;
  #line = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type: string | undefined;
  #style = 0;
  #value: string | null = null;
  #hasFormula = false;
  #isCapturing = false;
  #isPhonetic = false;

  constructor(
    private readonly context: CellContext,
    private readonly emit: (row: TableRow) => void,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'sheetData') this.#inData = true;
    else if (!this.#inData) return;
    else if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if ((name === 'v' || name === 't') && !this.#isPhonetic) {
      this.#isCapturing = true;
      this.#value ??= '';
    }
  }

  text(text: string): void {
    if (!this.#isCapturing) return;
    this.#value += text;
    if (this.#value !== null && this.#value.length > CELL_CHARACTERS_MAX)
      throw new FileRefused({ is: 'FileLineTooLong', line: this.#line });
  }

  close(name: string): void {
    if (!this.#inData) return;
    if (name === 'v' || name === 't') this.#isCapturing = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'sheetData') this.#inData = false;
  }

  #openRow(reference: string | undefined): void {
    this.#line = lineOf(reference, this.#line);
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: Attributes): void {
    // Attributes of cells never have a prefix; looking for one would cost time on millions of cells.
    const reference = attributes['r'];
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#column < 0) throw brokenWorkbook();
    this.#type = attributes['t'];
    this.#style = Number(attributes['s'] ?? 0);
    this.#value = null;
    this.#hasFormula = false;
  }

  #closeCell(): void {
    const value = this.#value;
    // The program that wrote the file left the result to Excel: the value is unknown, not empty.
    const isUnknown = this.#hasFormula && this.#type !== 'str' && (value === null || value.trim() === '');
    if (isUnknown) this.#put('str', NOT_CALCULATED);
    else if (value !== null) this.#put(this.#type, value);
  }

  #put(type: string | undefined, value: string): void {
    const cell = cellOf(this.context, type, this.#style, value);
    putCell(this.#cells, this.#column, cell, this.#line);
  }

  #closeRow(): void {
    const line = this.#line;
    const cells = this.#cells;
    this.context.cover(line, cells, null);
    if (cells.some((cell) => cell !== null)) this.emit({ line, cells });
  }
}

const BLOCK = 65_536;

/**
 * The shared strings of a workbook, in blocks: a heap that becomes full ends the thread, but the process where a
 * single allocation, such as that of a longer array, is far beyond what is left.
 */
export class StringTable {
  readonly #blocks: string[][] = [];

  add(text: string): void {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.length === BLOCK) this.#blocks.push((block = []));
    block.push(text);
  }

  /** undefined where there is no such string. */
  get(index: number): string | undefined {
    return this.#blocks[Math.floor(index / BLOCK)]?.[index % BLOCK];
  }
}

/** Rich text is joined; phonetic hints are left out. */
export function sharedStrings(table: StringTable): XmlHandler {
  let text = '';
  let capturing = false;
  let phonetic = false;
  let strings = 0;
  return {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') capturing = !phonetic;
    },
    text: (piece) => {
      if (!capturing) return;
      text += piece;
      if (text.length > CELL_CHARACTERS_MAX) throw new FileRefused({ is: 'FileLineTooLong', line: strings + 1 });
    },
    close: (name) => {
      if (name === 't') capturing = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        strings += 1;
        table.add(unescaped(text));
      }
    },
  };
}

function cellOf(context: CellContext, type: string | undefined, style: number, value: string): Cell {
  switch (type) {
    case 's': {
      const text = context.strings.get(Number(value));
      if (text === undefined) throw brokenWorkbook();
      return text;
    }
    case 'str':
    case 'inlineStr':
      return unescaped(value);
    case 'e':
      return value;
    case 'b':
      return value === '1' || value === 'true';
    case 'd': {
      const date = dateOfIso(value);
      return date === null ? value : { date };
    }
    default:
      return numberOf(context, style, value.trim());
  }
}

function numberOf(context: CellContext, style: number, value: string): Cell {
  if (value === '') return null;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const { isDate = false, mask = null } = context.styles[style] ?? {};
  if (mask !== null) return maskedText(number, mask) ?? number;
  const date = isDate ? dateOfSerial(number, context.from1904) : null;
  return date === null ? number : { date };
}

/** `_x000D_` stands for a character XML cannot hold, `_x005F_` for an underscore before such a name. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function lineOf(reference: string | undefined, previous: number): number {
  const line = reference === undefined ? previous + 1 : Number(reference);
  if (!Number.isInteger(line) || line < 1 || line > ROWS_MAX) throw brokenWorkbook();
  return line;
}

/** Column of a reference such as `BC12`, from 0; -1 where there are no letters, or more than three. */
export function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return at > 3 ? -1 : column - 1;
}
