// How a file was understood, as `validateOnly` and `operator mapping suggest` show it.
// Source: docs/spec/files.md#interpretation.
import type { Interpretation, SideStyle } from '../domain/trialBalance/interpretation.js';
import type { ColumnField } from '../domain/trialBalance/fileReasons.js';
import { shownText } from './cells/cellText.js';
import { isThere } from './columns/amounts.js';
import { labelOf, NO_COLUMN } from './columns/columnValues.js';
import type { Columns } from './columns/recogniseColumns.js';
import type { OpenFile } from './formats/table.js';
import type { Heading, PreviewedTable } from './headings/findHeading.js';

const FIRST_ROWS = 5;
const SHOWN_LENGTH_MAX = 200;

/** @param usesSuffix whether some closing balance has its side beside the amount */
export function interpretationOf(
  file: OpenFile,
  { heading, table }: Readonly<{ heading: Heading; table: PreviewedTable }>,
  columns: Columns,
  usesSuffix: boolean,
): Interpretation {
  const { headings } = columns;
  const places = placesByField(columns);
  return {
    format: file.format,
    encoding: file.encoding,
    delimiter: file.delimiter,
    sheet: table.source.name,
    headingLine: heading.line,
    columns: Object.fromEntries(
      Object.entries(places).map(([field, indexes]) => [
        field,
        indexes.map((index) => labelOf(columns, index)).join(' / '),
      ]),
    ),
    places,
    sides: sideStyle(columns, usesSuffix),
    convention: null,
    totals: null,
    accounts: null,
    headings,
    firstRows: table.preview
      .slice(heading.next, heading.next + FIRST_ROWS)
      .map(({ cells }) => headings.map((_, index) => shownText(cells[index]).slice(0, SHOWN_LENGTH_MAX))),
  };
}

function sideStyle({ opening, closing }: Columns, usesSuffix: boolean): SideStyle {
  const arePairs = [opening, closing].some((balance) => balance.amount === NO_COLUMN && isThere(balance));
  if (arePairs) return 'separate';
  if (closing.side !== NO_COLUMN) return 'column';
  return usesSuffix ? 'suffix' : 'none';
}

function placesByField(columns: Columns): Partial<Record<ColumnField, readonly number[]>> {
  const { opening, closing } = columns;
  const balance = ({ amount, debit, credit }: Columns['opening']): readonly number[] =>
    amount === NO_COLUMN ? [debit, credit] : [amount];
  const indexes: readonly (readonly [ColumnField, readonly number[]])[] = [
    ['accountCode', [columns.code]],
    ['accountName', [columns.name]],
    ['previousBalance', balance(opening)],
    ['previousBalanceSide', [opening.side]],
    ['carriedBalance', [opening.carried]],
    ['debit', [columns.debit]],
    ['credit', [columns.credit]],
    ['finalBalance', balance(closing)],
    ['finalBalanceSide', [closing.side]],
    ['cnpj', [columns.cnpj]],
    ['period', columns.period === NO_COLUMN ? [columns.month, columns.year] : [columns.period]],
    ['chartName', [columns.chart]],
  ];
  return Object.fromEntries(indexes.filter(([, ofField]) => !ofField.includes(NO_COLUMN)));
}
