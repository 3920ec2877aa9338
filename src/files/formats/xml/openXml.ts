// Opens an XML by its root element: a Workbook is SpreadsheetML 2003; any other is one table, with a row for each
// element that repeats, headed by the names of its child elements and attributes. Source: docs/spec/files.md#xml.
import { isBlank } from '../../cells/cellText.js';
import { decoderOf, type Encoding } from '../encoding.js';
import { readHead } from '../readBytes.js';
import { CELL_CHARACTERS_MAX, FileRefused, opened, type Cell, type OpenReader, type TableRow } from '../table.js';
import { openSpreadsheetMl } from './openSpreadsheetMl.js';
import {
  XmlReader,
  encodingOfXml,
  localName,
  rootOf,
  xmlBatches,
  type Attributes,
  type OpenXml,
  type XmlHandler,
} from './xmlFile.js';
import { StructureFinder, ownAttributes, type Structure } from './xmlStructure.js';

/** The head decides which columns there are; one that first appears later is not read. */
const SAMPLE_BYTES = 2_097_152;

/** Column of each value of a row, by the path from the row's element; -1 where it has none. */
type Node = { column: number; attributes: Map<string, number>; children: Map<string, Node> };

/** @throws FileRefused */
export const openXml: OpenReader = async (path, signal) => {
  const encoding = await encodingOfXml(path, signal);
  const open = (await rootOf(path, encoding)) === 'Workbook' ? openSpreadsheetMl : openGenericXml;
  return open(path, signal, encoding);
};

const openGenericXml: OpenXml = async (path, signal, encoding) => {
  const structure = await findStructure(path, encoding);
  if (structure === null) throw new FileRefused({ is: 'FileWithoutTable', format: 'xml' });
  const rows = () =>
    xmlBatches<TableRow>(path, encoding, signal, (emit) => {
      emit(headingRow(structure));
      const records = new RecordRows(structure, emit);
      const reader = new XmlReader(records);
      const pattern = recordPattern(structure);
      return pattern === null ? reader : new PlainRecords(reader, structure.record, pattern, records);
    });
  return opened('xml', [{ name: null, hidden: false, rows }], { encoding });
};

async function findStructure(path: string, encoding: Encoding): Promise<Structure | null> {
  const finder = new StructureFinder();
  new XmlReader(finder).write(decoderOf(encoding).write(await readHead(path, SAMPLE_BYTES)));
  return finder.find();
}

/** At the line above the first row. */
const headingRow = ({ headings, context, firstLine, isCounted }: Structure): TableRow => ({
  line: isCounted ? 1 : firstLine - 1,
  cells: [...headings, ...context],
});

/** An open row, at a depth of the file. */
type OpenRow = Readonly<{ line: number; cells: Cell[]; depth: number }>;

class RecordRows implements XmlHandler {
  readonly #root: Node;
  readonly #contextColumns: ReadonlyMap<string, number>;
  readonly #contextValues: Cell[];
  /** One inside another (a tree of accounts) is a row of its own. */
  readonly #rows: OpenRow[] = [];
  readonly #nodes: (Node | null)[] = [];
  #count = 1;
  #text = '';

  constructor(
    private readonly structure: Structure,
    private readonly emit: (row: TableRow) => void,
  ) {
    this.#root = treeOf(structure);
    this.#contextColumns = new Map(structure.context.map((name, index) => [name, index]));
    this.#contextValues = structure.context.map(() => null);
  }

  open(name: string, attributes: Attributes, depth: number, line: number): void {
    this.#text = '';
    const { record, columns } = this.structure;
    if (name === record) {
      const cells = new Array<Cell>(columns.length).fill(null);
      this.#rows.push({ line: this.#nextLine(line), cells, depth });
      this.#nodes.push(this.#root);
    } else this.#nodes.push(this.#nodes.at(-1)?.children.get(name) ?? null);
    const node = this.#nodes.at(-1) ?? null;
    const row = this.#rows.at(-1);
    if (row !== undefined && (node === null || node.attributes.size === 0)) return;
    for (const key of ownAttributes(attributes)) {
      const value = attributes[key] ?? '';
      this.#check(value, line);
      const column = node?.attributes.get(localName(key));
      if (row === undefined) this.#noteContext(localName(key), value);
      else if (column !== undefined) row.cells[column] ??= value;
    }
  }

  text(piece: string): void {
    this.#text += piece;
    this.#check(this.#text, this.#rows.at(-1)?.line ?? 1);
  }

  close(name: string, depth: number): void {
    const node = this.#nodes.pop() ?? null;
    const row = this.#rows.at(-1);
    const text = this.#text;
    this.#text = '';
    if (row === undefined) return this.#noteContext(name, text);
    if (node !== null && node.column >= 0 && text.trim() !== '') row.cells[node.column] ??= text;
    if (row.depth !== depth) return;
    this.#rows.pop();
    const cells = this.#contextValues.length === 0 ? row.cells : [...row.cells, ...this.#contextValues];
    this.emit({ line: row.line, cells });
  }

  /**
   * @param values of a row read without the parser, from index 1 on; empty texts and missing elements are empty
   * cells
   */
  addPlain(values: readonly (string | undefined)[], line: number): void {
    const { length } = this.structure.columns;
    const cells = new Array<Cell>(length);
    for (let at = 0; at < length; at++) {
      const value = values[at + 1];
      cells[at] = value === undefined || isBlank(value) ? null : value;
    }
    for (const value of this.#contextValues) cells.push(value);
    this.emit({ line: this.#nextLine(line), cells });
  }

  #nextLine(line: number): number {
    this.#count += 1;
    return this.structure.isCounted ? this.#count : line;
  }

  #check(value: string, line: number): void {
    if (value.length > CELL_CHARACTERS_MAX) throw new FileRefused({ is: 'FileLineTooLong', line });
  }

  #noteContext(name: string, value: string): void {
    const column = this.#rows.length === 0 ? this.#contextColumns.get(name) : undefined;
    if (column !== undefined && value.trim() !== '') this.#contextValues[column] = value;
  }
}

function treeOf({ columns }: Structure): Node {
  const root = newNode();
  columns.forEach((path, column) => {
    let node = root;
    for (const step of path) {
      if (step.startsWith('@')) {
        node.attributes.set(step.slice(1), column);
        return;
      }
      const child = node.children.get(step) ?? newNode();
      node.children.set(step, child);
      node = child;
    }
    node.column = column;
  });
  return root;
}

const newNode = (): Node => ({ column: -1, attributes: new Map(), children: new Map() });

// Reads plain records of an XML (elements that hold one text each, in order) by a pattern; the parser gets
// everything else: what surrounds them, and every record that is not exactly plain. Buys: an XML of 50 MB is read
// in 2.1 × the time of saxes alone instead of 3.1 ×.

/** A longer record goes to the parser piece by piece. */
const PENDING_MAX = 65_536;
/** Names that a pattern and a parser read alike. */
const NAME = /^[A-Za-z_][\w.-]*$/;

/** The pattern of a record, a group for each column; null where a column is an attribute or lies deeper. */
function recordPattern({ record, columns }: Structure): RegExp | null {
  const names = columns.map((path) => (path.length === 1 ? (path[0] ?? '') : ''));
  if (![record, ...names].every((name) => NAME.test(name)) || names.includes(record)) return null;
  if (new Set(names).size < names.length) return null;
  const text = `([^<>&\\r\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]{0,${CELL_CHARACTERS_MAX}})`;
  const fields = names.map((name) => {
    const escaped = name.replaceAll('.', '\\.');
    return `(?:<${escaped}>${text}</${escaped}>\\s*)?`;
  });
  const element = record.replaceAll('.', '\\.');
  return new RegExp(`<${element}>\\s*${fields.join('')}</${element}>`, 'y');
}

/** An XML reader that reads plain records by the pattern and gives `reader` the rest, whole records at a time. */
class PlainRecords {
  readonly #start: string;
  readonly #end: string;
  #pending = '';
  /**
   * After a comment, CDATA or an instruction, which may hold what only looks like a record, the parser gets the
   * rest.
   */
  #isPlain = true;
  #isDeclared = false;

  constructor(
    private readonly reader: XmlReader,
    record: string,
    private readonly pattern: RegExp,
    private readonly rows: RecordRows,
  ) {
    this.#start = `<${record}>`;
    this.#end = `</${record}>`;
  }

  write(piece: string): void {
    if (!this.#isPlain) return this.reader.write(piece);
    const text = this.#pending + piece;
    this.#pending = '';
    if (this.#hasOtherMarkup(text)) {
      this.#isPlain = false;
      return this.reader.write(text);
    }
    const unreadText = text.slice(this.#readRecords(text));
    // Keep an unfinished record, or an unfinished tag, for the next piece.
    const begin = unreadText.startsWith(this.#start) ? 0 : unreadText.lastIndexOf('<');
    const keep = begin === -1 || unreadText.length - begin > PENDING_MAX ? unreadText.length : begin;
    if (keep > 0) this.reader.write(unreadText.slice(0, keep));
    this.#pending = unreadText.slice(keep);
  }

  end(): void {
    if (this.#pending !== '') this.reader.write(this.#pending);
    this.reader.end();
  }

  /** @returns where the last whole record ends */
  #readRecords(text: string): number {
    let at = 0;
    const linesWithin = newlinesWithin(text);
    for (;;) {
      const begin = text.indexOf(this.#start, at);
      if (begin === -1) return at;
      this.#between(text.slice(at, begin));
      const end = this.reader.depth() > 0 ? this.#readRecord(text, begin) : -1;
      if (end !== -1) {
        this.reader.skip(linesWithin(begin, end));
        at = end;
        continue;
      }
      const endTag = text.indexOf(this.#end, begin);
      if (endTag === -1) return begin;
      at = endTag + this.#end.length;
      this.reader.write(text.slice(begin, at));
    }
  }

  /** @returns where the record at `begin` ends; -1 where it is not plain */
  #readRecord(text: string, begin: number): number {
    this.pattern.lastIndex = begin;
    const values = this.pattern.exec(text);
    if (values === null) return -1;
    this.rows.addPlain(values, this.reader.line());
    return this.pattern.lastIndex;
  }

  /** Blanks between records are skipped: the parser would collect them into one endless text. */
  #between(text: string): void {
    if (text === '') return;
    if (this.reader.depth() > 0 && text.trim() === '') this.reader.skip(newlines(text));
    else this.reader.write(text);
  }

  /** Whether the text holds a comment, CDATA or an instruction, other than the XML declaration. */
  #hasOtherMarkup(text: string): boolean {
    if (hasTag(text, '!', 0)) return true;
    const from = !this.#isDeclared && /^\uFEFF?<\?xml\s/.test(text) ? text.indexOf('?>') : 0;
    this.#isDeclared = true;
    return hasTag(text, '?', Math.max(0, from));
  }
}

/** Whether `<` stands before the character. Buys: the text is searched for what it rarely holds, not for `<`. */
function hasTag(text: string, character: string, from: number): boolean {
  for (let at = text.indexOf(character, from); at !== -1; at = text.indexOf(character, at + 1))
    if (text.charAt(at - 1) === '<') return true;
  return false;
}

/** Counts the newlines of one part after the other; a text without any is searched once. */
function newlinesWithin(text: string): (from: number, to: number) => number {
  let newline = text.indexOf('\n');
  return (from, to) => {
    let count = 0;
    for (; newline !== -1 && newline < to; newline = text.indexOf('\n', newline + 1)) if (newline >= from) count++;
    return count;
  };
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
