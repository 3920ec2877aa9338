// Which changes want an explanation.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { wantsExplanation, type VariationRule } from '../../../src/domain/clients/rules.js';

const rule: VariationRule = { prefix: '', amountCents: 100_00, basisPoints: 2_000, against: 'PREVIOUS' };

describe('A change of a balance', () => {
  it('wants an explanation above both limits, whatever the sides', () => {
    expect(wantsExplanation(rule, 1_000_00, 1_200_00)).toBe(false);
    expect(wantsExplanation(rule, 1_000_00, 1_200_01)).toBe(true);
    expect(wantsExplanation(rule, -1_000_00, -1_200_01)).toBe(true);
    expect(wantsExplanation(rule, 100_00, 200_00)).toBe(false);
    expect(wantsExplanation(rule, 100_00, 200_01)).toBe(true);
    expect(wantsExplanation(rule, 0, 100_01)).toBe(true);
    expect(wantsExplanation(rule, 0, 0)).toBe(false);
  });

  it('wants none where nothing changed, and as much upwards as mirrored', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.maxSafeInteger(),
        fc.nat(),
        fc.nat(),
        (before, now, amountCents, basisPoints) => {
          const each = { ...rule, amountCents, basisPoints };
          expect(wantsExplanation(each, before, before)).toBe(false);
          expect(wantsExplanation(each, before, now)).toBe(wantsExplanation(each, 0 - before, 0 - now));
        },
      ),
    );
  });
});
