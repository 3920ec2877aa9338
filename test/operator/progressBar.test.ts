// Progress where stderr is no terminal.
import { PassThrough } from 'node:stream';
import { expect, it } from '#jest';
import { createProgressBar } from '../../src/operator/progressBar.js';

it.each([
  [1, 'Lendo o arquivo: 1 linha\n'],
  [2, 'Lendo o arquivo: 2 linhas\n'],
  [1_234, 'Lendo o arquivo: 1.234 linhas\n'],
])('%i rows read', (rows, text) => {
  const stream = new PassThrough();
  const bar = createProgressBar('Lendo o arquivo', stream as unknown as NodeJS.WriteStream);
  bar.add(rows);
  bar.end();
  expect(String(stream.read())).toBe(text);
});
