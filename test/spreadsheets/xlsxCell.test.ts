import { describe, expect, it } from '#jest';
import { TEXT_LENGTH_MAX, xlsxCell, textCell } from '../../src/spreadsheets/xlsxParts.js';
import { xlsxPage, columnName } from '../../src/spreadsheets/xlsxPage.js';
import { sheetsOf, tablesOf, valuesOf } from '../support/xlsxFile.js';

const page = (texts: readonly string[]) =>
  xlsxPage(
    'textos',
    [{ name: 'texto', kind: 'text' }],
    texts.map((texto) => ({ texto })),
  );

describe('A cell', () => {
  it('has the date and time of São Paulo, and not the next day for the last millisecond of one', () => {
    const at = (text: string) => xlsxCell('moment', text);
    const seconds = (46_181 - 25_569) * 86_400 + 86_399;
    expect(at('2026-06-09T02:59:59.999Z')).toEqual({
      is: 'number',
      format: 'moment',
      number: seconds / 86_400 + 25_569,
    });
    expect(at('2026-06-09T03:00:00.000Z')).toMatchObject({ number: 46_182 });
  });

  it('has a date as the day it is, whatever the time zone', () => {
    expect(xlsxCell('date', '2026-03-01')).toEqual({ is: 'number', number: 46_082, format: 'date' });
  });

  it('is empty for what has no value, and text for what is no date', () => {
    for (const value of [null, undefined, '']) expect(xlsxCell('moment', value)).toBeNull();
    expect(xlsxCell('date', 'sem data')).toEqual({ is: 'text', text: 'sem data' });
    expect(xlsxCell('text', ['import.completed', 'import.failed'])).toEqual({
      is: 'text',
      text: 'import.completed import.failed',
    });
  });

  it('has no number where a text is one', () => {
    expect(xlsxCell('text', '00123')).toEqual({ is: 'text', text: '00123' });
  });

  it('has a text of any length: the rest of one that Excel would refuse is cut', async () => {
    expect(textCell('x'.repeat(TEXT_LENGTH_MAX))).toEqual({ is: 'text', text: 'x'.repeat(TEXT_LENGTH_MAX) });
    const texts = ['x'.repeat(40_000), '_x0041_'.repeat(5_000), `${'x'.repeat(TEXT_LENGTH_MAX - 2)}😀😀`];
    const rows = valuesOf(sheetsOf(await page(texts))[0]?.rows ?? []);
    for (const [text] of rows.slice(1)) expect(String(text).length).toBeLessThanOrEqual(TEXT_LENGTH_MAX);
    expect(rows[1]?.[0]).toBe(`${'x'.repeat(TEXT_LENGTH_MAX - 1)}…`);
  });

  it('gives back every character that it was given, read by either reader', async () => {
    const texts = [
      '=1+1',
      '+55',
      '-1',
      '@x',
      "'x",
      '\u0001\u001f',
      'a\tb\nc',
      '_x000D_',
      '_x005F_',
      '_x_',
      '  x  ',
      '<&>"\'',
      ']]>',
      '\u0085\u009f',
      '\ufffe\uffff',
      '😀',
      '0001',
      '1E5',
      'TRUE',
      '2026-05',
    ];
    const content = await page(texts);
    expect(valuesOf(sheetsOf(content)[0]?.rows ?? []).map(([text]) => text)).toEqual(['texto', ...texts]);
    expect(Object.values((await tablesOf(content))[0]?.rows ?? {}).map(([text]) => text)).toEqual([
      'texto',
      ...texts,
    ]);
  });
});

describe('The name of a column', () => {
  it('goes on with two and three letters', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
