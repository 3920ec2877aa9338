// Lines of a file as they are collected: columns that grow, texts that do not hold on to the piece they were read from.
import { AMOUNTS, type Besides, type LineTable } from '../../domain/trialBalance/lines/lineTable.js';
import { LineErrors } from '../../domain/trialBalance/checks/lineErrors.js';
import type { Warning } from '../../domain/trialBalance/refusals.js';
import { ACCOUNTS_NAMED_MAX } from '../../domain/trialBalance/checks/warnings.js';

const FIRST_LINES = 1_024;
/** Different texts kept once; beyond it each line keeps its own. */
const TEXTS_MAX = 50_000;

export class LineColumns {
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

  /** @param left indexes of lines that are left out after all */
  table(besides: Besides, left: ReadonlySet<number> = new Set()): LineTable {
    if (left.size > 0) this.#leave(left);
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

  #leave(left: ReadonlySet<number>): void {
    let to = 0;
    for (let from = 0; from < this.#count; from++) {
      if (left.has(from)) continue;
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

/** One string for equal texts, which does not hold on to the piece of the file it was read from. */
class TextPool {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const own = copied(text);
    if (this.#known.size < TEXTS_MAX) this.#known.set(own, own);
    return own;
  }
}

function grown<Values extends Float64Array | Int32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}

/** What is told beside the lines that are kept. */
export class Aside {
  readonly errors = new LineErrors();
  readonly warnings: Warning[] = [];
  #leftOut = 0;
  readonly #accounts: string[] = [];
  readonly #different = new DistinctCount();
  readonly #withoutCode: number[] = [];
  #withoutCodeCount = 0;
  readonly #restored = new Map<string, string>();

  leaveOut(accountCode: string): void {
    this.#leftOut++;
    if (this.#different.add(accountCode) && this.#accounts.length < ACCOUNTS_NAMED_MAX)
      this.#accounts.push(copied(accountCode));
  }

  withoutCode(line: number): void {
    this.#withoutCodeCount++;
    if (this.#withoutCode.length < ACCOUNTS_NAMED_MAX) this.#withoutCode.push(line);
  }

  restored(found: string, accountCode: string): void {
    if (!this.#restored.has(found)) this.#restored.set(copied(found), accountCode);
  }

  notRestored(found: string): void {
    this.#restored.delete(found);
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  besides(): Besides {
    const warnings = [...this.warnings];
    const rows = this.#withoutCodeCount;
    if (rows > 0) {
      const lines = this.#withoutCode;
      warnings.push({ is: 'RowsWithoutCode', rows, lines, more: rows - lines.length });
    }
    if (this.#restored.size > 0) {
      const all = [...this.#restored].map(([found, accountCode]) => ({ found, accountCode }));
      const codes = all.slice(0, ACCOUNTS_NAMED_MAX);
      warnings.push({ is: 'CodesRestored', codes, more: all.length - codes.length });
    }
    return {
      notInChart: {
        lines: this.#leftOut,
        accounts: this.#accounts,
        more: this.#different.count - this.#accounts.length,
      },
      errors: this.errors.kept,
      errorCount: this.errors.count,
      warnings,
    };
  }
}

/** Counts different texts by 63 bits of hash: eight bytes each, whatever their length. */
class DistinctCount {
  count = 0;
  /** Two halves side by side; the second is never 0 where something stands. */
  #slots = new Int32Array(2_048);

  /** @returns whether the text is new */
  add(text: string): boolean {
    let [first, second] = [0x811c9dc5, 0x9e3779b9];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      first = Math.imul(first ^ unit, 0x01000193);
      second = Math.imul(second + unit, 0x85ebca6b) ^ (second >>> 13);
    }
    if (this.count * 4 > this.#slots.length) this.#grow();
    return this.#put(first | 0, second | 1);
  }

  #put(first: number, second: number): boolean {
    const mask = this.#slots.length - 1;
    let at = ((first ^ (first >>> 15)) << 1) & mask;
    while (this.#slots[at + 1] !== 0) {
      if (this.#slots[at] === first && this.#slots[at + 1] === second) return false;
      at = (at + 2) & mask;
    }
    this.#slots[at] = first;
    this.#slots[at + 1] = second;
    this.count++;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.count = 0;
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) this.#put(old[at] as number, old[at + 1] as number);
  }
}

/** A slice of a large text keeps that text alive: a copy does not. Short slices are copies. */
function copied(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
