// Which mark separates decimals in a file: settled once, by the first amount that leaves no doubt.
// Source: docs/spec/numbers.md#amounts-in-text.
import { codeText, mayBeCode } from './accountCode.js';
import { evidenceOf, type DecimalMark } from './amountText.js';
import type { Columns } from '../columns/columns.js';
import { amountIndexesOf } from './amountCells.js';
import type { Table, TableRow } from '../formats/table.js';

/** null when no amount of these rows tells. */
export function markIn(rows: readonly TableRow[], columns: Columns): DecimalMark | null {
  const indexes = amountIndexesOf(columns);
  for (const { cells } of rows) {
    if (!mayBeCode(codeText(cells[columns.code]))) continue;
    for (const index of indexes) {
      const cell = cells[index];
      const mark = typeof cell === 'string' ? evidenceOf(cell) : null;
      if (mark !== null) return mark;
    }
  }
  return null;
}

/** Reads the table as far as an amount that tells. */
export async function markOf(table: Table, columns: Columns, onBatch: () => void): Promise<DecimalMark | null> {
  for await (const rows of table.rows()) {
    const mark = markIn(rows, columns);
    if (mark !== null) return mark;
    onBatch();
  }
  return null;
}
