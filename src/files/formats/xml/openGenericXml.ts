// Opens an XML of no known vocabulary as one table: a row for each element that repeats, headed by the names of its child
// elements and attributes. Source: docs/spec/files.md#xml.
import { isBlank } from '../../cells/cellText.js';
import { FileRefused, type Cell, type OpenFile, type ReadLimits, type TableRow } from '../table.js';
import { decoderOf, type Encoding } from '../encoding.js';
import { readHead } from '../readBytes.js';
import { localName, readXml, type XmlHandler } from './xmlEvents.js';
import { recordPattern, recordReader, recordTags, withPlainRecords } from './plainRecords.js';
import { xmlBatches, type OpenXml } from './xmlFile.js';
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
