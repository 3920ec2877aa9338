// Columns parted by commas whose amounts have commas of their own, without quotes around: `1.1,Caixa,10,00,0,00,…`. Every
// line would fail by itself, or be read as other amounts; what is wrong with all of them is one thing.
import { amountIndexesOf } from '../../cells/amountCells.js';
import type { Columns } from '../../columns/columns.js';
import { textOf } from '../../cells/cellText.js';
import { FileRefused, type OpenFile, type TableRow } from '../table.js';

/** What stands behind the comma of an amount. */
const DECIMALS = /^\d{1,2}\s*[DC)-]?$/i;

/** @throws FileRefused FileCommasWithin */
export function refuseCommasWithin(
  { delimiter }: Pick<OpenFile, 'delimiter'>,
  columns: Columns,
  rows: readonly TableRow[],
): void {
  if (delimiter !== ',') return;
  const headings = columns.headings.length;
  const from = Math.min(...amountIndexesOf(columns));
  const isTorn = ({ cells }: TableRow): boolean => {
    const amounts = cells.slice(from).map(textOf);
    return (
      amounts.length === 2 * (headings - from) && amounts.every((text, at) => at % 2 === 0 || DECIMALS.test(text))
    );
  };
  const [first, ...others] = rows.filter(isTorn);
  if (first === undefined || (others.length + 1) * 2 < rows.length) return;
  throw new FileRefused({ is: 'FileCommasWithin', line: first.line, cells: first.cells.length, headings });
}
