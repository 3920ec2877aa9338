// The signs by which readers add balances up: debit positive, whatever convention the document follows.
import { describe, expect, it } from '#jest';
import { check, item, type Item } from './checking.js';

/** By account code. */
function signsOf(...items: readonly Item[]): Record<string, number> {
  const { stored, lineErrors } = check(items);
  expect(lineErrors).toEqual([]);
  return Object.fromEntries((stored ?? []).map(({ accountCode, debitSign }) => [accountCode, debitSign]));
}

describe('the sign of a balance for readers', () => {
  it('is its own in a document whose credit balances are negative', () => {
    const month = [item('1.01', 100, 20, 5, 115), item('2.01', -50, 10, 20, -60), item('1.09', -10, 0, 5, -15)];
    expect(signsOf(...month)).toEqual({ '1.01': 1, '2.01': 1, '1.09': 1 });
  });

  it('is turned for accounts of credit in a natural document, by the movement for contra and mixed accounts', () => {
    const month = [item('2.01', 50, 10, 20, 60), item('1.09', 10, 0, 5, 15), item('2.09', 3, 1, 0, 4)];
    expect(signsOf(...month, item('2.10', 10, 5, 0, 5))).toEqual({
      '2.01': -1,
      '1.09': -1,
      '2.09': 1,
      '2.10': -1,
    });
    expect(signsOf(...month, item('2.10', 10, 5, 0, 15))).toMatchObject({ '2.10': 1 });
  });

  it('of a contra account without movement puts the balance on the side of its nature', () => {
    const month = [item('2.01', 50, 10, 20, 60), item('2.09', 7, 0, 0, 7)];
    expect(signsOf(...month, item('1.09', 10, 0, 0, 10))).toMatchObject({ '1.09': -1, '2.09': 1 });
    expect(signsOf(...month, item('1.09', -10, 0, 0, -10))).toMatchObject({ '1.09': 1 });
  });

  it('of a mixed account without movement is that of its root group', () => {
    expect(signsOf(item('2.01', 50, 10, 20, 60), item('2.10', -9, 0, 0, -9))).toMatchObject({ '2.10': -1 });
  });
});
