import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts } from '../../../../src/domain/trialBalance/lines/textOrder.js';

it('orders any texts as their UTF-8 bytes, characters beyond U+FFFF after U+E000 to U+FFFF', () => {
  expect(compareTexts('\u{1f600}', '\uffee')).toBeGreaterThan(0);
  expect(compareTexts('\ue000', '\ud7ff')).toBeGreaterThan(0);
  const text = fc
    .array(fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffee', '\u{1f600}'))
    .map((of) => of.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
