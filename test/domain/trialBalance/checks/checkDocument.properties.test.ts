// Whatever a document holds: what closes is accepted, one centavo off is refused, and every line is accounted for.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import type { Account, Nature } from '../../../../src/domain/charts/events.js';
import { account, check, group, item, otherMonth, type Item } from './checking.js';

const NATURES: readonly Nature[] = ['DEBIT', 'CREDIT'];
/** 1 and 4 are DEBIT groups, 2 and 3 CREDIT ones; every tenth account is a contra account. */
const CHART: readonly Account[] = [1, 2, 3, 4].flatMap((root) => {
  const nature: Nature = root === 1 || root === 4 ? 'DEBIT' : 'CREDIT';
  const opposite = NATURES.find((other) => other !== nature) ?? 'MIXED';
  const accounts = Array.from({ length: 20 }, (_, n) =>
    account(`${root}.${n}`, n % 10 === 9 ? opposite : nature, { requiresReconciliation: n % 7 !== 6 }),
  );
  return [group(`${root}`, nature, 'Grupo'), ...accounts];
});
const ENTERING = CHART.filter(
  ({ kind, requiresReconciliation }) => kind === 'ANALYTICAL' && requiresReconciliation,
);
const ORDINARY = ENTERING.filter(({ code }) => !code.endsWith('.9') && !code.endsWith('.19'));

const CENTS_MAX = 7_000_000_000_000_000;
const cents = fc.oneof(
  fc.integer({ min: 0, max: 10_000_000 }),
  fc.integer({ min: 0, max: CENTS_MAX / 4 }),
  fc.constantFrom(0, 1, CENTS_MAX / 4),
);
type Movement = Readonly<{ account: Account; previous: number; debit: number; credit: number }>;
const movement = (accounts: readonly Account[]): fc.Arbitrary<Movement> =>
  fc.record({ account: fc.constantFrom(...accounts), previous: cents, debit: cents, credit: cents });

/** As a document of convention A or B shows it; under B balances may still be negative. */
function lineOf({ account: { code, nature }, previous, debit, credit }: Movement, convention: 'A' | 'B'): Item {
  const side = convention === 'B' && nature === 'CREDIT' ? -1 : 1;
  return item(code, previous / 100, debit / 100, credit / 100, (previous + side * (debit - credit)) / 100);
}

/** Enough credit accounts that tell the convention, whatever the others do. */
const importing = (convention: 'A' | 'B', count: number): Item[] =>
  ORDINARY.filter(({ nature }) => nature === 'CREDIT')
    .slice(0, count)
    .map((account) => lineOf({ account: account, previous: 5, debit: 0, credit: 7 }, convention));

const conventions = fc.constantFrom('A' as const, 'B' as const);

describe('Any document that closes', () => {
  it('is accepted, in its own convention', () => {
    const anyAccounts = fc.uniqueArray(movement(ENTERING), { selector: (it) => it.account.code, minLength: 1 });
    fc.assert(
      fc.property(anyAccounts, conventions, (movements, convention) => {
        const found = check(
          movements.map((it) => lineOf(it, convention)),
          { accounts: CHART },
        );
        expect(found.lineErrors).toEqual([]);
        expect(found.imported).toBe(movements.length);
        const ordinary = movements.filter(({ account: { nature }, debit, credit }) => {
          return nature === 'CREDIT' && debit !== credit;
        });
        const tells = ordinary.some(({ account: it }) => ORDINARY.includes(it));
        if (tells) expect(found.convention).toBe(convention);
      }),
    );
  });

  it('is accepted when its accounts come in several lines that only close together', () => {
    const split = fc.record({
      of: movement(ORDINARY),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      off: cents,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(split, { selector: ({ of }) => of.account.code }),
        conventions,
        (splits, convention) => {
          const items = splits.flatMap(({ of, off }) => {
            const { accountCode, previousBalance, debit, credit, finalBalance } = lineOf(of, convention);
            const moved = off / 100;
            return [
              item(accountCode, previousBalance, 0, credit, moved),
              item(accountCode, 0, debit, 0, (Math.round(finalBalance * 100) - off) / 100),
            ];
          });
          const found = check([...items, ...importing(convention, 0), item('1.0', 0, 0, 0, 0)], {
            accounts: CHART,
          });
          expect(found.lineErrors).toEqual([]);
        },
      ),
    );
  });
});

describe('One centavo off', () => {
  it('in any amount of any account is refused, naming it', () => {
    const spoiled = fc.record({
      movements: fc.uniqueArray(movement(ORDINARY), { selector: (it) => it.account.code, minLength: 1 }),
      which: fc.nat(),
      field: fc.constantFrom('previousBalance', 'debit', 'credit', 'finalBalance'),
      by: fc.constantFrom(1, -1),
    });
    fc.assert(
      fc.property(spoiled, conventions, ({ movements, which, field, by }, convention) => {
        const items = movements.map((it) => lineOf(it, convention));
        const at = which % items.length;
        const wrong = items.map((line, index) =>
          index === at ? { ...line, [field]: (Math.round(line[field as 'debit'] * 100) + by) / 100 } : line,
        );
        const code = items[at]?.accountCode;
        const others = importing(convention, 7).filter(({ accountCode }) => {
          return !items.some((line) => line.accountCode === accountCode);
        });
        // without a importing account a document may happen to close in the other convention
        fc.pre(others.length > 2);
        const found = check([...wrong, ...others], { accounts: CHART });
        expect(found.lineErrors.map(({ line, accountCode }) => [line, accountCode])).toContainEqual([
          at + 1,
          code,
        ]);
      }),
    );
  });
});

describe('Every line', () => {
  it('is imported, outside the chart, or not reconciling', () => {
    const code = fc.constantFrom(...CHART.map((it) => it.code), '9.1', '1.', '1.0.0', '__proto__', 'valueOf');
    fc.assert(
      fc.property(fc.array(code, { minLength: 1, maxLength: 60 }), (codes) => {
        const found = check(
          codes.map((it) => item(it, 1, 0, 0, 1)),
          { accounts: CHART },
        );
        const { received, imported, ignoredNotInChart, ignoredNotReconciled, stored } = found;
        expect(received).toBe(codes.length);
        expect(imported + ignoredNotInChart + ignoredNotReconciled).toBe(received);
        const entering = codes.filter((it) => ENTERING.some((known) => known.code === it));
        expect((stored ?? []).map(({ accountCode }) => accountCode)).toEqual(entering);
        expect(imported).toBe(entering.length);
      }),
    );
  });
});

describe('Two months in a row', () => {
  it('continue in whatever conventions they are written, and break where one opening is changed', () => {
    const months = fc.uniqueArray(movement(ORDINARY), { selector: (it) => it.account.code, minLength: 1 });
    fc.assert(
      fc.property(months, conventions, conventions, fc.nat(), (movements, before, now, which) => {
        // debit-positive closings, shown by each month's own convention
        const shown = (debitPositive: number, { nature }: Account, convention: 'A' | 'B') =>
          (nature === 'CREDIT' && convention === 'B' ? -debitPositive : debitPositive) / 100 + 0;
        const closing = ({ previous, debit, credit }: Movement) => previous + debit - credit;
        const first = movements.map((it) => {
          const opening = shown(it.previous, it.account, before);
          return item(
            it.account.code,
            opening,
            it.debit / 100,
            it.credit / 100,
            shown(closing(it), it.account, before),
          );
        });
        const second = movements.map((it, at) => {
          const extra = at === which % movements.length ? 1 : 0;
          const opening = shown(closing(it) + extra, it.account, now);
          return item(it.account.code, opening, 0, 0.07, shown(closing(it) + extra - 7, it.account, now));
        });
        const previous = otherMonth(before, first);
        const found = check(second, { accounts: CHART, previous });
        expect(found.lineErrors).toEqual([]);
        const breaks = found.warnings.filter(({ is }) => is === 'OpeningDiffers');
        const tells = movements.some(({ account: { nature } }) => nature === 'CREDIT');
        if (!tells) return; // then nothing is signed differently
        expect(breaks).toHaveLength(1);
        expect(breaks[0]).toHaveProperty('accountCode', movements[which % movements.length]?.account.code);
      }),
    );
  });
});
