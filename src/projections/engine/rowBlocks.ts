// Converts the columns of a part (one JSON array per field, as written by JSON.stringify) to JSON text of rows, in blocks, once
// per version, so that a page is a slice of bytes. Copies bytes: texts keep their escapes, amounts get a decimal point.
// Buys: a rebuild of ≥ 250,000 lines/s (258,000); JSON.parse and JSON.stringify take 3 to 4 times as long, 6 µs a line alone.
import type { RowBlock } from './readStore.js';

/** Rows in one block: as many as the largest page. */
export const BLOCK_ROWS = 100;

/** One field of a row: a constant, or a column of texts or of integer centavos. */
export type Field =
  | Readonly<{ name: string; constant: string | number }>
  | Readonly<{ name: string; text: string }>
  /** `sign`: a column of + and -, where - turns the amounts. */
  | Readonly<{ name: string; cents: string; sign?: string }>
  /** A column of letters, and the text that each stands for. */
  | Readonly<{ name: string; letters: string; words: Readonly<Record<string, string>> }>;

/** The fields of a row, and those whose values blocks repeat as keys. */
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
 * @throws when a column is missing, or has another length or type
 */
export function rowBlocks(part: Uint8Array, shape: RowShape): { count: number; blocks: RowBlock[] } {
  try {
    return transcoded(part, shape);
  } catch (error) {
    if (!(error instanceof OtherwiseWritten)) throw error;
    return transcoded(Buffer.from(JSON.stringify(JSON.parse(new TextDecoder().decode(part)))), shape);
  }
}

/** JSON that was not written by JSON.stringify. */
class OtherwiseWritten extends Error {}

/** Element i of a column is from `starts[i]` to before `starts[i + 1] - 1`, the comma or bracket after it; quotes included. */
type Column = Readonly<{ starts: Uint32Array; count: number }>;
/** Letter i of a column is the byte at `start + i`. */
type Letters = Readonly<{ start: number; count: number }>;
/** The text before a field's value in the row, and its values. */
type Piece = Readonly<{ lead: Uint8Array }> &
  (
    | Readonly<{ is: 'text'; column: Column }>
    | Readonly<{ is: 'cents'; column: Column; sign: Letters | null }>
    | Readonly<{ is: 'letters'; column: Letters; words: readonly (Uint8Array | undefined)[] }>
  );

function transcoded(part: Uint8Array, { fields, filterable }: RowShape): { count: number; blocks: RowBlock[] } {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const { pieces, tail, columns } = piecesOf(bytes, fields);
  const count = pieces[0]?.column.count ?? 0;
  const isOther = (column: Letters | Column | null): boolean => column !== null && column.count !== count;
  if (pieces.some((piece) => isOther(piece.column) || (piece.is === 'cents' && isOther(piece.sign))))
    throw new Error('columns of different lengths');
  const keys = filterable.map((name) => [name, columns.get(name) as Column] as const);

  const blocks: RowBlock[] = [];
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    const to = Math.min(from + BLOCK_ROWS, count);
    const written = blockText(bytes, pieces, tail, from, to);
    // Elements are separated by commas only, so a range of them is the inside of a JSON array.
    const keysOf = ({ starts }: Column) => `[${bytes.toString('utf8', starts[from], endOf(starts, to - 1))}]`;
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
  const part = new PartColumns(bytes);
  let lead = '{';
  for (const field of fields) {
    lead += `${JSON.stringify(field.name)}:`;
    if ('constant' in field) {
      lead += `${JSON.stringify(field.constant)},`;
      continue;
    }
    const before = { lead: Buffer.from(lead) };
    lead = ',';
    if ('letters' in field) {
      const words = wordsByByte(field.words);
      pieces.push({ ...before, is: 'letters', column: part.letters(field.letters), words });
      continue;
    }
    const isCents = 'cents' in field;
    const column = isCents ? part.numbers(field.cents) : part.texts(field.text);
    columns.set(field.name, column);
    if (!isCents) pieces.push({ ...before, is: 'text', column });
    else {
      const sign = field.sign === undefined ? null : part.letters(field.sign);
      pieces.push({ ...before, is: 'cents', column, sign });
    }
  }
  return { pieces, columns, tail: Buffer.from(lead === ',' ? '}' : `,${lead.slice(1, -1)}}`) };
}

/** Rows separated by commas, with a comma on either side. */
function blockText(bytes: Buffer, pieces: readonly Piece[], tail: Uint8Array, from: number, to: number) {
  const framed = Buffer.allocUnsafeSlow(textSizeMax(pieces, tail, from, to));
  const ends = new Uint32Array(to - from);
  let at = 0;
  for (let row = from; row < to; row++) {
    framed[at++] = COMMA;
    for (const piece of pieces) {
      at = copy(piece.lead, 0, piece.lead.length, framed, at);
      at =
        piece.is === 'letters'
          ? copyWord(bytes, piece, row, framed, at)
          : copyValue(bytes, piece, row, framed, at);
    }
    at = copy(tail, 0, tail.length, framed, at);
    ends[row - from] = at - 1;
  }
  framed[at++] = COMMA;
  return { framed: framed.subarray(0, at), text: framed.subarray(1, at - 1), ends };
}

function textSizeMax(pieces: readonly Piece[], tail: Uint8Array, from: number, to: number): number {
  let size = (to - from) * (tail.length + 1) + 1;
  for (const piece of pieces) {
    // A minus, the decimal point and zeros lengthen an amount by at most 4 characters.
    size += (to - from) * (piece.lead.length + 4);
    if (piece.is === 'letters') size += (to - from) * Math.max(...piece.words.map((word) => word?.length ?? 0));
    else size += (piece.column.starts[to] as number) - (piece.column.starts[from] as number);
  }
  return size;
}

function endOf(starts: Uint32Array, element: number): number {
  return (starts[element + 1] as number) - 1;
}

type Valued = Exclude<Piece, { is: 'letters' }>;

function copyValue(source: Uint8Array, piece: Valued, row: number, target: Uint8Array, at: number): number {
  const start = piece.column.starts[row] as number;
  const end = endOf(piece.column.starts, row);
  if (piece.is === 'text') return copy(source, start, end, target, at);
  const isTurned = piece.sign !== null && source[piece.sign.start + row] === MINUS;
  return copyCents(source, start, end, target, at, isTurned);
}

type Lettered = Extract<Piece, { is: 'letters' }>;

function copyWord(
  source: Uint8Array,
  { column, words }: Lettered,
  row: number,
  target: Uint8Array,
  at: number,
): number {
  const letter = source[column.start + row] as number;
  const word = words[letter];
  if (word === undefined) throw new Error(`the letter ${String.fromCharCode(letter)} stands for nothing`);
  return copy(word, 0, word.length, target, at);
}

function wordsByByte(words: Readonly<Record<string, string>>): readonly (Uint8Array | undefined)[] {
  const byByte = new Array<Uint8Array | undefined>(128).fill(undefined);
  for (const [letter, word] of Object.entries(words))
    byByte[letter.charCodeAt(0)] = Buffer.from(JSON.stringify(word));
  return byByte;
}

function copy(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  for (let from = start; from < end; from++) target[at++] = source[from] as number;
  return at;
}

/** Writes an integer of centavos as a JSON number of reais: 5 ─► 0.05, −120 ─► −1.2, 300 ─► 3. @param isTurned with the other sign */
function copyCents(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
  isTurned: boolean,
): number {
  const isNegative = source[start] === MINUS;
  const from = isNegative ? start + 1 : start;
  if (isNegative !== isTurned && source[from] !== ZERO) target[at++] = MINUS;
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

/**
 * The columns of a part, each read once. One is looked for right after the column before it, where parts have it, then
 * anywhere.
 */
class PartColumns {
  readonly #bytes: Buffer;
  readonly #numbers = new Map<string, Column>();
  readonly #letters = new Map<string, Letters>();
  /** After the last column read. */
  #end = 0;
  /** Of the first column read; the others must have as many. */
  #count = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  letters(name: string): Letters {
    const known = this.#letters.get(name);
    if (known !== undefined) return known;
    const start = this.#startOf(`"${name}":"`);
    const end = this.#bytes.indexOf(QUOTE, start);
    this.#end = end + 1;
    const letters = { start, count: end - start };
    this.#letters.set(name, letters);
    return letters;
  }

  texts(name: string): Column {
    return this.#elements(name, endOfText, 'texts');
  }

  numbers(name: string): Column {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const column = this.#elements(name, endOfInteger, 'whole centavos');
    this.#numbers.set(name, column);
    return column;
  }

  /** @param endOfElement returns -1 for anything else than such an element */
  #elements(name: string, endOfElement: (bytes: Buffer, at: number) => number, what: string): Column {
    const bytes = this.#bytes;
    let at = this.#startOf(`"${name}":[`);
    let starts = new Uint32Array(this.#count < 0 ? STARTS_MIN : this.#count + 1);
    let count = 0;
    while (bytes[at] !== CLOSE) {
      starts[count++] = at;
      if (count === starts.length) starts = grown(starts);
      const end = endOfElement(bytes, at);
      if (end < 0 || (bytes[end] !== COMMA && bytes[end] !== CLOSE))
        throw new OtherwiseWritten(`${name} holds something else than ${what}`);
      at = end;
      if (bytes[at] === CLOSE) break;
      at += 1;
    }
    starts[count] = at + 1;
    this.#end = at + 1;
    if (this.#count < 0) this.#count = count;
    return { starts, count };
  }

  /** @throws OtherwiseWritten when the column does not start where JSON.stringify puts it */
  #startOf(text: string): number {
    const key = Buffer.from(text);
    const bytes = this.#bytes;
    // After the comma, or the brace of the object.
    const next = this.#end + 1;
    if (bytes.compare(key, 0, key.length, next, Math.min(next + key.length, bytes.length)) === 0)
      return next + key.length;
    // Unambiguous: inside a text, the quotes would be escaped.
    const at = bytes.indexOf(key);
    if (at === -1) throw new OtherwiseWritten(`${text} is missing`);
    return at + key.length;
  }
}

const STARTS_MIN = 1_024;

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** @returns the index after the closing quote */
function endOfText(bytes: Buffer, start: number): number {
  if (bytes[start] !== QUOTE) return -1;
  let at = start + 1;
  while (bytes[at] !== QUOTE) {
    if (at >= bytes.length) return -1;
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function endOfInteger(bytes: Buffer, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const digits = at;
  while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
  return at === digits ? -1 : at;
}
