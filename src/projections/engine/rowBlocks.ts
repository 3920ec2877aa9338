// Columns of a part ─► ready JSON text of rows, in blocks. Done once per version, when it is projected, so that a page
// is a slice of bytes: building row objects at each read would cost five times the rest of the request.
import type { RowBlock } from './readStore.js';

/** Rows in one block: as many as the largest page. */
export const BLOCK_ROWS = 100;

/** One field of a row: the same value in every row, or a column of texts or of centavos. */
export type Field =
  | Readonly<{ name: string; constant: string | number }>
  | Readonly<{ name: string; texts: readonly string[] }>
  | Readonly<{ name: string; cents: readonly number[] }>;

/** `.05`, `.1`, nothing: the fraction for each number of centavos below 100, as JSON writes the number. */
const FRACTIONS = Array.from({ length: 100 }, (_, cents) =>
  cents === 0 ? '' : cents % 10 === 0 ? `.${cents / 10}` : `.${String(cents).padStart(2, '0')}`,
);

/** Exact: an integer of centavos as the JSON number of its value, at most two decimals. 5 is 0.05, −120 is −1.2. */
export function centsAsJson(cents: number): string {
  if (cents < 0) return `-${centsAsJson(-cents)}`;
  const whole = Math.floor(cents / 100);
  return `${whole}${FRACTIONS[cents - whole * 100] ?? ''}`;
}

const NEEDS_ESCAPING = /["\\\u0000-\u001f\ud800-\udfff]/;

function textAsJson(text: string): string {
  return NEEDS_ESCAPING.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * @param count rows; every column has as many entries
 * @param filterable names of text columns whose values the blocks repeat as keys
 * @throws when a column is shorter or longer, or an amount is not a safe integer
 */
export function rowBlocks(fields: readonly Field[], count: number, filterable: readonly string[]): RowBlock[] {
  const columns = fields.map((field) => column(field, count));
  const blocks: RowBlock[] = [];
  for (let from = 0; from < count; from += BLOCK_ROWS)
    blocks.push(block(columns, from, Math.min(from + BLOCK_ROWS, count), keysOf(fields, filterable)));
  return blocks;
}

/** JSON text of one field in row i, with its name and what separates it from the one before. */
type Column = (row: number) => string;

function column(field: Field, count: number): Column {
  const name = `${JSON.stringify(field.name)}:`;
  if ('constant' in field) {
    const text = name + JSON.stringify(field.constant);
    return () => text;
  }
  const values = 'texts' in field ? field.texts : field.cents;
  if (values.length !== count) throw new Error(`${field.name}: ${values.length} values for ${count} rows`);
  if ('texts' in field) return (row) => name + textAsJson(field.texts[row] ?? '');
  if (!field.cents.every(Number.isSafeInteger)) throw new Error(`${field.name}: not whole centavos`);
  return (row) => name + centsAsJson(field.cents[row] ?? 0);
}

function keysOf(fields: readonly Field[], filterable: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(fields.flatMap((f) => ('texts' in f && filterable.includes(f.name) ? [[f.name, f.texts]] : [])));
}

function block(
  columns: readonly Column[],
  from: number,
  to: number,
  keys: ReadonlyMap<string, readonly string[]>,
): RowBlock {
  const ends = new Uint32Array(to - from);
  let text = '';
  let bytes = 0;
  for (let row = from; row < to; row++) {
    let line = row === from ? '{' : ',{';
    for (let at = 0; at < columns.length; at++) line += (at === 0 ? '' : ',') + (columns[at] as Column)(row);
    line += '}';
    bytes += Buffer.byteLength(line);
    ends[row - from] = bytes;
    text += line;
  }
  const slices = [...keys].map(([name, values]) => [name, values.slice(from, to)] as const);
  return { count: to - from, text: Buffer.from(text), ends, keys: Object.fromEntries(slices) };
}
