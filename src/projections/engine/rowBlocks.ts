// Turns the columns of a part (one JSON array per field, as JSON.stringify writes them) into JSON text of rows, in blocks, once
// per version, so that a page is a slice of bytes. Copies bytes: a text keeps its escapes, an amount gets its decimal point.
// Buys: a rebuild of ≥ 250,000 lines/s (258,000); JSON.parse and JSON.stringify take 3 to 4 times as long, 6 µs a line alone.
import type { RowBlock } from './readStore.js';

/** Rows in one block: as many as the largest page. */
export const BLOCK_ROWS = 100;

/** One field of a row: the same in every row, or from a column of texts or of integer centavos. */
export type Field =
  | Readonly<{ name: string; constant: string | number }>
  | Readonly<{ name: string; text: string }>
  | Readonly<{ name: string; cents: string }>;

/** What `fields` are made into, and which of them blocks repeat as keys. */
export type RowShape = Readonly<{ fields: readonly Field[]; filterable: readonly string[] }>;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;

/**
 * @param part UTF-8 of a JSON object of arrays, all of one length
 * @throws when a column is missing, of another length, or not of its kind
 */
export function rowBlocks(part: Uint8Array, shape: RowShape): { count: number; blocks: RowBlock[] } {
  try {
    return transcoded(part, shape);
  } catch (error) {
    if (!(error instanceof OtherwiseWritten)) throw error;
    return transcoded(Buffer.from(JSON.stringify(JSON.parse(new TextDecoder().decode(part)))), shape);
  }
}

/** Valid perhaps, but not as JSON.stringify writes it. */
class OtherwiseWritten extends Error {}

/** Where each element of a column is: element i is at `starts[i]` up to `ends[i]`, quotes included. */
type Column = Readonly<{ starts: Uint32Array; ends: Uint32Array; count: number }>;
/** What precedes a field's value in the row, and where its values are. */
type Piece = Readonly<{ lead: Uint8Array; column: Column; cents: boolean }>;

function transcoded(part: Uint8Array, { fields, filterable }: RowShape): { count: number; blocks: RowBlock[] } {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const { pieces, tail, columns } = piecesOf(bytes, fields);
  const count = pieces[0]?.column.count ?? 0;
  if (pieces.some(({ column }) => column.count !== count)) throw new Error('columns of different lengths');
  const keys = filterable.map((name) => [name, columns.get(name) as Column] as const);

  const blocks: RowBlock[] = [];
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    const to = Math.min(from + BLOCK_ROWS, count);
    const written = blockText(bytes, pieces, tail, from, to);
    // Elements lie side by side, a comma between: a stretch of them is the inside of a JSON array.
    const keysOf = ({ starts, ends }: Column) => `[${bytes.toString('utf8', starts[from], ends[to - 1])}]`;
    blocks.push({
      count: to - from,
      ...written,
      keys: Object.fromEntries(keys.map(([name, column]) => [name, keysOf(column)])),
    });
  }
  return { count, blocks };
}

function piecesOf(bytes: Buffer, fields: readonly Field[]) {
  const pieces: Piece[] = [];
  const columns = new Map<string, Column>();
  let lead = '{';
  for (const field of fields) {
    lead += `${JSON.stringify(field.name)}:`;
    if ('constant' in field) {
      lead += `${JSON.stringify(field.constant)},`;
      continue;
    }
    const cents = 'cents' in field;
    const column = cents ? numbersOf(bytes, field.cents) : textsOf(bytes, field.text);
    columns.set(field.name, column);
    pieces.push({ lead: Buffer.from(lead), column, cents });
    lead = ',';
  }
  return { pieces, columns, tail: Buffer.from(lead === ',' ? '}' : `,${lead.slice(1, -1)}}`) };
}

/** Rows one after another, a comma between. */
function blockText(bytes: Buffer, pieces: readonly Piece[], tail: Uint8Array, from: number, to: number) {
  const text = Buffer.allocUnsafeSlow(textSizeMax(pieces, tail, from, to));
  const ends = new Uint32Array(to - from);
  let at = 0;
  for (let row = from; row < to; row++) {
    if (row > from) text[at++] = COMMA;
    for (const { lead, column, cents } of pieces) {
      text.set(lead, at);
      at += lead.length;
      const start = column.starts[row] as number;
      const end = column.ends[row] as number;
      at = cents ? copyCents(bytes, start, end, text, at) : copy(bytes, start, end, text, at);
    }
    at = copy(tail, 0, tail.length, text, at);
    ends[row - from] = at;
  }
  return { text: text.subarray(0, at), ends };
}

function textSizeMax(pieces: readonly Piece[], tail: Uint8Array, from: number, to: number): number {
  let size = (to - from) * (tail.length + 1);
  for (const { lead, column } of pieces) {
    const values = (column.ends[to - 1] as number) - (column.starts[from] as number);
    // An amount grows by at most `0.0` less a digit.
    size += (to - from) * (lead.length + 3) + values;
  }
  return size;
}

function copy(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  for (let from = start; from < end; from++) target[at++] = source[from] as number;
  return at;
}

/** Digits of an integer of centavos as the JSON number of its value: 5 ─► 0.05, −120 ─► −1.2, 300 ─► 3. */
function copyCents(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let from = start;
  if (source[from] === MINUS) target[at++] = source[from++] as number;
  const digits = end - from;
  const ones = source[end - 1] as number;
  const tens = digits > 1 ? (source[end - 2] as number) : ZERO;
  if (digits <= 2) target[at++] = ZERO;
  else at = copy(source, from, end - 2, target, at);
  if (ones === ZERO && tens === ZERO) return at;
  target[at++] = POINT;
  target[at++] = tens;
  if (ones !== ZERO) target[at++] = ones;
  return at;
}

/** @throws OtherwiseWritten when the array does not begin where JSON.stringify would have put it */
function startOf(bytes: Buffer, name: string): number {
  // A text could hold the same characters only with its quotes escaped.
  const key = Buffer.from(`"${name}":[`);
  const at = bytes.indexOf(key);
  if (at === -1) throw new OtherwiseWritten(`${name} is missing`);
  return at + key.length;
}

function textsOf(bytes: Buffer, name: string): Column {
  const found = new Elements();
  let at = startOf(bytes, name);
  if (bytes[at] === CLOSE) return found.column();
  for (;;) {
    if (bytes[at] !== QUOTE) throw new OtherwiseWritten(`${name} holds something else than texts`);
    const end = endOfText(bytes, at + 1);
    found.add(at, end);
    if (bytes[end] === CLOSE) return found.column();
    if (bytes[end] !== COMMA) throw new OtherwiseWritten(`${name} is written otherwise`);
    at = end + 1;
  }
}

/** Just after the closing quote. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] !== QUOTE) {
    if (at >= bytes.length) throw new OtherwiseWritten('a text without an end');
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function numbersOf(bytes: Buffer, name: string): Column {
  const found = new Elements();
  let at = startOf(bytes, name);
  if (bytes[at] === CLOSE) return found.column();
  for (;;) {
    const start = at;
    if (bytes[at] === MINUS) at++;
    const digits = at;
    while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
    if (at === digits) throw new OtherwiseWritten(`${name} holds something else than whole centavos`);
    found.add(start, at);
    if (bytes[at] === CLOSE) return found.column();
    if (bytes[at] !== COMMA) throw new OtherwiseWritten(`${name} holds something else than whole centavos`);
    at += 1;
  }
}

class Elements {
  #starts = new Uint32Array(1_024);
  #ends = new Uint32Array(1_024);
  #count = 0;

  add(start: number, end: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
    }
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#count += 1;
  }

  column(): Column {
    return { starts: this.#starts, ends: this.#ends, count: this.#count };
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
