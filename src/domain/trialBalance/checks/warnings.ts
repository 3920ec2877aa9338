// Collects warnings: at most 200, the last saying how many more, whatever their number costs nothing.
import type { Warning } from '../refusals.js';

/** `avisos` has at most so many (docs/spec/imports.md#warnings). */
export const WARNINGS_MAX = 200;

/** Accounts one warning names (docs/spec/imports.md#ignored-lines). */
export const ACCOUNTS_NAMED_MAX = 20;

export class Warnings {
  readonly #kept: Warning[] = [];
  #count = 0;

  /** Called back only while there is room. */
  add(make: () => Warning): void {
    this.#count++;
    if (this.#kept.length < WARNINGS_MAX) this.#kept.push(make());
  }

  list(): readonly Warning[] {
    if (this.#count <= WARNINGS_MAX) return this.#kept;
    const kept = this.#kept.slice(0, WARNINGS_MAX - 1);
    return [...kept, { is: 'MoreWarnings', count: this.#count - kept.length }];
  }
}
