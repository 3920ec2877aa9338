// Which columns tell the side of the balances: D or C, or a sign, apart from the amount.
// Source: docs/spec/files.md#sides.
import type { Amounts } from './amountColumns.js';
import { isFilled, isSideValue, NO_COLUMN, shareOf } from './columnValues.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { textOf } from '../cells/cellText.js';
import type { Cell, TableRow } from '../formats/table.js';

export type Sides = Readonly<{ opening: number; closing: number }>;

const NONE: Sides = { opening: NO_COLUMN, closing: NO_COLUMN };
/** Of the filled cells of a column that holds sides. */
const SHARE_MIN = 0.9;
/** An amount that says by itself on which side it stands. */
const MARKED = /\d\s*\(?(?:d|c|db|cr|dr|deb|cred)\)?\.?\s*$|^\s*(?:d|c|db|cr|dr)\s|^\s*(?:r\$\s*)?[-(]|-\s*$/i;

/**
 * A side stands right of its balance; left of it where none stands right; two at the end are of both in turn. The only
 * one, wherever it stands, speaks of both balances: then its index is that of both.
 */
export function sideColumns(
  roles: readonly (HeadingRole | null)[],
  headings: readonly string[],
  amounts: Amounts,
  sample: readonly TableRow[],
): Sides {
  const table: SideTable = { roles, headings, amounts, sample };
  const sides = placedSides(table);
  const isNature = (side: number, amount: number): boolean =>
    side !== NO_COLUMN && sample.some(({ cells }) => isNegative(cells[amount]) && isFilled(cells[side]));
  // Negative amounts beside a letter: the letter tells the account's nature, and the amounts are signed by themselves.
  const { opening, closing } = amounts;
  return isNature(sides.opening, opening.amount) || isNature(sides.closing, closing.amount) ? NONE : sides;
}

type SideTable = Readonly<{
  roles: readonly (HeadingRole | null)[];
  headings: readonly string[];
  amounts: Amounts;
  sample: readonly TableRow[];
}>;

function placedSides(table: SideTable): Sides {
  const { roles, headings, sample } = table;
  const { opening, closing } = table.amounts;
  const own: Sides = {
    opening: rightOf(table, opening.amount, 'openingSide'),
    closing: rightOf(table, closing.amount, 'closingSide'),
  };
  if (own.opening !== NO_COLUMN || opening.amount === NO_COLUMN || closing.amount === NO_COLUMN) return own;
  const isMarked = [opening.amount, closing.amount].some((amount) =>
    sample.some(({ cells }) => MARKED.test(textOf(cells[amount]))),
  );
  if (isMarked) return own;
  if (own.closing !== NO_COLUMN) {
    const second = own.closing + 1;
    const arePair = headings[second] === headings[own.closing] && roles[second] === 'side';
    if (arePair && holdsSides(table, second)) return { opening: own.closing, closing: second };
    return isSign(table, own.closing) ? own : { opening: own.closing, closing: own.closing };
  }
  const [before, after] = [opening.amount - 1, closing.amount - 1];
  if (mayBeSide(table, before) && mayBeSide(table, after)) return { opening: before, closing: after };
  const [only, ...others] = mayBeSide(table, before) ? [before] : elsewhere(table);
  if (only === undefined || others.length > 0 || isSign(table, only)) return NONE;
  return { opening: only, closing: only };
}

function rightOf(table: SideTable, amount: number, named: HeadingRole): number {
  const explicit = table.roles.indexOf(named);
  if (explicit !== NO_COLUMN && holdsSides(table, explicit)) return explicit;
  if (amount === NO_COLUMN) return NO_COLUMN;
  const next = amount + 1;
  const { headings, sample } = table;
  if (mayBeSide(table, next)) return next;
  const isSameHeading = headings[next] !== undefined && headings[next] === headings[amount];
  return isSameHeading && shareOf(sample, next, isSideValue) >= SHARE_MIN ? next : NO_COLUMN;
}

/** Named as sides, and beside neither debit nor credit, whose letters they would be. */
function elsewhere(table: SideTable): readonly number[] {
  const { debit, credit } = table.amounts;
  return table.roles.flatMap((role, index) =>
    role === 'side' && index !== debit + 1 && index !== credit + 1 && mayBeSide(table, index) ? [index] : [],
  );
}

/** Whatever its heading, unless that says something else. */
function mayBeSide(table: SideTable, index: number): boolean {
  const role = table.roles[index] ?? null;
  if (role === 'side') return holdsSides(table, index);
  return (role === null || role === 'kind') && shareOf(table.sample, index, isSideValue) >= SHARE_MIN;
}

/** Where the sample shows nothing, the heading is believed. */
function holdsSides({ sample }: SideTable, index: number): boolean {
  return (
    shareOf(sample, index, isSideValue) >= SHARE_MIN || !sample.some(({ cells }) => textOf(cells[index]) !== '')
  );
}

/** Signs tell the amount's own sign, not the side of another. */
function isSign({ sample }: SideTable, index: number): boolean {
  return sample.some(({ cells }) => /^[-+]$/.test(textOf(cells[index])));
}

function isNegative(cell: Cell | undefined): boolean {
  return typeof cell === 'number'
    ? cell < 0
    : /^\s*(r\$\s*)?[-(]\s*[\d.,]*[1-9]|[1-9][\d.,]*-\s*$/i.test(textOf(cell));
}
