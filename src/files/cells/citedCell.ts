// A cell as a refusal names it.
import type { Columns } from '../columns/columns.js';
import type { Cell } from '../formats/table.js';

export type CitedCell = Readonly<{ column: string; value: string }>;

export function citedCell(cell: Cell | undefined, index: number, { labels }: Columns): CitedCell {
  return { column: labels[index] || `nº ${index + 1}`, value: shown(cell) };
}

export function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && (cell === '' || cell.trim() === ''));
}
