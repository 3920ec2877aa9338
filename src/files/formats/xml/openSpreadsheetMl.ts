// Opens SpreadsheetML 2003, the XML that some ERPs name .xls: typed cells, positions by ss:Index, merged cells by span.
// Source: docs/spec/files.md#xml.
import { ROWS_MAX } from '../xlsx/worksheet.js';
import { FileRefused, type Cell, type OpenFile, type ReadLimits, type TableRow } from '../table.js';
import { dateOfIso, isMask, maskedText, NOT_CALCULATED } from '../sheetCells.js';
import { newlines } from './openGenericXml.js';
import {
  attribute,
  xmlBatches,
  type Attributes,
  type OpenXml,
  type XmlHandler,
  type XmlReader,
} from './xmlFile.js';

type Sheet = { name: string; hidden: boolean };

const STYLES_MAX = 10_000;
/** A longer text after `<` is not a tag. */
const TAG_MAX = 65_536;

/**
 * A first pass, without the tables, lists the sheets: whether one is hidden stands behind its rows.
 * @throws FileRefused
 */
export const openSpreadsheetMl: OpenXml = async (path, limits, signal, encoding): Promise<OpenFile> => {
  const sheets: Sheet[] = [];
  const masks = new Map<string, string>();
  const list = sheetList(sheets, masks, limits);
  await xmlBatches(path, encoding, signal, list, () => [], withoutTables).next();
  if (sheets.length === 0) throw new FileRefused({ is: 'FileWithoutTable', format: 'xml' });
  return {
    format: 'xml',
    encoding,
    delimiter: null,
    tables: sheets.map((sheet, index) => ({
      ...sheet,
      rows: () => {
        let rows: TableRow[] = [];
        const handler = sheetRows(index, masks, limits, (row) => rows.push(row));
        return xmlBatches(path, encoding, signal, handler, () => {
          const batch = rows;
          rows = [];
          return batch;
        });
      },
    })),
    close: async () => undefined,
  };
};

/** Gives the reader only what stands between tables, and the tables' own tags. */
function withoutTables(reader: XmlReader): Pick<XmlReader, 'write' | 'end'> {
  const tag = /<(\/?)(?:[\w.-]+:)?Table(?=[\s/>])[^>]*>/g;
  let held = '';
  let isInside = false;
  const skipOrWrite = (text: string): void => (isInside ? reader.skip(newlines(text)) : reader.write(text));
  return {
    write: (piece) => {
      const text = held + piece;
      let from = 0;
      tag.lastIndex = 0;
      for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
        if (isInside && found[1] !== '/') continue;
        skipOrWrite(text.slice(from, isInside ? found.index : tag.lastIndex));
        if (isInside) reader.write(found[0]);
        isInside = found[1] !== '/' && !found[0].endsWith('/>');
        from = tag.lastIndex;
      }
      const cut = text.lastIndexOf('<');
      const end = cut < from || text.length - cut > TAG_MAX ? text.length : cut;
      skipOrWrite(text.slice(from, end));
      held = text.slice(end);
    },
    end: () => {
      skipOrWrite(held);
      reader.end();
    },
  };
}

/** @param masks filled with the number formats that show numbers as codes, by the style's id */
function sheetList(sheets: Sheet[], masks: Map<string, string>, limits: ReadLimits): XmlHandler {
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
      if (sheets.length > limits.sheetsMax) throw new FileRefused({ is: 'FileTooManySheets' });
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

function sheetRows(
  sheetIndex: number,
  masks: ReadonlyMap<string, string>,
  limits: ReadLimits,
  emit: (row: TableRow) => void,
): XmlHandler {
  let sheet = -1;
  /** Depth of the sheet's Table; 0 outside of it. */
  let table = 0;
  let line = 0;
  let span = 1;
  let cells: Cell[] = [];
  let column = 0;
  let width = 1;
  let type: string | undefined;
  let mask: string | undefined;
  let text: string | null = null;

  const closeCell = (value: Cell) => {
    if (value === null || value === '') return;
    if (column >= limits.columnsMax)
      throw new FileRefused({ is: 'FileTooManyColumns', line, columnsMax: limits.columnsMax });
    while (cells.length < column) cells.push(null);
    cells[column] = value;
  };
  let value: Cell = null;

  return {
    open: (name, attributes, depth) => {
      if (name === 'Worksheet') sheet += 1;
      if (sheet !== sheetIndex) return;
      if (name === 'Table' && table === 0) table = depth;
      else if (table === 0) return;
      else if (name === 'Row' && depth === table + 1) {
        line = indexed(attributes, line + span, ROWS_MAX);
        span = 1 + count(attributes, 'Span', ROWS_MAX);
        cells = [];
        column = -1;
        width = 1;
      } else if (name === 'Cell' && depth === table + 2) {
        column = indexed(attributes, column + width + 1, ROWS_MAX) - 1;
        width = 1 + count(attributes, 'MergeAcross', ROWS_MAX);
        mask = masks.size === 0 ? undefined : masks.get(attribute(attributes, 'StyleID') ?? '');
        value = attribute(attributes, 'Formula') === undefined ? null : NOT_CALCULATED;
      } else if (name === 'Data' && depth === table + 3) {
        type = attribute(attributes, 'Type');
        text = '';
      }
    },
    text: (piece) => {
      if (text === null) return;
      text += piece;
      if (text.length > limits.cellCharactersMax) throw new FileRefused({ is: 'FileLineTooLong', line });
    },
    close: (name, depth) => {
      if (table === 0 || sheet !== sheetIndex) return;
      if (text !== null && depth === table + 3) {
        value = cellOf(type, text, mask);
        text = null;
      } else if (name === 'Cell' && depth === table + 2) closeCell(value);
      else if (name === 'Row' && depth === table + 1) {
        if (cells.length > 0) emit({ line, cells });
      } else if (depth === table) table = 0;
    },
  };
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
