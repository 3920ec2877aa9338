// Which columns hold the side of the balances (D or C, or a sign) apart from the amount.
// Source: docs/spec/files.md#sides.
import type { Amounts } from './amounts.js';
import { isFilled, isSideValue, NO_COLUMN, shareOf } from './columnValues.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { textOf } from '../cells/cellText.js';
import type { Cell, TableRow } from '../formats/table.js';

type Sides = Readonly<{ opening: number; closing: number }>;

const NONE: Sides = { opening: NO_COLUMN, closing: NO_COLUMN };
/** Share of sides among the filled cells of a column of sides. */
const SHARE_MIN = 0.9;
const MARK = /^(?:\p{L}{1,2}|[12])$/u;
/** An amount with its own side or sign. */
const SIGNED_AMOUNT =
  /\d[\s/-]*[[(]?(?:d|c|h|db|cr|dr|deb|cred|devedora?|credora?|d[eé]bito|cr[eé]dito)[\])]?\.?\s*$|^\s*[[(]?(?:d|c|db|cr|dr)[\])]?[\s\d]|^\s*(?:r\$\s*)?[-(<[]|-\s*$/i;

/**
 * A side stands right of its balance, else left of it. Two in a row after the closing balance are the opening and
 * the closing one's. A single one, wherever it stands, is the side of both balances: then both indexes are equal.
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
  // Beside negative amounts the letter is the account's nature, and the amounts are signed.
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
  const headedSides: Sides = {
    opening: rightOf(table, opening.amount, 'openingSide'),
    closing: rightOf(table, closing.amount, 'closingSide'),
  };
  if (headedSides.opening !== NO_COLUMN || opening.amount === NO_COLUMN || closing.amount === NO_COLUMN)
    return headedSides;
  const areSigned = [opening.amount, closing.amount].some((amount) =>
    sample.some(({ cells }) => SIGNED_AMOUNT.test(textOf(cells[amount]))),
  );
  if (areSigned) return headedSides;
  if (headedSides.closing !== NO_COLUMN) {
    const second = headedSides.closing + 1;
    const arePair = headings[second] === headings[headedSides.closing] && roles[second] === 'side';
    if (arePair && holdsSides(table, second)) return { opening: headedSides.closing, closing: second };
    return isSign(table, headedSides.closing)
      ? headedSides
      : { opening: headedSides.closing, closing: headedSides.closing };
  }
  const before = opening.amount - 1;
  const after = closing.amount - 1;
  if (mayBeSide(table, before) && mayBeSide(table, after)) return { opening: before, closing: after };
  const [only, ...otherSides] = mayBeSide(table, before) ? [before] : remainingSides(table);
  if (only === undefined || otherSides.length > 0 || isSign(table, only)) return unknownSides(table);
  return { opening: only, closing: only };
}

/**
 * Two marks right of both balances are their sides, whatever they are: `S` and `H`, `1` and `2`. Their lines are
 * refused, as nothing tells which one is debit.
 */
function unknownSides({ roles, amounts, sample }: SideTable): Sides {
  const opening = amounts.opening.amount + 1;
  const closing = amounts.closing.amount + 1;
  const free = [opening, closing].every((index) => roles[index] === null || roles[index] === 'side');
  const marks = sample.flatMap(({ cells }) => [textOf(cells[opening]), textOf(cells[closing])]);
  const different = new Set(marks.filter((mark) => mark !== ''));
  const areMarks = different.size === 2 && [...different].every((mark) => MARK.test(mark));
  return free && areMarks ? { opening, closing } : NONE;
}

function rightOf(table: SideTable, amount: number, role: HeadingRole): number {
  const explicit = table.roles.indexOf(role);
  if (explicit !== NO_COLUMN && holdsSides(table, explicit)) return explicit;
  if (amount === NO_COLUMN) return NO_COLUMN;
  const next = amount + 1;
  const { headings, sample } = table;
  if (mayBeSide(table, next)) return next;
  const isSameHeading = headings[next] !== undefined && headings[next] === headings[amount];
  return isSameHeading && shareOf(sample, next, isSideValue) >= SHARE_MIN ? next : NO_COLUMN;
}

/** Columns headed as sides, other than those right of debit or credit. */
function remainingSides(table: SideTable): readonly number[] {
  const { debit, credit } = table.amounts;
  return table.roles.flatMap((role, index) =>
    role === 'side' && index !== debit + 1 && index !== credit + 1 && mayBeSide(table, index) ? [index] : [],
  );
}

/** Tells by its values, unless its heading names something else. */
function mayBeSide(table: SideTable, index: number): boolean {
  const role = table.roles[index] ?? null;
  if (role === 'side') return holdsSides(table, index);
  return (role === null || role === 'kind') && shareOf(table.sample, index, isSideValue) >= SHARE_MIN;
}

/** Tells by its values; an empty column is accepted. */
function holdsSides({ sample }: SideTable, index: number): boolean {
  return (
    shareOf(sample, index, isSideValue) >= SHARE_MIN || !sample.some(({ cells }) => textOf(cells[index]) !== '')
  );
}

/** A sign belongs to the amount beside it, not to both balances. */
function isSign({ sample }: SideTable, index: number): boolean {
  return sample.some(({ cells }) => /^[-+]$/.test(textOf(cells[index])));
}

function isNegative(cell: Cell | undefined): boolean {
  return typeof cell === 'number'
    ? cell < 0
    : /^\s*(r\$\s*)?[-(<[]\s*[\d.,]*[1-9]|[1-9][\d.,]*-\s*$/i.test(textOf(cell));
}
