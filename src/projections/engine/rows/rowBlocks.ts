// Cuts the columns of a part into blocks of rows, once per version: a page is then made of the bytes of one or two blocks.
// Buys: a rebuild of ≥ 250,000 lines/s. Columns take a third of the bytes of rows written as JSON, and are copied whole.
import type { ListField, RowBlock, RowList } from '../readStore.js';
import { OtherwiseWritten, PartColumns, type Column, type Letters } from './partColumns.js';

/** Rows in one block: as many as the largest page. */
export const BLOCK_ROWS = 100;

type Blocks = Readonly<{ count: number; blocks: RowBlock[] }>;

/**
 * @param part UTF-8 of a JSON object of arrays, all of one length
 * @param constants of the list's constant fields
 * @throws when a column is missing, or has another length or type
 */
export function rowBlocks(part: Uint8Array, list: RowList, constants: RowBlock['constants']): Blocks {
  try {
    return cut(part, list, constants);
  } catch (error) {
    if (!(error instanceof OtherwiseWritten)) throw error;
    return cut(Buffer.from(JSON.stringify(JSON.parse(new TextDecoder().decode(part)))), list, constants);
  }
}

function cut(part: Uint8Array, { fields, filterable }: RowList, constants: RowBlock['constants']): Blocks {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const columns = columnsOf(bytes, fields);
  const count = columns[0]?.column.count ?? 0;
  if (columns.some(({ column }) => column.count !== count)) throw new Error('columns of different lengths');
  const keys = filterable.map((name) => [name, keyColumn(fields, columns, name)] as const);

  const overhead = columns.reduce((sum, { lead, tail }) => sum + lead.length + tail.length, 1);
  const target = Buffer.allocUnsafeSlow(bytes.length + Math.ceil(count / BLOCK_ROWS) * overhead);
  const blocks: RowBlock[] = [];
  let at = 0;
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    const to = Math.min(from + BLOCK_ROWS, count);
    const start = at;
    for (const { lead, tail, column } of columns) {
      at += target.write(lead, at, 'latin1');
      at += bytes.copy(target, at, startOf(column, from), endOf(column, to));
      at += target.write(tail, at, 'latin1');
    }
    at += target.write('}', at, 'latin1');
    // Elements are separated by commas only, so a range of them is the inside of a JSON array.
    const keysOf = (column: Column) => `[${bytes.toString('utf8', startOf(column, from), endOf(column, to))}]`;
    blocks.push({
      count: to - from,
      constants,
      columns: target.subarray(start, at),
      keys: Object.fromEntries(keys.map(([name, column]) => [name, keysOf(column)])),
    });
  }
  return { count, blocks };
}

/** A column with the JSON before and after its values. */
type Cut = Readonly<{ name: string; column: Column | Letters; lead: string; tail: string }>;

/** Every column that the fields need, once. */
function columnsOf(bytes: Buffer, fields: readonly ListField[]): readonly Cut[] {
  const part = new PartColumns(bytes);
  const cuts = new Map<string, Cut>();
  const add = (name: string, column: Column | Letters, [open, close]: readonly [string, string]) => {
    const lead = `${cuts.size === 0 ? '{' : ','}${JSON.stringify(name)}:${open}`;
    if (!cuts.has(name)) cuts.set(name, { name, column, lead, tail: close });
  };
  for (const field of fields) {
    if ('text' in field) add(field.text, part.texts(field.text), ['[', ']']);
    else if ('cents' in field) {
      add(field.cents, part.numbers(field.cents), ['[', ']']);
      if (field.sign !== undefined) add(field.sign, part.letters(field.sign), ['"', '"']);
    } else if ('letters' in field) {
      const letters = part.letters(field.letters);
      checkLetters(bytes, letters, field.words);
      add(field.letters, letters, ['"', '"']);
    }
  }
  return [...cuts.values()];
}

function checkLetters(bytes: Buffer, { start, count }: Letters, words: Readonly<Record<string, string>>): void {
  const known = new Set(Object.keys(words).map((letter) => letter.charCodeAt(0)));
  for (let at = start; at < start + count; at++) {
    const letter = bytes[at] as number;
    if (!known.has(letter)) throw new Error(`the letter ${String.fromCharCode(letter)} stands for nothing`);
  }
}

function keyColumn(fields: readonly ListField[], columns: readonly Cut[], name: string): Column {
  const field = fields.find((each) => each.name === name);
  const found = columns.find((each) => field !== undefined && 'text' in field && each.name === field.text);
  if (found === undefined || !('starts' in found.column)) throw new Error(`${name} is no text of the list`);
  return found.column;
}

function startOf(column: Column | Letters, row: number): number {
  return 'starts' in column ? (column.starts[row] as number) : column.start + row;
}

/** The end of the values before a row, without the comma or bracket after them. */
function endOf(column: Column | Letters, row: number): number {
  return 'starts' in column ? (column.starts[row] as number) - 1 : column.start + row;
}
