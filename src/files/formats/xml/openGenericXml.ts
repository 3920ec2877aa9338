// Opens an XML of no known vocabulary as one table: a row for each element that repeats, headed by the names of its child
// elements and attributes. Source: docs/spec/files.md#xml.
import { isBlank } from '../../cells/cellText.js';
import { decoderOf, type Encoding } from '../encoding.js';
import { readHead } from '../readBytes.js';
import { FileRefused, type Cell, type OpenFile, type ReadLimits, type TableRow } from '../table.js';
import { localName, readXml, xmlBatches, type OpenXml, type XmlHandler, type XmlReader } from './xmlFile.js';
import { ownAttributes, structureFinder, type Structure } from './xmlStructure.js';

/** The head decides which columns there are; one that first appears later is not read. */
const SAMPLE_BYTES = 2_097_152;

/** Column of each value of a row, by the path from the row's element; -1 where it has none. */
type Node = { column: number; attributes: Map<string, number>; children: Map<string, Node> };

/** @throws FileRefused */
export const openGenericXml: OpenXml = async (path, limits, signal, encoding): Promise<OpenFile> => {
  const structure = await findStructure(path, encoding, limits);
  if (structure === null) throw new FileRefused({ is: 'FileWithoutTable', format: 'xml' });
  const rows = () => {
    let batch: TableRow[] = [headingRow(structure)];
    const records = recordRows(structure, limits, (row) => batch.push(row));
    const take = () => {
      const taken = batch;
      batch = [];
      return taken;
    };
    const pattern = recordPattern(structure, limits);
    if (pattern === null) return xmlBatches(path, encoding, signal, records.handler, take);
    return xmlBatches(path, encoding, signal, records.handler, take, (reader) =>
      withPlainRecords(reader, recordTags(structure.record), recordReader(pattern, records.plainRow)),
    );
  };
  return {
    format: 'xml',
    encoding,
    delimiter: null,
    tables: [{ name: null, hidden: false, rows }],
    close: async () => undefined,
  };
};

async function findStructure(path: string, encoding: Encoding, limits: ReadLimits): Promise<Structure | null> {
  const finder = structureFinder(limits);
  readXml(finder.handler).write(decoderOf(encoding).write(await readHead(path, SAMPLE_BYTES)));
  return finder.find();
}

/** At the line above the first row. */
const headingRow = ({ headings, context, firstLine, isCounted }: Structure): TableRow => ({
  line: isCounted ? 1 : firstLine - 1,
  cells: [...headings, ...context],
});

type RecordRows = Readonly<{
  handler: XmlHandler;
  /** A row read without the parser, its columns from index 1 on; empty texts and missing elements are empty cells. */
  plainRow(found: readonly (string | undefined)[], line: number): void;
}>;

function recordRows(structure: Structure, limits: ReadLimits, emit: (row: TableRow) => void): RecordRows {
  const { record, columns, context, isCounted } = structure;
  const root = treeOf(structure);
  const contextColumns = new Map(context.map((name, index) => [name, columns.length + index]));
  const contextValues: Cell[] = context.map(() => null);
  /** The open rows: one inside another (a tree of accounts) is a row of its own. */
  const rows: { line: number; cells: Cell[]; depth: number }[] = [];
  const nodes: (Node | null)[] = [];
  let count = 1;
  let text = '';

  const check = (value: string, line: number) => {
    if (value.length > limits.cellCharactersMax) throw new FileRefused({ is: 'FileLineTooLong', line });
  };
  const remember = (name: string, value: string) => {
    const column = rows.length === 0 ? contextColumns.get(name) : undefined;
    if (column !== undefined && value.trim() !== '') contextValues[column - columns.length] = value;
  };

  const handler: XmlHandler = {
    open: (name, attributes, depth, line) => {
      text = '';
      if (name === record) {
        count += 1;
        rows.push({ line: isCounted ? count : line, cells: new Array<Cell>(columns.length).fill(null), depth });
        nodes.push(root);
      } else nodes.push(nodes.at(-1)?.children.get(name) ?? null);
      const node = nodes.at(-1) ?? null;
      const row = rows.at(-1);
      if (row !== undefined && (node === null || node.attributes.size === 0)) return;
      for (const key of ownAttributes(attributes)) {
        const value = attributes[key] ?? '';
        check(value, line);
        const column = node?.attributes.get(localName(key));
        if (row === undefined) remember(localName(key), value);
        else if (column !== undefined) row.cells[column] ??= value;
      }
    },
    text: (piece) => {
      text += piece;
      check(text, rows.at(-1)?.line ?? 1);
    },
    close: (name, depth) => {
      const node = nodes.pop() ?? null;
      const row = rows.at(-1);
      if (row === undefined) remember(name, text);
      else {
        if (node !== null && node.column >= 0 && text.trim() !== '') row.cells[node.column] ??= text;
        if (row.depth === depth) {
          rows.pop();
          emit({
            line: row.line,
            cells: contextValues.length === 0 ? row.cells : [...row.cells, ...contextValues],
          });
        }
      }
      text = '';
    },
  };
  const plainRow = (found: readonly (string | undefined)[], line: number) => {
    count += 1;
    const cells = new Array<Cell>(columns.length);
    for (let at = 0; at < columns.length; at++) {
      const value = found[at + 1];
      cells[at] = value === undefined || isBlank(value) ? null : value;
    }
    for (const value of contextValues) cells.push(value);
    emit({ line: isCounted ? count : line, cells });
  };
  return { handler, plainRow };
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

// Reads plain records of an XML (elements that hold one text each, in order) by a pattern; the parser gets everything
// else: what surrounds them, and every record that is not exactly plain.
// Buys: an XML of 50 MB is read in 2.1 × the time of saxes alone instead of 3.1 ×.

/** A longer record goes to the parser piece by piece. */
const HELD_MAX = 65_536;
/** Names that a pattern and a parser read alike. */
const NAME = /^[A-Za-z_][\w.-]*$/;

/** The pattern of a record, a group for each column; null where a column is an attribute or lies deeper. */
function recordPattern({ record, columns }: Structure, limits: ReadLimits): RegExp | null {
  const names = columns.map((path) => (path.length === 1 ? (path[0] ?? '') : ''));
  if (![record, ...names].every((name) => NAME.test(name)) || names.includes(record)) return null;
  if (new Set(names).size < names.length) return null;
  const text = `([^<>&\\r\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]{0,${limits.cellCharactersMax}})`;
  const fields = names.map((name) => {
    const escaped = name.replaceAll('.', '\\.');
    return `(?:<${escaped}>${text}</${escaped}>\\s*)?`;
  });
  const element = record.replaceAll('.', '\\.');
  return new RegExp(`<${element}>\\s*${fields.join('')}</${element}>`, 'y');
}

/** Reads the record at `at` of a text. @returns where it ends; -1 where it is not plain */
type ReadRecord = (text: string, at: number, line: number) => number;

/** @param onRecord called with a match of the pattern and the line on which the record's first tag ends, in order */
const recordReader =
  (pattern: RegExp, onRecord: (found: readonly (string | undefined)[], line: number) => void): ReadRecord =>
  (text, at, line) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return -1;
    onRecord(found, line);
    return pattern.lastIndex;
  };

/** First and last tag of a record. */
type RecordTags = Readonly<{ start: string; end: string }>;

const recordTags = (record: string): RecordTags => ({ start: `<${record}>`, end: `</${record}>` });

/** An XML reader that reads plain records by `readRecord` and gives `reader` the rest, whole records at a time. */
function withPlainRecords(
  reader: XmlReader,
  { start, end }: RecordTags,
  readRecord: ReadRecord,
): Pick<XmlReader, 'write' | 'end'> {
  let held = '';
  /** After a comment, CDATA or an instruction, which may hold what only looks like a record, the parser gets the rest. */
  let isPlain = true;
  let isDeclared = false;

  const write = (piece: string): void => {
    if (!isPlain) return reader.write(piece);
    const text = held + piece;
    held = '';
    if (hasOtherMarkup(text)) {
      isPlain = false;
      return reader.write(text);
    }
    let at = 0;
    const linesWithin = newlinesWithin(text);
    for (;;) {
      const next = text.indexOf(start, at);
      if (next === -1) break;
      between(text.slice(at, next));
      at = next;
      const stop = reader.depth() > 0 ? readRecord(text, next, reader.line()) : -1;
      if (stop !== -1) {
        reader.skip(linesWithin(next, stop));
        at = stop;
        continue;
      }
      const last = text.indexOf(end, next);
      if (last === -1) break;
      reader.write(text.slice(next, last + end.length));
      at = last + end.length;
    }
    const rest = text.slice(at);
    // Keep an unfinished record, or an unfinished tag, for the next piece.
    const begun = rest.startsWith(start) ? 0 : rest.lastIndexOf('<');
    const keep = begun === -1 || rest.length - begun > HELD_MAX ? rest.length : begun;
    if (keep > 0) reader.write(rest.slice(0, keep));
    held = rest.slice(keep);
  };

  /** Blanks between records are skipped: the parser would collect them into one endless text. */
  function between(text: string): void {
    if (text === '') return;
    if (reader.depth() > 0 && text.trim() === '') reader.skip(newlines(text));
    else reader.write(text);
  }

  /** Whether the text holds a comment, CDATA or an instruction, other than the XML declaration. */
  function hasOtherMarkup(text: string): boolean {
    if (hasTag(text, '!', 0)) return true;
    const from = !isDeclared && /^\uFEFF?<\?xml\s/.test(text) ? text.indexOf('?>') : 0;
    isDeclared = true;
    return hasTag(text, '?', Math.max(0, from));
  }

  return {
    write,
    end: () => {
      if (held !== '') reader.write(held);
      reader.end();
    },
  };
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

export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
