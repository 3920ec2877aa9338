// The text of rows, made by moving bytes, is what building objects and writing them as JSON would give.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RowBlock, RowList } from '../../src/projections/engine/readStore.js';
import { BLOCK_ROWS, rowBlocks } from '../../src/projections/engine/rows/rowBlocks.js';
import { rowText } from '../../src/projections/engine/rows/rowText.js';

const list: RowList = {
  name: 'lines',
  version: 1,
  fields: [
    { name: 'id', constant: true },
    { name: 'mês', constant: true },
    { name: 'code', text: 'codes' },
    { name: 'amount', cents: 'amounts' },
    { name: 'name', text: 'names' },
    { name: 'last', constant: true },
  ],
  filterable: ['code'],
};
const constants = { id: 12, mês: '2026-02 "x"', last: 0 };
type Line = Readonly<{ code: string; name: string; cents: number }>;

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('"', '\\', '","', '"codes":[', '\ud800'),
);
const anyCents = fc.oneof(
  fc.integer({ min: -12_000, max: 12_000 }),
  fc.maxSafeInteger().filter((cents) => Math.abs(cents) <= 7_000_000_000_000_000),
  fc.constantFrom(0, 1, -1, 99, 100, -100, 7_000_000_000_000_000, -6_999_999_999_999_999),
);
const anyLine: fc.Arbitrary<Line> = fc.record({ code: anyText, name: anyText, cents: anyCents });

const partOf = (lines: readonly Line[], space?: number) =>
  Buffer.from(
    JSON.stringify(
      { names: lines.map((l) => l.name), amounts: lines.map((l) => l.cents), codes: lines.map((l) => l.code) },
      null,
      space,
    ),
  );
const rowsIn = (block: RowBlock) =>
  Array.from({ length: block.count }, (_, row) =>
    rowText(list, block)(row, row + 1)
      .subarray(1, -1)
      .toString(),
  );

/** Exact, by way of integers: no floating point in it. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`;
}
const expectedRow = ({ code, name, cents }: Line) =>
  `{"id":12,"mês":"2026-02 \\"x\\"","code":${JSON.stringify(code)},"amount":${decimal(cents)},` +
  `"name":${JSON.stringify(name)},"last":0}`;

describe('rowBlocks', () => {
  it('writes each row as JSON.stringify would, amounts to the centavo, whatever the texts and amounts', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const { count, blocks } = rowBlocks(partOf(lines), list, constants);
        expect(count).toBe(lines.length);
        expect(blocks.flatMap(rowsIn)).toEqual(lines.map(expectedRow));
        expect(blocks.flatMap(({ keys }) => JSON.parse(keys['code'] ?? '') as string[])).toEqual(
          JSON.parse(JSON.stringify(lines.map(({ code }) => code))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('writes any rows of a block as one text, with a comma between and around them', () => {
    const lines = [5, -120, 300].map((cents) => ({ code: `${cents}`, name: 'ç', cents }));
    const [block] = rowBlocks(partOf(lines), list, constants).blocks as [RowBlock];
    const text = rowText(list, block);
    expect(text(0, 3).toString()).toBe(`,${lines.map(expectedRow).join(',')},`);
    expect(text(1, 3).toString()).toBe(`,${lines.slice(1).map(expectedRow).join(',')},`);
  });

  it('turns amounts by the column of signs, writes the word of each letter, refuses a letter without', () => {
    const signed: RowList = {
      ...list,
      fields: [
        { name: 'side', letters: 'sides', words: { D: 'DEBIT', C: 'CRÉDITO' } },
        { name: 'amount', cents: 'amounts', sign: 'signs' },
        { name: 'as sent', cents: 'amounts' },
      ],
      filterable: [],
    };
    const part = (sides: string) => Buffer.from(JSON.stringify({ amounts: [150, -7, 0], sides, signs: '+--' }));
    const [block] = rowBlocks(part('DCC'), signed, {}).blocks as [RowBlock];
    expect(rowText(signed, block)(0, 3).toString()).toBe(
      ',{"side":"DEBIT","amount":1.5,"as sent":1.5},{"side":"CRÉDITO","amount":0.07,"as sent":-0.07},' +
        '{"side":"CRÉDITO","amount":0,"as sent":0},',
    );
    expect(() => rowBlocks(part('DXC'), signed, {})).toThrow('the letter X stands for nothing');
    expect(() => rowBlocks(part('DC'), signed, {})).toThrow('columns of different lengths');
  });

  it('writes the number that is the double nearest to the amount', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const [row] = rowBlocks(partOf([{ code: '', name: '', cents }]), list, constants).blocks.flatMap(rowsIn);
        expect((JSON.parse(row ?? '') as { amount: number }).amount).toBe(cents / 100 + 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads columns written with spaces between', () => {
    const lines = [{ code: 'ç', name: '"', cents: -5 }];
    expect(rowBlocks(partOf(lines, 2), list, constants).blocks.flatMap(rowsIn)).toEqual(lines.map(expectedRow));
  });

  it('cuts blocks of as many rows as the largest page, the last one shorter', () => {
    const lines = Array.from({ length: 2 * BLOCK_ROWS + 1 }, (_, cents) => ({
      code: `${cents}`,
      name: '',
      cents,
    }));
    const { blocks } = rowBlocks(partOf(lines), list, constants);
    expect(blocks.map(({ count }) => count)).toEqual([BLOCK_ROWS, BLOCK_ROWS, 1]);
    expect(rowsIn(blocks[2] as RowBlock)).toEqual([expectedRow(lines[200] as Line)]);
  });

  it.each([
    ['a column that is missing', { codes: ['1'], names: ['1'] }],
    ['columns of different lengths', { codes: ['1'], names: ['1', '2'], amounts: [1] }],
    ['an amount with a fraction', { codes: ['1'], names: ['1'], amounts: [1.5] }],
    ['an amount that is no number', { codes: ['1'], names: ['1'], amounts: ['1'] }],
    ['a text that is none', { codes: [1], names: ['1'], amounts: [1] }],
    ['a column that is no array', { codes: '1', names: ['1'], amounts: [1] }],
  ])('refuses %s', (_, part) => {
    expect(() => rowBlocks(Buffer.from(JSON.stringify(part)), list, constants)).toThrow();
  });

  it('refuses bytes that are cut short', () => {
    const whole = partOf([{ code: '1', name: 'abc', cents: 12 }]);
    for (let length = 0; length < whole.length - 1; length++)
      expect(() => rowBlocks(whole.subarray(0, length), list, constants)).toThrow();
  });
});
