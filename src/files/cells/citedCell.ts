// A cell as a refusal names it: its column's heading and its value.
import type { Columns } from '../columns/columns.js';
import type { Cell } from '../formats/table.js';
import { shownText } from './cellText.js';

export type CitedCell = Readonly<{ column: string; value: string }>;

export function citedCell(cell: Cell | undefined, index: number, { labels }: Columns): CitedCell {
  return { column: labels[index] || `nº ${index + 1}`, value: shownText(cell) };
}
