// Which column of codes is the account's: the one with which most lines find an account of the chart, whatever its
// heading. Another one that names the same accounts confirms it. Source: docs/spec/files.md#account-codes.
import { codeText, splitCodeAndName } from '../../cells/accountCode.js';
import { amountIndexes } from '../../columns/amounts.js';
import { holdsCodeAndName } from '../../columns/codeColumns.js';
import { isAmountValue } from '../../columns/columnValues.js';
import type { Columns } from '../../columns/recogniseColumns.js';
import { textOf } from '../../cells/cellText.js';
import { headingRole } from '../../headings/headingRole.js';
import type { Cell, TableRow } from '../../formats/table.js';
import { NO_MATCH, type AccountMatcher, type Match } from './accountMatcher.js';

/** A column, and whether it holds short codes as a whole. */
type CodeColumn = Readonly<{ index: number; hasName: boolean; areShortCodes: boolean }>;

export type CodeChoice = Readonly<{
  code: CodeColumn;
  /** Another column that names the same accounts; null where there is none. */
  confirming: CodeColumn | null;
  /** Another column of codes, to name rows that have none in the chosen one; -1 where there is none. */
  otherwise: number;
}>;

/** Lines that both columns know, and the share of them on which they agree, for one to confirm the other. */
const CONFIRMING_MIN = 2;
const CONFIRMING_SHARE = 0.8;

/** @param isFixed a saved mapping names the column */
export function chooseCodeColumn(
  columns: Columns,
  rows: readonly TableRow[],
  matcher: AccountMatcher | null,
  isFixed: boolean,
): CodeChoice {
  const { code, codeCandidates, codeHasName } = columns;
  const headedColumn = { index: code, hasName: codeHasName, areShortCodes: false };
  const otherIndexes = codeCandidates.filter((index) => index !== code);
  if (matcher === null) return { code: headedColumn, confirming: null, otherwise: otherIndexes[0] ?? -1 };
  const amounts = amountIndexes(columns);
  const lines = upToOtherHeading(columns, rows).filter(({ cells }) =>
    amounts.some((at) => isAmountValue(cells[at] ?? null)),
  );
  // Nothing else could find or confirm more.
  if (otherIndexes.length === 0 && matches(headedColumn, lines, matcher).every(({ fits }) => fits.length > 0))
    return { code: headedColumn, confirming: null, otherwise: -1 };
  const asCodes = [headedColumn, ...otherIndexes.map((index) => columnOf(index, rows))];
  // On a tie codes come before short codes, and the column that its heading and values tell before the others.
  const possible = [...asCodes, ...asCodes.map((column) => ({ ...column, areShortCodes: true }))];
  const matchesByColumn = possible.map((column) => matches(column, lines, matcher));
  // A code that several accounts fit is a code, though none of theirs: its column is none of short codes.
  const counts = matchesByColumn.map(
    (of, at) => of.filter((one) => (possible[at]?.areShortCodes ? one.code !== null : one.fits.length > 0)).length,
  );
  const allowed = possible.map((column) => !isFixed || column.index === code);
  const best = counts.reduce((most, count, at) => (allowed[at] && count > (counts[most] ?? 0) ? at : most), 0);
  const bestColumn = possible[best] ?? headedColumn;
  const confirming = possible.find(
    (column, at) =>
      column.index !== bestColumn.index && confirms(matchesByColumn[best] ?? [], matchesByColumn[at] ?? []),
  );
  const otherIndex = codeCandidates.find((index) => index !== bestColumn.index);
  return { code: bestColumn, confirming: confirming ?? null, otherwise: otherIndex ?? -1 };
}

/** Code in a cell, without the name that may stand beside it. */
export function codeIn({ hasName }: Pick<CodeColumn, 'hasName'>, cell: Cell | undefined): string {
  return (hasName && typeof cell === 'string' ? splitCodeAndName(cell)?.code : null) ?? codeText(cell);
}

export function matchIn({ areShortCodes }: CodeColumn, text: string, matcher: AccountMatcher): Match {
  if (text === '') return NO_MATCH;
  return areShortCodes ? matcher.byShortCode(text) : matcher.byCode(text);
}

/** A later heading may move the columns. */
function upToOtherHeading({ headings, debit }: Columns, rows: readonly TableRow[]): readonly TableRow[] {
  const other = rows.findIndex(({ cells }) => {
    const text = textOf(cells[debit]);
    if (!/\p{L}/u.test(text) || headingRole(text) === null) return false;
    return cells.some((cell, at) => textOf(cell) !== (headings[at] ?? ''));
  });
  return other <= 0 ? rows : rows.slice(0, other);
}

function columnOf(index: number, rows: readonly TableRow[]): CodeColumn {
  return { index, hasName: holdsCodeAndName(rows, index), areShortCodes: false };
}

function matches(column: CodeColumn, lines: readonly TableRow[], matcher: AccountMatcher): readonly Match[] {
  return lines.map(({ cells }) => matchIn(column, codeIn(column, cells[column.index]), matcher));
}

function confirms(best: readonly Match[], other: readonly Match[]): boolean {
  let both = 0;
  let agree = 0;
  for (const [at, { fits }] of best.entries()) {
    const otherFits = other[at]?.fits ?? [];
    if (fits.length === 0 || otherFits.length === 0) continue;
    both++;
    if (fits.some((code) => otherFits.includes(code))) agree++;
  }
  return both >= CONFIRMING_MIN && agree >= both * CONFIRMING_SHARE;
}
