// The heading that a company's saved mapping names. Source: docs/spec/files.md#mapping.
import type { ColumnMapping } from '../../domain/clients/columnMapping.js';
import { columnFields, type ColumnField } from '../../domain/trialBalance/fileReasons.js';
import { textOf } from '../cells/cellText.js';
import { singleColumns, type Balance } from '../columns/amountColumns.js';
import { areCreditsNegative } from '../columns/balanceArithmetic.js';
import { holdsCodeAndName } from '../columns/codeColumns.js';
import { NO_COLUMN } from '../columns/columnValues.js';
import { recogniseColumns, type Columns } from '../columns/recogniseColumns.js';
import { labelsByColumn, shiftedToValues } from '../columns/shiftedColumns.js';
import type { TableRow } from '../formats/table.js';
import { HEADING_ROWS_MAX, joinedTexts, sampleAfter, type Heading } from './findHeading.js';
import { headingKey } from './headingText.js';

/** Headings that the mapping names and the table lacks. */
type Missing = Readonly<{ missing: readonly string[] }>;

export function findMappedHeading(rows: readonly TableRow[], mapping: ColumnMapping): Heading | Missing {
  let missing: readonly string[] | null = null;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined || (mapping.headerRow === undefined && at >= HEADING_ROWS_MAX)) break;
    if (mapping.headerRow !== undefined && row.line !== mapping.headerRow) continue;
    for (const [texts, next] of [
      [row.cells.map(textOf), at + 1],
      [joinedTexts(rows, at), at + 2],
    ] as const) {
      const mapped = mappedColumns(texts, mapping, sampleAfter(rows, next));
      if ('columns' in mapped) return { columns: mapped.columns, line: rows[next - 1]?.line ?? row.line, next };
      if (missing === null || mapped.missing.length < missing.length) missing = mapped.missing;
    }
  }
  return { missing: missing ?? columnFields.flatMap((field) => mapping[field] ?? []) };
}

type Indexes = Readonly<Record<ColumnField, number>>;

/** The same heading named for several fields means its columns from left to right. */
function mappedColumns(
  headings: readonly string[],
  mapping: ColumnMapping,
  sample: readonly TableRow[],
): Readonly<{ columns: Columns }> | Missing {
  const keys = headings.map(headingKey);
  const used = new Map<string, number>();
  const missing: string[] = [];
  const indexes = Object.fromEntries(
    columnFields.map((field) => {
      const heading = mapping[field];
      if (heading === undefined) return [field, NO_COLUMN];
      const key = headingKey(heading);
      const index = keys.indexOf(key, used.get(key) ?? 0);
      if (index === -1) missing.push(heading);
      else used.set(key, index + 1);
      return [field, index];
    }),
  ) as Indexes;
  return missing.length > 0 ? { missing } : { columns: columnsAt(indexes, headings, sample) };
}

/** A column the mapping leaves out stays as recognised, unless the mapping names it for another field. */
function columnsAt(indexes: Indexes, headings: readonly string[], sample: readonly TableRow[]): Columns {
  const recognised = recogniseColumns(headings, sample).columns;
  const used = new Set(Object.values(indexes));
  const unused = (index: number): number => (used.has(index) ? NO_COLUMN : index);
  const mappedOr = (field: ColumnField, index: number): number =>
    indexes[field] === NO_COLUMN ? unused(index) : indexes[field];
  const single = (amount: number): Omit<Balance, 'side'> => ({ amount, debit: NO_COLUMN, credit: NO_COLUMN });
  const side = (mapped: number, amount: number, own: Balance): number =>
    mapped !== NO_COLUMN ? mapped : own.amount === amount ? own.side : NO_COLUMN;

  const code = indexes.accountCode;
  const named = {
    opening: single(indexes.previousBalance),
    debit: indexes.debit,
    credit: indexes.credit,
    closing: single(indexes.finalBalance),
  };
  const amounts = shiftedToValues(named, code, headings, sample);
  const { opening, closing } = amounts;
  const name = mappedOr('accountName', recognised.name);
  return {
    code,
    codeHasName: holdsCodeAndName(sample, code),
    name,
    nameEnd: name + 1,
    opening: { ...opening, side: side(indexes.previousBalanceSide, opening.amount, recognised.opening) },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...closing, side: side(indexes.finalBalanceSide, closing.amount, recognised.closing) },
    cnpj: mappedOr('cnpj', recognised.cnpj),
    period: mappedOr('period', recognised.period),
    periodStart: indexes.period === NO_COLUMN ? unused(recognised.periodStart) : NO_COLUMN,
    month: unused(recognised.month),
    year: unused(recognised.year),
    chart: mappedOr('chartName', recognised.chart),
    currency: unused(recognised.currency),
    creditsAreNegative: areCreditsNegative(singleColumns(amounts), sample),
    headings,
    labels: labelsByColumn(headings, named, amounts),
  };
}
