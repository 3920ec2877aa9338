// Which columns hold the balances and the movement. Balances named by dates are told apart by the dates, equal headings
// by position, and several candidates by the arithmetic of the lines. Source: docs/spec/files.md#headings.
import { columnsThatClose, type SingleColumns } from './balanceArithmetic.js';
import { NO_COLUMN } from './columnValues.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { balanceDate } from '../headings/headingRole.js';
import type { TableRow } from '../formats/table.js';

/**
 * Indexes of a column of signed amounts, or of one of debit and one of credit balances. `side` is a column of D and C;
 * both balances may share it.
 */
export type Balance = Readonly<{ amount: number; side: number; debit: number; credit: number }>;

export type Amounts = Readonly<{
  opening: Omit<Balance, 'side'>;
  debit: number;
  credit: number;
  closing: Omit<Balance, 'side'>;
}>;

export function isThere({ amount, debit, credit }: Omit<Balance, 'side'>): boolean {
  return amount !== NO_COLUMN || (debit !== NO_COLUMN && credit !== NO_COLUMN);
}

/** Every index that holds amounts. */
export function amountIndexes({ opening, debit, credit, closing }: Amounts): readonly number[] {
  const all = [opening.amount, opening.debit, opening.credit, debit, credit];
  return [...all, closing.amount, closing.debit, closing.credit].filter((index) => index !== NO_COLUMN);
}

/** null where a column is missing, or a balance has one column for debit and one for credit. */
export function singleColumns({ opening, debit, credit, closing }: Amounts): SingleColumns | null {
  const single = { opening: opening.amount, debit, credit, closing: closing.amount };
  return Object.values(single).includes(NO_COLUMN) ? null : single;
}

export function amountColumns(
  roles: readonly (HeadingRole | null)[],
  headings: readonly string[],
  sample: readonly TableRow[],
): Amounts {
  const first = (role: HeadingRole): number => roles.indexOf(role);
  const all = (role: HeadingRole): number[] => roles.flatMap((one, index) => (one === role ? [index] : []));
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

  // Three pairs of debit and credit: opening balance, movement, closing balance.
  const [debits, credits] = [all('debit'), all('credit')];
  if (debits.length === 3 && credits.length === 3 && !isThere(opening) && !isThere(closing)) {
    [opening.debit, debit, closing.debit] = debits as [number, number, number];
    [opening.credit, credit, closing.credit] = credits as [number, number, number];
    return { opening, debit, credit, closing };
  }
  const single = singleColumns({ opening, debit, credit, closing });
  if (single === null) return { opening, debit, credit, closing };
  const others = { opening: all('opening'), debit: debits, credit: credits, closing: all('closing') };
  const fitting = columnsThatClose(single, others, sample);
  return {
    opening: { ...opening, amount: fitting.opening },
    debit: fitting.debit,
    credit: fitting.credit,
    closing: { ...closing, amount: fitting.closing },
  };
}
