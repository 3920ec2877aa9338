// Collects the lines that are kept, in columns that grow. Buys: a line takes some 40 bytes instead of an object.
import { AMOUNTS, type LineTable, type ReadingFindings } from '../../domain/trialBalance/lines/lineTable.js';
import type { Texts } from '../../domain/trialBalance/lines/textColumn.js';
import { detachedText } from './detachedText.js';

const FIRST_LINES = 1_024;
/** Different texts that are shared; beyond them each line keeps its own. */
const TEXTS_MAX = 50_000;

export class LineTableBuilder {
  #count = 0;
  readonly #accountCode = new GrowingTexts();
  readonly #accountName = new GrowingTexts();
  #cents = new Float64Array(FIRST_LINES * AMOUNTS);
  #lineNumber = new Int32Array(FIRST_LINES);
  #rowHash = new Int32Array(FIRST_LINES);

  get count(): number {
    return this.#count;
  }

  /** @param rowHash of the whole row, to tell a line that comes again from another one of the account */
  add(line: number, accountCode: string, accountName: string, amounts: Float64Array, rowHash: number): void {
    const at = this.#count++;
    if (at === this.#lineNumber.length) {
      this.#cents = grown(this.#cents, new Float64Array(this.#cents.length * 2));
      this.#lineNumber = grown(this.#lineNumber, new Int32Array(at * 2));
      this.#rowHash = grown(this.#rowHash, new Int32Array(at * 2));
    }
    this.#accountCode.add(accountCode);
    this.#accountName.add(accountName);
    this.#cents.set(amounts, at * AMOUNTS);
    this.#lineNumber[at] = line;
    this.#rowHash[at] = rowHash;
  }

  /** Of the lines of the table. */
  rowHashes(): Int32Array {
    return this.#rowHash.subarray(0, this.#count);
  }

  /** @param removed indexes of lines to leave out after all */
  table(readingFindings: ReadingFindings, removed: ReadonlySet<number>): LineTable {
    if (removed.size > 0) this.#remove(removed);
    return {
      count: this.#count,
      accountCode: this.#accountCode.texts(),
      accountName: this.#accountName.texts(),
      cents: this.#cents.slice(0, this.#count * AMOUNTS),
      cnpj: null,
      competence: null,
      lineNumber: this.#lineNumber.slice(0, this.#count),
      readingFindings,
    };
  }

  #remove(removed: ReadonlySet<number>): void {
    let to = 0;
    for (let from = 0; from < this.#count; from++) {
      if (removed.has(from)) continue;
      this.#cents.copyWithin(to * AMOUNTS, from * AMOUNTS, (from + 1) * AMOUNTS);
      this.#lineNumber[to] = this.#lineNumber[from] as number;
      this.#rowHash[to] = this.#rowHash[from] as number;
      this.#accountCode.move(from, to);
      this.#accountName.move(from, to);
      to++;
    }
    this.#count = to;
    this.#accountCode.cut(to);
    this.#accountName.cut(to);
  }
}

/** Texts as UTF-8 in one buffer; one that comes again stands there once. */
class GrowingTexts {
  #bytes = new Uint8Array(16_384);
  #filled = 0;
  #start = new Int32Array(FIRST_LINES);
  #end = new Int32Array(FIRST_LINES);
  #count = 0;
  /** Where a text stands, by the first line that has it. */
  readonly #known = new Map<string, number>();
  readonly #encoder = new TextEncoder();

  add(text: string): void {
    const at = this.#count++;
    if (at === this.#start.length) {
      this.#start = grown(this.#start, new Int32Array(at * 2));
      this.#end = grown(this.#end, new Int32Array(at * 2));
    }
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#start[at] = this.#start[known] as number;
      this.#end[at] = this.#end[known] as number;
      return;
    }
    const room = text.length * 3;
    if (this.#bytes.length - this.#filled < room)
      this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(this.#bytes.length * 2, this.#filled + room)));
    this.#start[at] = this.#filled;
    this.#filled += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#filled)).written;
    this.#end[at] = this.#filled;
    if (this.#known.size < TEXTS_MAX) this.#known.set(detachedText(text), at);
  }

  move(from: number, to: number): void {
    this.#start[to] = this.#start[from] as number;
    this.#end[to] = this.#end[from] as number;
  }

  cut(count: number): void {
    this.#count = count;
  }

  texts(): Texts {
    const count = this.#count;
    return {
      bytes: this.#bytes.slice(0, this.#filled),
      start: this.#start.slice(0, count),
      end: this.#end.slice(0, count),
    };
  }
}

function grown<Values extends Float64Array | Int32Array | Uint8Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
