// How balances change: signs, nothing before, and amounts at the edge.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { competencesBefore, type Competence } from '../../../src/domain/kernel/competence.js';
import { changeFrom, meanOf, percentOf } from '../../../src/domain/trialBalance/amounts.js';

describe('A change of a balance', () => {
  it('is what is more than before, and a share of the balance before, with the sign of the change', () => {
    expect(changeFrom(100, 150)).toBe(50);
    expect(percentOf(50, 100)).toBe(50);
    expect(percentOf(-50, -100)).toBe(-50);
    expect(percentOf(1, 3)).toBe(33.33);
    expect(percentOf(0, 7)).toBe(0);
  });

  it('is unknown without a balance before, and no share of zero', () => {
    expect(changeFrom(null, 150)).toBeNull();
    expect(percentOf(null, 100)).toBeNull();
    expect(percentOf(5, null)).toBeNull();
    expect(percentOf(5, 0)).toBeNull();
    expect(changeFrom(-Number.MAX_SAFE_INTEGER, 1)).toBeNull();
  });
});

describe('The mean of balances', () => {
  it('is to the nearest centavo, a half away from zero', () => {
    expect(meanOf([])).toBeNull();
    expect(meanOf([1, 2])).toBe(2);
    expect(meanOf([-1, -2])).toBe(-2);
    expect(meanOf([0, 0, 1])).toBe(0);
    expect(meanOf(Array.from({ length: 12 }, () => Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is between the least and the most of them, and turns with their signs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 12 }), (balances) => {
        const mean = meanOf(balances) ?? NaN;
        expect(mean).toBeGreaterThanOrEqual(Math.min(...balances));
        expect(mean).toBeLessThanOrEqual(Math.max(...balances));
        expect(meanOf(balances.map((each) => 0 - each))).toBe(0 - mean);
      }),
    );
  });
});

describe('The competences before one', () => {
  it('ascend, over the turn of the year', () => {
    expect(competencesBefore('2026-02' as Competence, 3)).toEqual(['2025-11', '2025-12', '2026-01']);
  });
});
