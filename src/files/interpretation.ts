// How a file was understood, as `validateOnly` and `operator mapping suggest` show it.
// Source: docs/spec/files.md#interpretation.
import type { Interpretation, SideStyle } from '../domain/trialBalance/fileFindings.js';
import type { ColumnField } from '../domain/trialBalance/fileReasons.js';
import { shownText } from './cells/cellText.js';
import { NO_COLUMN } from './columns/columnValues.js';
import type { Columns } from './columns/recogniseColumns.js';
import type { Cell, OpenFile } from './formats/table.js';
import type { ChosenTable } from './headings/chooseTable.js';

const FIRST_ROWS = 5;
const SHOWN_LENGTH_MAX = 200;

const SIDE_SUFFIX = /\d\)?\s*\(?(?:[DC]|DB|CR)\)?\.?\s*$|^\s*(?:[DC]|DB|CR)\s+[\d.,]/i;

/** @param usesSuffix whether some closing balance has its side beside the amount */
export function interpretationOf(
  file: OpenFile,
  { heading, table }: ChosenTable,
  usesSuffix: boolean,
): Interpretation {
  const { columns } = heading;
  const { headings } = columns;
  return {
    format: file.format,
    encoding: file.encoding,
    delimiter: file.delimiter,
    sheet: table.source.name,
    headingLine: heading.line,
    columns: headingsByField(columns),
    sides: sideStyle(columns, usesSuffix),
    convention: null,
    headings,
    firstRows: table.preview
      .slice(heading.next, heading.next + FIRST_ROWS)
      .map(({ cells }) => headings.map((_, index) => shownText(cells[index]).slice(0, SHOWN_LENGTH_MAX))),
  };
}

export function hasSideSuffix(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && SIDE_SUFFIX.test(cell);
}

function sideStyle({ opening, closing }: Columns, usesSuffix: boolean): SideStyle {
  if (closing.amount === NO_COLUMN || opening.amount === NO_COLUMN) return 'separate';
  if (closing.side !== NO_COLUMN) return 'column';
  return usesSuffix ? 'suffix' : 'none';
}

function headingsByField(columns: Columns): Partial<Record<ColumnField, string>> {
  const { opening, closing, labels } = columns;
  const balance = ({ amount, debit, credit }: Columns['opening']): readonly number[] =>
    amount === NO_COLUMN ? [debit, credit] : [amount];
  const indexes: readonly (readonly [ColumnField, readonly number[]])[] = [
    ['accountCode', [columns.code]],
    ['accountName', [columns.name]],
    ['previousBalance', balance(opening)],
    ['previousBalanceSide', [opening.side]],
    ['debit', [columns.debit]],
    ['credit', [columns.credit]],
    ['finalBalance', balance(closing)],
    ['finalBalanceSide', [closing.side]],
    ['cnpj', [columns.cnpj]],
    ['period', columns.period === NO_COLUMN ? [columns.month, columns.year] : [columns.period]],
    ['chartName', [columns.chart]],
  ];
  return Object.fromEntries(
    indexes
      .filter(([, ofField]) => !ofField.includes(NO_COLUMN))
      .map(([field, ofField]) => [field, ofField.map((index) => labels[index] || `nº ${index + 1}`).join(' / ')]),
  );
}
