// Reads the columns of a part, or of a block cut out of one: a JSON object with an array a column, or a text of one letter
// a row, as JSON.stringify writes it.

/** Element i of a column is from `starts[i]` to before `starts[i + 1] - 1`, the comma or bracket after it; quotes included. */
export type Column = Readonly<{ starts: Uint32Array; count: number }>;
/** Letter i of a column is the byte at `start + i`. */
export type Letters = Readonly<{ start: number; count: number }>;

/** JSON that was not written by JSON.stringify. */
export class OtherwiseWritten extends Error {}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;

/**
 * The columns of a part, each read once. One is looked for right after the column before it, where parts have it, then
 * anywhere.
 */
export class PartColumns {
  readonly #bytes: Buffer;
  readonly #columns = new Map<string, Column>();
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
    return this.#known(name, endOfText, 'texts');
  }

  numbers(name: string): Column {
    return this.#known(name, endOfInteger, 'whole centavos');
  }

  #known(name: string, endOfElement: EndOfElement, what: string): Column {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = this.#elements(name, endOfElement, what);
    this.#columns.set(name, column);
    return column;
  }

  #elements(name: string, endOfElement: EndOfElement, what: string): Column {
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

/** Returns -1 for anything else than such an element. */
type EndOfElement = (bytes: Buffer, at: number) => number;

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
