// Refuses text separated by commas whose amounts hold decimal commas of their own without quotes:
// `1.1,Caixa,10,00,0,00,…`. Line by line it would fail with misleading errors, or be read as other amounts.
// Source: docs/spec/files.md#delimiters.
import { textOf } from '../cells/cellText.js';
import { FileRefused, type OpenFile, type TableRow } from '../formats/table.js';
import { amountIndexes } from './amounts.js';
import type { Columns } from './recogniseColumns.js';

/** What stands behind the decimal comma of an amount. */
const DECIMALS = /^\d{1,2}\s*[DC)-]?$/i;

/** @throws FileRefused FileCommasWithin when at least half of the rows have every amount split in two */
export function refuseUnquotedCommas(
  { delimiter }: Pick<OpenFile, 'delimiter'>,
  columns: Columns,
  rows: readonly TableRow[],
): void {
  if (delimiter !== ',') return;
  const headings = columns.headings.length;
  const from = Math.min(...amountIndexes(columns));
  const isSplit = ({ cells }: TableRow): boolean => {
    const amounts = cells.slice(from).map(textOf);
    return (
      amounts.length === 2 * (headings - from) && amounts.every((text, at) => at % 2 === 0 || DECIMALS.test(text))
    );
  };
  const [first, ...others] = rows.filter(isSplit);
  if (first === undefined || (others.length + 1) * 2 < rows.length) return;
  throw new FileRefused({ is: 'FileCommasWithin', line: first.line, cells: first.cells.length, headings });
}
