import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { amountFault, amountOf, centsOf, exactBalance, safeNumber } from '../../../src/domain/kernel/money.js';

const CENTS_MAX = 7_000_000_000_000_000;

describe('centsOf', () => {
  it.each([
    [0, 0],
    [1, 100],
    [0.01, 1],
    [-0.01, -1],
    [1234.56, 123_456],
    [0.1 + 0.2, 30],
    [1.005e3, 100_500],
    [8.7, 870],
    [1.1 * 1.1 - 0.01, 120],
    [1e-7, 0],
    [0.010001, 1],
    [-0.0100009, -1],
    [70_000_000_000_000, CENTS_MAX],
    [69_999_999_999_999.99, CENTS_MAX - 1],
    [-69_999_999_999_999.99, 1 - CENTS_MAX],
    [43_210_987_654_321.09, 4_321_098_765_432_109],
  ])('takes %d as %d centavos', (amount, cents) => expect(centsOf(amount)).toBe(cents));

  it.each([-0, -1e-7, -1e-9])('never answers −0 (%d)', (amount) => {
    expect(Object.is(centsOf(amount), 0)).toBe(true);
  });

  it.each([
    [0.001, 'precision'],
    [1.005, 'precision'],
    [0.010002, 'precision'],
    [-12.345, 'precision'],
    [10_000_000_000.125, 'precision'],
    [70_000_000_000_000.02, 'tooLarge'],
    [1e15, 'tooLarge'],
    [2 ** 53 + 1, 'tooLarge'],
    [Infinity, 'tooLarge'],
    [-Infinity, 'tooLarge'],
    [NaN, 'notANumber'],
  ])('refuses %d: %s', (amount, fault) => {
    expect(centsOf(amount)).toBeNaN();
    expect(amountFault(amount)).toBe(fault);
  });

  it('reads every centavo back from the number it prints', () => {
    fc.assert(
      fc.property(fc.integer({ min: -CENTS_MAX, max: CENTS_MAX }), (cents) => {
        const text = JSON.stringify(amountOf(cents));
        expect(text).toMatch(/^-?\d+(\.\d{1,2})?$/);
        expect(centsOf(JSON.parse(text) as number)).toBe(cents);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads a centavo written out with two decimals, at any magnitude', () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 69_999_999_999_999n }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(digits, ([whole, hundredths]) => {
        const text = `${whole}.${String(hundredths).padStart(2, '0')}`;
        expect(centsOf(JSON.parse(text) as number)).toBe(Number(whole * 100n + BigInt(hundredths)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes noise up to a millionth and refuses more, also after millions of reais', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.double({ min: 1.1e-6, max: 0.004_99, noNaN: true }),
        (cents, noise) => {
          expect(centsOf(cents / 100 + 0.9e-6)).toBe(cents);
          expect(centsOf(cents / 100 + noise)).toBeNaN();
        },
      ),
    );
  });
});

describe('exactBalance', () => {
  it('is exact where doubles are not', () => {
    expect(exactBalance(CENTS_MAX, CENTS_MAX, CENTS_MAX - 1)).toBe(CENTS_MAX + 1);
    expect(exactBalance(-CENTS_MAX, CENTS_MAX - 3, -1)).toBe(-2);
  });

  it('is null beyond the safe integers', () => {
    expect(exactBalance(CENTS_MAX, CENTS_MAX, 0)).toBeNull();
    expect(safeNumber(2n ** 53n)).toBeNull();
    expect(safeNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('agrees with BigInt on any terms', () => {
    const term = fc.oneof(fc.integer(), fc.maxSafeInteger());
    fc.assert(
      fc.property(term, term, term, (a, b, c) => {
        expect(exactBalance(a, b, c)).toBe(safeNumber(BigInt(a) + BigInt(b) - BigInt(c)));
      }),
    );
  });
});
