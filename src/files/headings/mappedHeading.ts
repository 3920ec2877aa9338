// The columns that a company's saved mapping names: by heading, or by place (`nº 3`), which needs no heading at
// all.
// Source: docs/spec/files.md#mapping.
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import { columnFields, type ColumnField } from '../../domain/trialBalance/fileReasons.js';
import { holdsCode } from '../cells/accountCode.js';
import { shownText, textOf } from '../cells/cellText.js';
import { amountIndexes, NO_BALANCE, type Amounts, type BalanceColumns } from '../columns/amounts.js';
import { areCreditsNegative } from '../columns/balanceArithmetic.js';
import { holdsCodeAndName } from '../columns/codeColumns.js';
import { isAmountValue, isFilled, NO_COLUMN } from '../columns/columnValues.js';
import { recogniseColumns, shiftedToValues, type Columns } from '../columns/recogniseColumns.js';
import { sideColumns } from '../columns/sideColumns.js';
import type { Cell, TableRow } from '../formats/table.js';
import { HEADING_ROWS_MAX, joinedTexts, sampleAfter, type Heading } from './findHeading.js';
import { headingRole } from './headingRole.js';
import { headingKey } from './headingVocabulary.js';

/** Headings that the mapping names and the table lacks. */
type Missing = Readonly<{ missing: readonly string[] }>;

/** `nº 3`, from 1. */
const PLACE = /^\s*n\s*[º°o.]{0,2}\s*(\d{1,3})\s*$/i;
/** Between the columns of debit and of credit balances, as `mapping suggest` writes them. */
const PAIR = ' / ';

/** Whether a row repeats the heading in these columns, as each page of a report does. */
export function repeats(row: TableRow, heading: readonly Cell[], indexes: Iterable<number>): boolean {
  return [...indexes].every((index) => shownText(row.cells[index]).trim() === shownText(heading[index]).trim());
}

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
    const filled = amounts.map((at) => cells[at] ?? null).filter(isFilled);
    return holdsCode(cells[code] ?? null) && filled.length > 0 && filled.every(isAmountValue);
  });
  if (first === -1) return { missing: [mapping.accountCode, mapping.debit, mapping.credit] };
  const above = rows[first - 1];
  const isHeading = above !== undefined && amounts.every((at) => headingRole(textOf(above.cells[at])) !== null);
  const texts = isHeading ? above.cells.map(textOf) : [];
  const mapped = mappedColumns(texts, mapping, sampleAfter(rows, first));
  if (!('columns' in mapped)) return mapped;
  return { columns: mapped.columns, line: isHeading ? above.line : 0, next: first };
}

/**
 * Columns by field: in a balance of two columns the second one is that of credits; none where the mapping names
 * none.
 */
type Indexes = Readonly<Record<ColumnField, readonly number[]>>;

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
    columnFields.map((field): [ColumnField, readonly number[]] => {
      const name = mapping[field];
      if (name === undefined) return [field, []];
      const index = indexOf(name);
      if (index !== -1) return [field, [index]];
      const pair = field === 'previousBalance' || field === 'finalBalance' ? name.split(PAIR) : [];
      const indexes = pair.length === 2 ? pair.map(indexOf) : [-1];
      if (indexes.includes(-1)) missing.push(name);
      return [field, indexes];
    }),
  ) as Indexes;
  return missing.length > 0 ? { missing } : { columns: columnsAt(indexes, headings, sample) };
}

/** A column the mapping leaves out stays as recognised, unless the mapping names it for another field. */
function columnsAt(indexes: Indexes, headings: readonly string[], sample: readonly TableRow[]): Columns {
  const recognised = recogniseColumns(headings, sample).columns;
  const used = new Set(Object.values(indexes).flat());
  const unused = (index: number): number => (used.has(index) ? NO_COLUMN : index);
  const mapped = (field: ColumnField): number => indexes[field][0] ?? NO_COLUMN;
  const mappedOr = (field: ColumnField, index: number): number => indexes[field][0] ?? unused(index);
  const code = mapped('accountCode');
  const mappedAmounts: Amounts = {
    opening: { ...balanceAt(indexes.previousBalance), carried: mapped('carriedBalance') },
    debit: mapped('debit'),
    credit: mapped('credit'),
    closing: balanceAt(indexes.finalBalance),
  };
  const { amounts, labels } = shiftedToValues(mappedAmounts, code, headings, sample);
  const { opening, closing } = amounts;
  const sides = sideColumns(headings.map(headingRole), headings, amounts, sample);
  const name = mappedOr('accountName', recognised.name);
  return {
    code,
    codeCandidates: [code, ...recognised.codeCandidates.filter((index) => !used.has(index))],
    codeHasName: holdsCodeAndName(sample, code),
    name,
    nameEnd: name + 1,
    opening: { ...opening, side: mappedOr('previousBalanceSide', sides.opening) },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...closing, side: mappedOr('finalBalanceSide', sides.closing) },
    cnpj: mappedOr('cnpj', recognised.cnpj),
    period: mappedOr('period', recognised.period),
    periodStart: indexes.period.length === 0 ? unused(recognised.periodStart) : NO_COLUMN,
    month: unused(recognised.month),
    year: unused(recognised.year),
    chart: mappedOr('chartName', recognised.chart),
    kind: unused(recognised.kind),
    currency: unused(recognised.currency),
    creditsAreNegative: areCreditsNegative(amounts, sample),
    headings,
    labels,
  };
}

function balanceAt([first = NO_COLUMN, credit]: readonly number[]): BalanceColumns {
  return credit === undefined ? { ...NO_BALANCE, amount: first } : { ...NO_BALANCE, debit: first, credit };
}
