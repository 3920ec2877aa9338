// Collects the lines of a document while it is read; texts are ranges of the document's bytes, not copies.
import type { Competence } from '../../kernel/competence.js';
import { AMOUNTS, type LineTable } from './lineTable.js';

export class ByteLineTableBuilder {
  count = 0;
  #capacity = 64;
  #codeStart = new Int32Array(this.#capacity);
  #codeEnd = new Int32Array(this.#capacity);
  #nameStart = new Int32Array(this.#capacity);
  #nameEnd = new Int32Array(this.#capacity);
  #cents = new Float64Array(this.#capacity * AMOUNTS);
  #cnpj: (string | undefined)[] | null = null;
  #competence: (Competence | undefined)[] | null = null;

  /** @param bytes the document's, in UTF-8; texts are trimmed ranges of it */
  constructor(private readonly bytes: Uint8Array) {}

  /** Adds a line; the caller then sets its four amounts. @returns the index of the first one in `cents` */
  add(codeStart: number, codeEnd: number, nameStart: number, nameEnd: number): number {
    if (this.count === this.#capacity) this.#grow();
    const line = this.count++;
    this.#codeStart[line] = codeStart;
    this.#codeEnd[line] = codeEnd;
    this.#nameStart[line] = nameStart;
    this.#nameEnd[line] = nameEnd;
    return line * AMOUNTS;
  }

  get cents(): Float64Array {
    return this.#cents;
  }

  /** Sets it for the line added last. */
  setCnpj(cnpj: string): void {
    (this.#cnpj ??= [])[this.count - 1] = cnpj;
  }

  setCompetence(competence: Competence): void {
    (this.#competence ??= [])[this.count - 1] = competence;
  }

  build(): LineTable {
    const { bytes, count } = this;
    return {
      count,
      accountCode: { bytes, start: this.#codeStart.slice(0, count), end: this.#codeEnd.slice(0, count) },
      accountName: { bytes, start: this.#nameStart.slice(0, count), end: this.#nameEnd.slice(0, count) },
      cents: this.#cents.slice(0, count * AMOUNTS),
      cnpj: this.#cnpj,
      competence: this.#competence,
      lineNumber: null,
    };
  }

  #grow(): void {
    this.#capacity *= 2;
    const grown = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(this.#capacity);
      to.set(from);
      return to;
    };
    this.#codeStart = grown(this.#codeStart);
    this.#codeEnd = grown(this.#codeEnd);
    this.#nameStart = grown(this.#nameStart);
    this.#nameEnd = grown(this.#nameEnd);
    const cents = new Float64Array(this.#capacity * AMOUNTS);
    cents.set(this.#cents);
    this.#cents = cents;
  }
}
