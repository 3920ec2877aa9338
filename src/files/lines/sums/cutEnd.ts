// Tells a text file that ends within a line: its last line lacks columns that the lines before have.
// Source: docs/spec/files.md#sums.

/** A last row of a code alone is no page number. */
const CODE_CUT = /^\d+[.\-/]|^\d{4}/;

export class CutEnd {
  /** The last line, if it is short; null otherwise. */
  #short: Readonly<{ line: number; errorsBefore: number }> | null = null;
  #whole = 0;

  /** @param isText whether a row that ends early lacks cells */
  constructor(private readonly isText: boolean) {}

  /** Called for each line. @param errors before it is read */
  row(line: number, code: string, cells: number, indexes: readonly number[], errors: number): void {
    const inside = countBelow(indexes, cells);
    const isShort = inside < indexes.length;
    if (!isShort) this.#whole++;
    const isCut = isShort && (inside > 0 || CODE_CUT.test(code));
    this.#short = isCut ? { line, errorsBefore: errors } : null;
  }

  /** Called for each row that is no line. */
  other(): void {
    this.#short = null;
  }

  /** @returns the line within which the file ends; null where it does not, or where other lines lack columns too */
  cutLine(errors: number): number | null {
    const short = this.#short;
    if (!this.isText || short === null || this.#whole === 0) return null;
    // What the cut line itself lacks are its errors.
    return errors - short.errorsBefore <= CUT_ERRORS_MAX && short.errorsBefore === 0 ? short.line : null;
  }
}

/** One for each amount of a line, and its side. */
const CUT_ERRORS_MAX = 8;

function countBelow(indexes: readonly number[], limit: number): number {
  let count = 0;
  for (const index of indexes) if (index < limit) count++;
  return count;
}
