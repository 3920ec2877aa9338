import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotJson } from '../../../src/workers/json/jsonScanner.js';
import { readMonth } from '../../../src/workers/json/monthReader.js';
import { decodePart, encodeParts, type PlainLines } from '../../../src/domain/trialBalance/lines/lineParts.js';
import { neighbourBalances } from '../../../src/domain/trialBalance/checks/neighbourBalances.js';
import { stringsOf } from '../../domain/trialBalance/checks/checking.js';

const line = fc.record({
  code: fc.string({ unit: fc.constantFrom('1', '.', '2', '"', '\\', 'ã', '😀'), minLength: 1, maxLength: 4 }),
  name: fc.string({ unit: fc.constantFrom('a', '"', '\\', ']', '}', ',', '–'), maxLength: 6 }),
  cents: fc.tuple(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -9, max: 9 }), fc.constant(0)),
});
const plain = (lines: readonly { code: string; name: string; cents: readonly number[] }[]): PlainLines => ({
  count: lines.length,
  accountCode: lines.map(({ code }) => code),
  accountName: lines.map(({ name }) => name),
  cents: Float64Array.from(lines.flatMap(({ cents }) => cents.map((it) => Math.trunc(it / 64) + 0))),
});

describe('A month read for comparison', () => {
  it('has the sums that its lines as columns have', () => {
    fc.assert(
      fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 12 }), { maxLength: 3 }), (chunks) => {
        const parts = chunks.flatMap((lines) => encodeParts(plain(lines)));
        const expected = neighbourBalances(parts.map(decodePart));
        const month = readMonth(parts);
        expect(stringsOf(month.accountCode)).toEqual(expected.accountCode);
        expect([...month.cents]).toEqual([...expected.cents]);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps no reference to the bytes it was read from', () => {
    const [part = new Uint8Array()] = encodeParts(
      plain([{ code: '1.01', name: 'x'.repeat(400), cents: [1, 2, 3, 4] }]),
    );
    expect(readMonth([part]).accountCode.bytes.buffer.byteLength).toBe(4);
  });

  it.each(['', '{', '[]', '{"accountCode":["1"]}', '{"accountCode":[1]}', '{"debitCents":["1"]}'])(
    'is none when a part is %j',
    (text) => expect(() => readMonth([new TextEncoder().encode(text)])).toThrow(NotJson),
  );
});
