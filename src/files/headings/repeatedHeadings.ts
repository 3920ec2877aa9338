// Headings inside the data, as on each page of a printed report. Asked of every row that is no account, so that what
// was told once is not worked out again.
import type { Columns } from '../columns/columns.js';
import { headingRole } from './headingRole.js';
import { repeatedHeading } from './headings.js';
import { textOf } from '../cells/cellText.js';
import type { TableRow } from '../formats/table.js';

/** Different rows, or cells, remembered. */
const REMEMBERED_MAX = 256;
const LETTER = /\p{L}/u;

export class RepeatedHeadings {
  readonly #rows = new Map<string, Columns | null>();
  readonly #cells = new Map<string, boolean>();

  /** @param debit a column whose heading is one in any heading row */
  columnsOf(row: TableRow, debit: number): Columns | null {
    const text = textOf(row.cells[debit]);
    if (!LETTER.test(text) || !this.#isHeading(text)) return null;
    const key = row.cells.map(textOf).join('\n');
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const columns = repeatedHeading(row);
    if (this.#rows.size >= REMEMBERED_MAX) this.#rows.clear();
    this.#rows.set(key, columns);
    return columns;
  }

  #isHeading(text: string): boolean {
    const known = this.#cells.get(text);
    if (known !== undefined) return known;
    const is = headingRole(text) !== null;
    if (this.#cells.size >= REMEMBERED_MAX) this.#cells.clear();
    this.#cells.set(text, is);
    return is;
  }
}
