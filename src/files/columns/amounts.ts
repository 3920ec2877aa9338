// The columns of one set of amounts: opening balance, movement and closing balance.
import { NO_COLUMN } from './columnValues.js';

/**
 * Indexes of a column of signed amounts, or of one of debit and one of credit balances. `side` is a column of D
 * and C; both balances may share it. `carried` is added to the amount: what was carried into the year, where a
 * column tells the months before apart.
 */
export type Balance = Readonly<{ amount: number; carried: number; side: number; debit: number; credit: number }>;

export type BalanceColumns = Omit<Balance, 'side'>;

export const NO_BALANCE: BalanceColumns = {
  amount: NO_COLUMN,
  carried: NO_COLUMN,
  debit: NO_COLUMN,
  credit: NO_COLUMN,
};

export type Amounts = Readonly<{
  opening: BalanceColumns;
  debit: number;
  credit: number;
  closing: BalanceColumns;
}>;

export function isThere({ amount, debit, credit }: BalanceColumns): boolean {
  return amount !== NO_COLUMN || (debit !== NO_COLUMN && credit !== NO_COLUMN);
}

export function areThere({ opening, debit, credit, closing }: Amounts): boolean {
  return isThere(opening) && debit !== NO_COLUMN && credit !== NO_COLUMN && isThere(closing);
}

/** The same columns at other places. */
export function movedColumns(
  { opening, debit, credit, closing }: Amounts,
  to: (index: number) => number,
): Amounts {
  const balance = (of: BalanceColumns): BalanceColumns => {
    const { amount, carried, debit, credit } = of;
    return { amount: to(amount), carried: to(carried), debit: to(debit), credit: to(credit) };
  };
  return { opening: balance(opening), debit: to(debit), credit: to(credit), closing: balance(closing) };
}

/** Every index that holds amounts. */
export function amountIndexes({ opening, debit, credit, closing }: Amounts): readonly number[] {
  const all = [opening.amount, opening.carried, opening.debit, opening.credit, debit, credit];
  return [...all, closing.amount, closing.debit, closing.credit].filter((index) => index !== NO_COLUMN);
}
