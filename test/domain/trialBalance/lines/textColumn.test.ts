import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts, textsOf } from '../../../../src/domain/trialBalance/lines/textColumn.js';

const compare = (a: string, b: string): number => {
  const texts = textsOf([a, b]);
  return compareTexts(texts, 0, texts, 1);
};

it('orders any texts as their UTF-8 bytes, characters beyond U+FFFF after U+E000 to U+FFFF', () => {
  expect(compare('\u{1f600}', '\uffee')).toBeGreaterThan(0);
  expect(compare('\ue000', '\ud7ff')).toBeGreaterThan(0);
  const text = fc
    .array(fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffee', '\u{1f600}'))
    .map((of) => of.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compare(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
