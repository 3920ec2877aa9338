// Headings inside the data, as on each page of a printed report. Every row that is not an account is checked, so the
// results of rows and cells seen before are kept.
import { textOf } from '../cells/cellText.js';
import { recogniseColumns, type Columns } from '../columns/recogniseColumns.js';
import type { TableRow } from '../formats/table.js';
import { headingRole } from './headingRole.js';

/** Of different rows, and of different cells. */
const KEPT_MAX = 256;
const LETTER = /\p{L}/u;

export class RepeatedHeadings {
  readonly #columns = new Map<string, Columns | null>();
  readonly #isHeading = new Map<string, boolean>();

  /**
   * @param debit a column that has a heading in every heading row
   * @returns the columns of a heading row; null for any other row
   */
  columnsOf(row: TableRow, debit: number): Columns | null {
    const text = textOf(row.cells[debit]);
    if (!LETTER.test(text) || !kept(this.#isHeading, text, () => headingRole(text) !== null)) return null;
    const texts = row.cells.map(textOf);
    return kept(this.#columns, texts.join('\n'), () => {
      const { missing, columns } = recogniseColumns(texts, []);
      return missing.length === 0 ? columns : null;
    });
  }
}

function kept<Value>(values: Map<string, Value>, key: string, compute: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = compute();
  if (values.size >= KEPT_MAX) values.clear();
  values.set(key, value);
  return value;
}
