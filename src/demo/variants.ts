// Changed copies of the fixtures' trial balances.
import type { ImportBody, ImportItem } from './stage.js';

const CORRECTION = 1_000;

/** Adds an expense of 1,000.00, paid from the bank: two lines change. */
export function corrected(body: ImportBody): ImportBody {
  const expense = firstOf(body, '332');
  const bank = firstOf(body, '1111');
  return replaced(body, [
    [expense, (item) => ({ ...item, debit: plus(item.debit), finalBalance: plus(item.finalBalance) })],
    [bank, (item) => ({ ...item, credit: plus(item.credit), finalBalance: plus(item.finalBalance, -CORRECTION) })],
  ]);
}

/** A final balance that does not match the movement. */
export function withOneLineWrong(body: ImportBody): ImportBody {
  return replaced(body, [[0, (item) => ({ ...item, finalBalance: plus(item.finalBalance, 0.1) })]]);
}

function firstOf({ lineItems }: ImportBody, codesWith: string): number {
  return lineItems.findIndex(({ accountCode }) => accountCode.startsWith(codesWith));
}

type Change = readonly [number, (item: ImportItem) => ImportItem];

function replaced(body: ImportBody, changes: readonly Change[]): ImportBody {
  const lineItems = [...body.lineItems];
  for (const [index, change] of changes) {
    const item = lineItems[index];
    if (item) lineItems[index] = change(item);
  }
  return { ...body, lineItems };
}

/** Adds in centavos, so that no digit is lost. */
function plus(amount: number, more = CORRECTION): number {
  return Math.round(amount * 100 + more * 100) / 100;
}
