// What browsers get of other packages is what those packages hold.
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { ROOT } from '../support/guideBlocks.js';

it.each([
  ['inter.woff2', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'],
  ['htmx.min.js', 'htmx.org/dist/htmx.min.js'],
])('%s is the file of the package that package.json names', (name, original) => {
  const copy = readFileSync(`${ROOT}src/console/assets/vendor/${name}`);
  expect(copy.equals(readFileSync(`${ROOT}node_modules/${original}`))).toBe(true);
});
