// Which columns hold the balances and the movement. Balances whose headings are dates are ordered by date, equal headings
// by position, and several candidates by the arithmetic of the lines. Source: docs/spec/files.md#headings.
import { areThere, isThere, type Amounts, type BalanceColumns } from './amounts.js';
import { columnsThatClose, type Choices } from './balanceArithmetic.js';
import { NO_COLUMN } from './columnValues.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { balanceDate } from '../headings/headingRole.js';
import type { TableRow } from '../formats/table.js';

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
  const given = { opening, debit, credit, closing };
  return areThere(given) ? columnsThatClose(given, columnChoices(roles), sample) : given;
}

/** All columns that their headings make candidates; of a balance pairs of debit and credit too. */
export function columnChoices(roles: readonly (HeadingRole | null)[]): Choices {
  const all = (role: HeadingRole): number[] => roles.flatMap((one, index) => (one === role ? [index] : []));
  const balances = (single: HeadingRole, debit: HeadingRole, credit: HeadingRole): BalanceColumns[] => {
    const credits = all(credit);
    return [
      ...all(single).map((amount) => ({ amount, debit: NO_COLUMN, credit: NO_COLUMN })),
      ...all(debit).map((index, at) => ({ amount: NO_COLUMN, debit: index, credit: credits[at] ?? NO_COLUMN })),
    ].filter(isThere);
  };
  return {
    opening: balances('opening', 'openingDebit', 'openingCredit'),
    debit: all('debit'),
    credit: all('credit'),
    closing: balances('closing', 'closingDebit', 'closingCredit'),
  };
}
