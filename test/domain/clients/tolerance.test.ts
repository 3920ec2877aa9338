// Which rule counts for an account, and how large a difference it lets stay.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { noWorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import { companyRulesOf } from '../../../src/domain/reconciliation/companyRules.js';
import { ruleFor, toleratedCents, type Tolerance } from '../../../src/domain/clients/rules.js';

const rule = (prefix: string, amountCents: number | null, basisPoints: number | null = null): Tolerance => ({
  ...{ prefix, amountCents, basisPoints },
});

describe('The rule of an account', () => {
  it('is the one with the longest prefix of its code, in whatever order they are', () => {
    const rules = [rule('1.1', 5), rule('', 1), rule('1.1.02', 9)];
    for (const order of [rules, rules.toReversed()]) {
      expect(ruleFor(order, '1.1.02.001')?.amountCents).toBe(9);
      expect(ruleFor(order, '1.1.03')?.amountCents).toBe(5);
      expect(ruleFor(order, '2.1')?.amountCents).toBe(1);
    }
    expect(ruleFor([rule('1', 5)], '2')).toBeUndefined();
  });
});

describe('A tolerated difference', () => {
  it('is of the company that set it', () => {
    const settings = { ...noWorkflowSettings(), tolerance: new Map([[3, [rule('', 500)]]]) };
    expect(companyRulesOf(settings, 3).toleratedCents('1', 0)).toBe(500);
    expect(companyRulesOf(settings, 4).toleratedCents('1', 0)).toBe(0);
  });

  it('is nothing without a rule, else the larger of the amount and the share of the balance', () => {
    expect(toleratedCents([], '1', 1_000_00)).toBe(0);
    expect(toleratedCents([rule('', 500)], '1', 1_000_00)).toBe(500);
    expect(toleratedCents([rule('', null, 50)], '1', -1_000_00)).toBe(500);
    expect(toleratedCents([rule('', 400, 50)], '1', 1_000_00)).toBe(500);
    expect(toleratedCents([rule('', 600, 50)], '1', 1_000_00)).toBe(600);
    expect(toleratedCents([rule('', null, 1)], '1', 9_999)).toBe(0);
  });

  it('is exact for the largest balances, and never more than the balance by a share alone', () => {
    expect(toleratedCents([rule('', null, 10_000)], '1', Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 10_000 }), (balance, basisPoints) => {
        const limit = toleratedCents([rule('', null, basisPoints)], '1', balance);
        expect(limit).toBeLessThanOrEqual(Math.abs(balance));
        expect(BigInt(limit) * 10_000n).toBeLessThanOrEqual(BigInt(Math.abs(balance)) * BigInt(basisPoints));
      }),
    );
  });
});
