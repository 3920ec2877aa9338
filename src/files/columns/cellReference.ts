// How a refusal names a cell: its column's heading and its value.
import type { Cell } from '../formats/table.js';
import { shownText } from '../cells/cellText.js';
import type { Columns } from './recogniseColumns.js';

export type CellReference = Readonly<{ column: string; value: string }>;

export function cellReference(cell: Cell | undefined, index: number, { labels }: Columns): CellReference {
  return { column: labels[index] || `nº ${index + 1}`, value: shownText(cell) };
}
