import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts, textAt, TextIndex, textsOf } from '../../../../src/domain/trialBalance/lines/textColumn.js';

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

it('takes a text for equal to itself, and to one of the same bytes', () => {
  const texts = textsOf(['1.01', '1.01', '1.02']);
  expect([0, 1].map((at) => compareTexts(texts, 0, texts, at))).toEqual([0, 0]);
  expect(compareTexts(texts, 0, texts, 2)).toBeLessThan(0);
});

it('finds a text by its content, wherever it is expected, and the first of several that are the same', () => {
  const texts = textsOf(['1.01', '1.02', '1.01', '']);
  const entered = new TextIndex(texts);
  expect([0, 1, 2, 3].map((at) => entered.enter(at))).toEqual([0, 1, 0, 3]);
  const index = TextIndex.over(texts);
  const asked = textsOf(['1.01', '', '1.0']);
  for (const expected of [-1, 0, 1, 4])
    expect([0, 1, 2].map((at) => index.find(asked, at, expected))).toEqual([0, 3, -1]);
});

it('holds texts of any length one after another', () => {
  const strings = ['', '€'.repeat(100), 'a', '\u{1f600}'.repeat(50)];
  const texts = textsOf(strings);
  expect(strings.map((_, at) => textAt(texts, at))).toEqual(strings);
});
