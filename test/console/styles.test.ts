// Source: docs/spec/console.md#design.
import { expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { ROOT } from '../support/guideBlocks.js';

it('The styles have at most 900 lines and no text', () => {
  const css = readFileSync(`${ROOT}src/console/assets/console.css`, 'utf8');
  expect(css.trimEnd().split('\n').length).toBeLessThanOrEqual(900);
  const texts = [...css.matchAll(/^\s*content: ([^;]*);/gm)].map(([, text = '']) => text);
  expect(texts.filter((text) => text !== "''" && !/^attr\([\w-]+\)$/.test(text))).toEqual([]);
});
