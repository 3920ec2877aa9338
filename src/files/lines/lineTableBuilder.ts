// Collects the lines that are kept, in columns that grow. Buys: a line takes some 40 bytes instead of an object.
import { AMOUNTS, type Besides, type LineTable } from '../../domain/trialBalance/lines/lineTable.js';
import { detachedText } from './detachedText.js';

const FIRST_LINES = 1_024;
/** Different texts that are shared; beyond them each line keeps its own. */
const TEXTS_MAX = 50_000;

export class LineTableBuilder {
  #count = 0;
  readonly #accountCode: string[] = [];
  readonly #accountName: string[] = [];
  readonly #texts = new TextPool();
  #cents = new Float64Array(FIRST_LINES * AMOUNTS);
  #lineNumber = new Int32Array(FIRST_LINES);

  get count(): number {
    return this.#count;
  }

  add(line: number, accountCode: string, accountName: string, amounts: Float64Array): void {
    const at = this.#count++;
    if (at === this.#lineNumber.length) {
      this.#cents = grown(this.#cents, new Float64Array(this.#cents.length * 2));
      this.#lineNumber = grown(this.#lineNumber, new Int32Array(at * 2));
    }
    this.#accountCode.push(this.#texts.of(accountCode));
    this.#accountName.push(this.#texts.of(accountName));
    this.#cents.set(amounts, at * AMOUNTS);
    this.#lineNumber[at] = line;
  }

  /** @param removed indexes of lines to leave out after all */
  table(besides: Besides, removed: ReadonlySet<number>): LineTable {
    if (removed.size > 0) this.#remove(removed);
    return {
      count: this.#count,
      accountCode: this.#accountCode,
      accountName: this.#accountName,
      cents: this.#cents.slice(0, this.#count * AMOUNTS),
      cnpj: null,
      competence: null,
      lineNumber: this.#lineNumber.slice(0, this.#count),
      besides,
    };
  }

  #remove(removed: ReadonlySet<number>): void {
    let to = 0;
    for (let from = 0; from < this.#count; from++) {
      if (removed.has(from)) continue;
      this.#cents.copyWithin(to * AMOUNTS, from * AMOUNTS, (from + 1) * AMOUNTS);
      this.#lineNumber[to] = this.#lineNumber[from] as number;
      this.#accountCode[to] = this.#accountCode[from] as string;
      this.#accountName[to] = this.#accountName[from] as string;
      to++;
    }
    this.#count = to;
    this.#accountCode.length = to;
    this.#accountName.length = to;
  }
}

/** One string for all equal texts, detached from the piece of the file it was read from. */
class TextPool {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const own = detachedText(text);
    if (this.#known.size < TEXTS_MAX) this.#known.set(own, own);
    return own;
  }
}

function grown<Values extends Float64Array | Int32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
