// Which column of a table holds what: a heading row, or two rows joined, understood as the fields of a trial balance.
import type { ColumnField } from '../../domain/books/fileReasons.js';
import { looksLikeCode } from './accountCode.js';
import { balanceDate, roleOf, type Role } from './headingRoles.js';
import { normalised, textOf } from './headingText.js';
import type { Cell, TableRow } from './table.js';

/** Indexes of cells; −1 where there is no such column. */
export type Columns = Readonly<{
  code: number;
  name: number;
  /** A column of signed amounts, or one of debit and one of credit balances. */
  opening: Balance;
  debit: number;
  credit: number;
  closing: Balance;
  cnpj: number;
  period: number;
  month: number;
  year: number;
  chart: number;
  /** Headings as they stand in the file, by index; joined where two rows make one. */
  headings: readonly string[];
}>;

export type Balance = Readonly<{ amount: number; side: number; debit: number; credit: number }>;

export type Understood = Readonly<{
  columns: Columns;
  /** Required fields that no column holds. */
  missing: readonly ColumnField[];
  recognised: number;
}>;

const NO_COLUMN = -1;
const SIDE_VALUE = /^(d|c|db|cr|deb|cred|devedor|devedora|credor|credora|debito|credito)$/;

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
  const { code, name } = codeAndName(roles, headings, sample);
  const amounts = amountColumns(roles, headings);
  const sides = sideColumns(roles, headings, amounts, sample);
  const columns: Columns = {
    code,
    name,
    opening: { ...amounts.opening, side: sides.opening },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...amounts.closing, side: sides.closing },
    cnpj: at('cnpj') === NO_COLUMN ? at('company') : at('cnpj'),
    period: at('period'),
    month: at('month'),
    year: at('year'),
    chart: chartColumn(roles, code),
    headings,
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

/**
 * With a classification, `conta` and `código` are its short form. Among several that may be the code, the first whose
 * values look like codes; one of words is the description where nothing else is.
 */
function codeAndName(
  roles: readonly (Role | null)[],
  headings: readonly string[],
  sample: readonly TableRow[],
): { code: number; name: number } {
  const indexes = (...wanted: readonly Role[]): number[] =>
    roles.flatMap((role, index) => (role !== null && wanted.includes(role) ? [index] : []));
  const coded = (index: number): boolean => shareOf(sample, index, looksLikeCode) >= 0.5;
  const candidates = [...indexes('classification'), ...indexes('code', 'codeOrChart'), ...indexes('shortCode')];
  const code = candidates.find(coded) ?? candidates[0] ?? NO_COLUMN;
  const named = indexes('name');
  const history = (index: number): boolean => normalised(headings[index] ?? '') === 'historico';
  const name =
    named.find((index) => !history(index)) ??
    indexes('code', 'classification').find(
      (index) => index !== code && shareOf(sample, index, hasLetters) >= 0.5,
    ) ??
    named[0] ??
    NO_COLUMN;
  return { code, name };
}

type Amounts = Readonly<{
  opening: Omit<Balance, 'side'>;
  debit: number;
  credit: number;
  closing: Omit<Balance, 'side'>;
}>;

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

/** A D/C column belongs to the balance immediately to its left; it may have no heading of its own. */
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
  return { opening: rightOf(opening.amount, 'openingSide'), closing: rightOf(closing.amount, 'closingSide') };
}

function chartColumn(roles: readonly (Role | null)[], code: number): number {
  const named = roles.indexOf('chart');
  if (named !== NO_COLUMN) return named;
  const either = roles.indexOf('codeOrChart');
  return either === code ? NO_COLUMN : either;
}

/** The share of a column's filled cells for which something holds; 0 when none is filled. */
function shareOf(sample: readonly TableRow[], index: number, holds: (cell: Cell) => boolean): number {
  let filled = 0;
  let count = 0;
  for (const { cells } of sample) {
    const cell = cells[index];
    if (
      cell === undefined ||
      cell === null ||
      cell === '' ||
      textOf(cell) === (typeof cell === 'string' ? '' : null)
    )
      continue;
    filled++;
    if (holds(cell)) count++;
  }
  return filled === 0 ? 0 : count / filled;
}

function isSideValue(cell: Cell): boolean {
  return typeof cell === 'string' && SIDE_VALUE.test(normalised(cell));
}

function hasLetters(cell: Cell): boolean {
  return typeof cell === 'string' && /\p{L}{2}/u.test(cell);
}
