// The columns that a company's saved mapping names: by heading, or by place (`nº 3`), which needs no heading at all.
// Source: docs/spec/files.md#mapping.
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import { columnFields, type ColumnField } from '../../domain/trialBalance/fileReasons.js';
import { looksLikeCode, splitCodeAndName } from '../cells/accountCode.js';
import { textOf } from '../cells/cellText.js';
import { amountIndexes, type Amounts, type Balance } from '../columns/amounts.js';
import { areCreditsNegative } from '../columns/balanceArithmetic.js';
import { holdsCodeAndName } from '../columns/codeColumns.js';
import { isAmountValue, isFilled, NO_COLUMN } from '../columns/columnValues.js';
import { labelsByColumn, recogniseColumns, shiftedToValues, type Columns } from '../columns/recogniseColumns.js';
import { sideColumns } from '../columns/sideColumns.js';
import type { TableRow } from '../formats/table.js';
import { HEADING_ROWS_MAX, joinedTexts, sampleAfter, type Heading } from './findHeading.js';
import { headingRole } from './headingRole.js';
import { headingKey } from './headingVocabulary.js';

/** Headings that the mapping names and the table lacks. */
type Missing = Readonly<{ missing: readonly string[] }>;

/** `nº 3`, from 1. */
const PLACE = /^\s*n\s*[º°o.]{0,2}\s*(\d{1,3})\s*$/i;
/** Between the columns of debit and of credit balances, as `mapping suggest` writes them. */
const PAIR = ' / ';

export function findMappedHeading(rows: readonly TableRow[], mapping: ColumnMapping): Heading | Missing {
  if (mapping.headerRow === undefined && isByPlace(mapping)) return placedHeading(rows, mapping);
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

function isByPlace(mapping: ColumnMapping): boolean {
  return columnFields.every((field) => {
    const name = mapping[field];
    return name === undefined || name.split(PAIR).every(isPlace);
  });
}

/** Without a heading the table begins with the first row that has a code and amounts in their places. */
function placedHeading(rows: readonly TableRow[], mapping: ColumnMapping): Heading | Missing {
  const placed = mappedColumns([], mapping, []);
  if (!('columns' in placed)) return placed;
  const { code } = placed.columns;
  const amounts = amountIndexes(placed.columns);
  const first = rows.findIndex(({ cells }) => {
    const cell = cells[code] ?? null;
    const isCode = looksLikeCode(cell) || (typeof cell === 'string' && splitCodeAndName(cell) !== null);
    const filled = amounts.map((at) => cells[at] ?? null).filter(isFilled);
    return isCode && filled.length > 0 && filled.every(isAmountValue);
  });
  if (first === -1) return { missing: [mapping.accountCode, mapping.debit, mapping.credit] };
  const above = rows[first - 1];
  const isHeading = above !== undefined && amounts.every((at) => headingRole(textOf(above.cells[at])) !== null);
  const texts = isHeading ? above.cells.map(textOf) : [];
  const mapped = mappedColumns(texts, mapping, sampleAfter(rows, first));
  if (!('columns' in mapped)) return mapped;
  return { columns: mapped.columns, line: isHeading ? above.line : 0, next: first };
}

/** Of a balance of two columns the second one is the column of credits. */
type Index = Readonly<{ index: number; second: number }>;
type Indexes = Readonly<Record<ColumnField, Index>>;

const NOWHERE: Index = { index: NO_COLUMN, second: NO_COLUMN };

/** Where a named column is; -1 for none. The same heading named again means its next column to the right. */
export function columnsNamed(headings: readonly string[]): (name: string) => number {
  const keys = headings.map(headingKey);
  const used = new Map<string, number>();
  return (name) => {
    const place = PLACE.exec(name)?.[1];
    if (place !== undefined && Number(place) > 0) return Number(place) - 1;
    const key = headingKey(name);
    const index = keys.indexOf(key, used.get(key) ?? 0);
    if (index !== -1) used.set(key, index + 1);
    return index;
  };
}

export const isPlace = (name: string): boolean => PLACE.test(name);

function mappedColumns(
  headings: readonly string[],
  mapping: ColumnMapping,
  sample: readonly TableRow[],
): Readonly<{ columns: Columns }> | Missing {
  const missing: string[] = [];
  const indexOf = columnsNamed(headings);
  const indexes = Object.fromEntries(
    columnFields.map((field): [ColumnField, Index] => {
      const name = mapping[field];
      if (name === undefined) return [field, NOWHERE];
      const index = indexOf(name);
      if (index !== -1) return [field, { index, second: NO_COLUMN }];
      const pair = field === 'previousBalance' || field === 'finalBalance' ? name.split(PAIR) : [];
      const [debit, credit] = pair.length === 2 ? pair.map(indexOf) : [];
      if (debit === undefined || credit === undefined || debit === -1 || credit === -1) missing.push(name);
      return [field, { index: debit ?? NO_COLUMN, second: credit ?? NO_COLUMN }];
    }),
  ) as Indexes;
  return missing.length > 0 ? { missing } : { columns: columnsAt(indexes, headings, sample) };
}

/** A column the mapping leaves out stays as recognised, unless the mapping names it for another field. */
function columnsAt(indexes: Indexes, headings: readonly string[], sample: readonly TableRow[]): Columns {
  const recognised = recogniseColumns(headings, sample).columns;
  const used = new Set(Object.values(indexes).flatMap(({ index, second }) => [index, second]));
  const unused = (index: number): number => (used.has(index) ? NO_COLUMN : index);
  const mappedOr = (field: ColumnField, index: number): number =>
    indexes[field].index === NO_COLUMN ? unused(index) : indexes[field].index;
  const code = indexes.accountCode.index;
  const mappedAmounts: Amounts = {
    opening: balanceAt(indexes.previousBalance),
    debit: indexes.debit.index,
    credit: indexes.credit.index,
    closing: balanceAt(indexes.finalBalance),
  };
  const amounts = shiftedToValues(mappedAmounts, code, headings, sample);
  const { opening, closing } = amounts;
  const sides = sideColumns(headings.map(headingRole), headings, amounts, sample);
  const side = (field: 'previousBalanceSide' | 'finalBalanceSide', balanceColumn: number): number =>
    indexes[field].index === NO_COLUMN ? unused(balanceColumn) : indexes[field].index;
  const name = mappedOr('accountName', recognised.name);
  return {
    code,
    codeCandidates: [code, ...recognised.codeCandidates.filter((index) => !used.has(index))],
    codeHasName: holdsCodeAndName(sample, code),
    name,
    nameEnd: name + 1,
    opening: { ...opening, side: side('previousBalanceSide', sides.opening) },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...closing, side: side('finalBalanceSide', sides.closing) },
    cnpj: mappedOr('cnpj', recognised.cnpj),
    period: mappedOr('period', recognised.period),
    periodStart: indexes.period.index === NO_COLUMN ? unused(recognised.periodStart) : NO_COLUMN,
    month: unused(recognised.month),
    year: unused(recognised.year),
    chart: mappedOr('chartName', recognised.chart),
    kind: unused(recognised.kind),
    currency: unused(recognised.currency),
    creditsAreNegative: areCreditsNegative(amounts, sample),
    headings,
    labels: labelsByColumn(headings, mappedAmounts, amounts),
  };
}

function balanceAt({ index, second }: Index): Omit<Balance, 'side'> {
  return second === NO_COLUMN
    ? { amount: index, debit: NO_COLUMN, credit: NO_COLUMN }
    : { amount: NO_COLUMN, debit: index, credit: second };
}
