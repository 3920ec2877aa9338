// Collects the errors of lines: counts all and keeps the first ones, so that a body of wrong lines needs no more memory
// than a valid one.
import { errorKind, type LineError } from '../refusals.js';

/** Largest number of entries of `erros` (docs/spec/imports.md#line-errors). */
export const LINE_ERRORS_MAX = 1_000;
/** Largest number of kinds counted. */
const KINDS_MAX = 200;

export class LineErrors {
  readonly kept: LineError[] = [];
  /** The number of errors of each kind, for the first kinds. */
  readonly kinds = new Map<string, number>();
  count = 0;

  /** @param countsKinds whether errors are counted by kind, as for files */
  constructor(private readonly countsKinds = false) {}

  get hasRoom(): boolean {
    return this.kept.length < LINE_ERRORS_MAX;
  }

  add(line: number, field: LineError['field'], accountCode: string, reason: LineError['reason']): void {
    this.count++;
    if (this.countsKinds) this.#countKind(errorKind({ field, reason }), 1);
    if (this.hasRoom) this.kept.push({ line, field, accountCode, reason });
  }

  /** @param count of all errors; `errors` are the first ones */
  addAll(errors: readonly LineError[], count: number, kinds: ReadonlyMap<string, number>): void {
    this.count += count;
    this.kept.push(...errors.slice(0, LINE_ERRORS_MAX - this.kept.length));
    for (const [kind, of] of kinds) this.#countKind(kind, of);
  }

  #countKind(kind: string, count: number): void {
    const known = this.kinds.get(kind);
    if (known !== undefined || this.kinds.size < KINDS_MAX) this.kinds.set(kind, (known ?? 0) + count);
  }
}
