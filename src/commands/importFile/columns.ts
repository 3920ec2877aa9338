// Which column of a table holds what: a heading row, or two rows joined, understood as the fields of a trial balance.
import type { ColumnField } from '../../domain/books/fileReasons.js';
import type { Role } from './headingRole.js';
import { balanceDate, roleOf } from './headingRoles.js';
import type { Amounts, Balance } from './amountColumns.js';
import { codeAndName, type CodeAndName } from './codeColumns.js';
import { isSideValue, NO_COLUMN, shareOf } from './columnValues.js';
import { textOf } from './headingText.js';
import { besideHeadings, labelled } from './shiftedColumns.js';
import type { Cell, TableRow } from './table.js';

/** Indexes of cells; −1 where there is no such column. */
export type Columns = CodeAndName &
  Readonly<{
    /** A column of signed amounts, or one of debit and one of credit balances. */
    opening: Balance;
    debit: number;
    credit: number;
    closing: Balance;
    cnpj: number;
    period: number;
    /** Where a range of dates has a column for each end, `period` is the last. */
    periodStart: number;
    month: number;
    year: number;
    chart: number;
    /** Headings as they stand in the file, by index; joined where two rows make one. */
    headings: readonly string[];
    /** The same, where a heading stands beside its column at the column. */
    labels: readonly string[];
  }>;

export type Understood = Readonly<{
  columns: Columns;
  /** Required fields that no column holds. */
  missing: readonly ColumnField[];
  recognised: number;
}>;

/** How much of a heading the best row makes: to tell right from wrong decoding. */
export function headingStrength(rows: readonly TableRow[]): number {
  let best = 0;
  for (const row of rows) {
    const understood = understand(row.cells.map(textOf), []);
    best = Math.max(best, understood.recognised);
  }
  return best;
}

/** @param sample rows that follow, to tell by their values what headings leave open */
export function understand(headings: readonly string[], sample: readonly TableRow[]): Understood {
  const roles = headings.map(roleOf);
  const at = (...wanted: readonly Role[]): number =>
    roles.findIndex((role) => role !== null && wanted.includes(role));
  const named = codeAndName(roles, headings, sample);
  const found = amountColumns(roles, headings);
  const amounts = besideHeadings(found, named.code, headings, sample);
  const labels = labelled(headings, found, amounts);
  const sides = sideColumns(roles, headings, amounts, sample);
  const columns: Columns = {
    ...named,
    opening: { ...amounts.opening, side: sides.opening },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...amounts.closing, side: sides.closing },
    cnpj: at('cnpj') === NO_COLUMN ? at('company') : at('cnpj'),
    period: at('period') === NO_COLUMN ? at('periodEnd') : at('period'),
    periodStart: at('period') === NO_COLUMN && at('periodEnd') !== NO_COLUMN ? at('periodStart') : NO_COLUMN,
    month: at('month'),
    year: at('year'),
    chart: chartColumn(roles, named.code),
    headings,
    labels,
  };
  return { columns, missing: missingOf(columns), recognised: roles.filter((role) => role !== null).length };
}

export function missingOf({ code, opening, debit, credit, closing }: Columns): readonly ColumnField[] {
  const missing: ColumnField[] = [];
  if (code === NO_COLUMN) missing.push('accountCode');
  if (!isThere(opening)) missing.push('previousBalance');
  if (debit === NO_COLUMN) missing.push('debit');
  if (credit === NO_COLUMN) missing.push('credit');
  if (!isThere(closing)) missing.push('finalBalance');
  return missing;
}

function isThere({ amount, debit, credit }: Omit<Balance, 'side'>): boolean {
  return amount !== NO_COLUMN || (debit !== NO_COLUMN && credit !== NO_COLUMN);
}

/** Equal headings are told apart by position, balances of dates by the dates. */
function amountColumns(roles: readonly (Role | null)[], headings: readonly string[]): Amounts {
  const first = (wanted: Role): number => roles.indexOf(wanted);
  const all = (wanted: Role): number[] => roles.flatMap((role, index) => (role === wanted ? [index] : []));
  let [debit, credit] = [first('debit'), first('credit')];
  const opening = { amount: first('opening'), debit: first('openingDebit'), credit: first('openingCredit') };
  const closing = { amount: first('closing'), debit: first('closingDebit'), credit: first('closingCredit') };

  const dated = headings
    .flatMap((heading, index) => {
      const date = balanceDate(heading);
      return date === null ? [] : [{ date, index }];
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  if (dated.length >= 2 && opening.amount === NO_COLUMN) opening.amount = dated[0]?.index ?? NO_COLUMN;
  if (dated.length >= 1 && closing.amount === NO_COLUMN && opening.amount !== dated.at(-1)?.index)
    closing.amount = dated.at(-1)?.index ?? NO_COLUMN;

  const balances = all('balance');
  if (balances.length > 0 && !isThere(closing)) closing.amount = balances.pop() ?? NO_COLUMN;
  const before = balances[0];
  if (before !== undefined && !isThere(opening) && (debit === NO_COLUMN || before < debit))
    opening.amount = before;

  // Debit and credit three times over: balance before, movement, balance after.
  const [debits, credits] = [all('debit'), all('credit')];
  if (debits.length === 3 && credits.length === 3 && !isThere(opening) && !isThere(closing)) {
    [opening.debit, debit, closing.debit] = debits as [number, number, number];
    [opening.credit, credit, closing.credit] = credits as [number, number, number];
  }
  return { opening, debit, credit, closing };
}

/**
 * A D/C column belongs to the balance immediately to its left; it may have no heading of its own. The only one, right of
 * the closing balance, speaks of both.
 */
function sideColumns(
  roles: readonly (Role | null)[],
  headings: readonly string[],
  { opening, closing }: Amounts,
  sample: readonly TableRow[],
): { opening: number; closing: number } {
  const isSide = (index: number): boolean => {
    const filled = shareOf(sample, index, isSideValue);
    return filled >= 0.9 || !sample.some(({ cells }) => textOf(cells[index]) !== '');
  };
  const rightOf = (amount: number, named: Role): number => {
    const explicit = roles.indexOf(named);
    if (explicit !== NO_COLUMN && isSide(explicit)) return explicit;
    if (amount === NO_COLUMN) return NO_COLUMN;
    const next = amount + 1;
    if (roles[next] === 'side' && isSide(next)) return next;
    const isUnnamed = (headings[next] ?? '') === '' || headings[next] === headings[amount];
    return isUnnamed && shareOf(sample, next, isSideValue) >= 0.9 ? next : NO_COLUMN;
  };
  const sides = {
    opening: rightOf(opening.amount, 'openingSide'),
    closing: rightOf(closing.amount, 'closingSide'),
  };
  const isNature = (side: number, amount: number): boolean =>
    side !== NO_COLUMN && sample.some(({ cells }) => isNegative(cells[amount]) && !isBlank(cells[side]));
  // Negative amounts beside a letter: the letter tells the account's nature, and the amounts are signed by themselves.
  if (isNature(sides.opening, opening.amount) || isNature(sides.closing, closing.amount))
    return { opening: NO_COLUMN, closing: NO_COLUMN };
  const isMarked = sample.some(({ cells }) => MARKED.test(textOf(cells[opening.amount])));
  if (sides.opening === NO_COLUMN && sides.closing !== NO_COLUMN && opening.amount !== NO_COLUMN && !isMarked)
    return { ...sides, opening: sides.closing };
  return sides;
}

/** Says by itself on which side it stands. */
const MARKED = /[dc]\s*\)?$|^[dc]\s|^\s*[-(]|-$/i;

function isNegative(cell: Cell | undefined): boolean {
  return typeof cell === 'number'
    ? cell < 0
    : /^\s*(r\$\s*)?[-(]\s*[\d.,]*[1-9]|[1-9][\d.,]*-\s*$/i.test(textOf(cell));
}

function isBlank(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || cell === '';
}

function chartColumn(roles: readonly (Role | null)[], code: number): number {
  const named = roles.indexOf('chart');
  if (named !== NO_COLUMN) return named;
  const either = roles.indexOf('codeOrChart');
  return either === code ? NO_COLUMN : either;
}
