// A table whose first rows are read ahead, to find its heading; the rows after the heading are then read once.
import type { Table, TableRow } from '../formats/table.js';

export class PreviewedTable {
  readonly preview: TableRow[] = [];
  /** There are no rows beyond the preview. */
  #isWhole = false;
  readonly #batches: AsyncIterator<readonly TableRow[]>;

  private constructor(readonly source: Table) {
    this.#batches = source.rows()[Symbol.asyncIterator]();
  }

  /** Reads at least so many rows, if there are; to be closed by the caller. */
  static async open(table: Table, rows: number): Promise<PreviewedTable> {
    const opened = new PreviewedTable(table);
    await opened.readAhead(rows);
    return opened;
  }

  /** Makes the preview at least so long, if there are so many rows. */
  async readAhead(rows: number): Promise<void> {
    while (this.preview.length < rows && !this.#isWhole) {
      const next = await this.#batches.next();
      if (next.done === true) this.#isWhole = true;
      else for (const row of next.value) this.preview.push(row);
    }
  }

  /** All rows from an index of the preview on. May be called once. */
  async *rowsFrom(index: number): AsyncGenerator<readonly TableRow[], void> {
    const rows = this.preview.slice(index);
    if (rows.length > 0) yield rows;
    while (!this.#isWhole) {
      const next = await this.#batches.next();
      if (next.done === true) this.#isWhole = true;
      else yield next.value;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
