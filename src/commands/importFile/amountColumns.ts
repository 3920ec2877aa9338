// Which columns hold the balances and the movement: indexes of cells, −1 where there is no such column.

/** `side` may be the other balance's: a program that prints one letter means both. */
export type Balance = Readonly<{ amount: number; side: number; debit: number; credit: number }>;

export type Amounts = Readonly<{
  opening: Omit<Balance, 'side'>;
  debit: number;
  credit: number;
  closing: Omit<Balance, 'side'>;
}>;
