// Collects what is wrong with lines: all are counted, so many are kept, so that a body in which every line is wrong
// costs no more than a valid one.
import type { LineError } from '../refusals.js';

/** `erros` shows at most so many (docs/spec/imports.md#line-errors). */
export const LINE_ERRORS_MAX = 1_000;

export class LineErrors {
  readonly kept: LineError[] = [];
  count = 0;

  get hasRoom(): boolean {
    return this.kept.length < LINE_ERRORS_MAX;
  }

  add(line: number, field: LineError['field'], accountCode: string, reason: LineError['reason']): void {
    this.count++;
    if (this.hasRoom) this.kept.push({ line, field, accountCode, reason });
  }

  /** @param count of which `errors` are the first */
  addAll(errors: readonly LineError[], count: number): void {
    this.count += count;
    this.kept.push(...errors.slice(0, LINE_ERRORS_MAX - this.kept.length));
  }
}
