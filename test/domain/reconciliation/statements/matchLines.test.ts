// Pairs of a ledger and a statement: the rules in their order, and nothing of the order of the lines.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import {
  COMBINATIONS_MAX,
  DAYS_APART_MAX,
  matchLines,
  pairKey,
  revisedPairs,
  SUMMED_FROM_MAX,
} from '../../../../src/domain/reconciliation/matchLines.js';
import type { StatementLine } from '../../../../src/domain/reconciliation/statement.js';

type Line = Omit<StatementLine, 'line'>;

const of = (amountCents: number, day = 10, facts: Partial<Line> = {}): Line => ({
  amountCents,
  date: `2026-05-${String(day).padStart(2, '0')}`,
  description: 'Movimento',
  document: null,
  counterparty: null,
  ...facts,
});
const doc = (document: string): Partial<Line> => ({ document });
const payee = (counterparty: string): Partial<Line> => ({ counterparty });

describe('Matching', () => {
  it('pairs the same amount and document first, whatever their dates, once each', () => {
    const razao = [of(100, 2, doc('000.123')), of(100, 1, doc('000.123')), of(100, 3)];
    const extrato = [of(100, 28, doc('123')), of(100, 3, doc('9'))];
    expect(matchLines(razao, extrato)).toEqual({
      pairs: [{ rule: 'document', razao: [1], extrato: [0] }],
      razao: [0, 2],
      extrato: [1],
      untried: 0,
    });
  });

  it('takes no document of zeros for one', () => {
    const { pairs } = matchLines([of(100, 1, doc('000'))], [of(100, 28, doc('0'))]);
    expect(pairs).toEqual([]);
  });

  it('pairs the same amount a few days apart where neither could be in another pair', () => {
    expect(matchLines([of(100, 10)], [of(100, 10 + DAYS_APART_MAX)]).pairs).toEqual([
      { rule: 'date', razao: [0], extrato: [0] },
    ]);
    expect(matchLines([of(100, 10)], [of(100, 11 + DAYS_APART_MAX)]).pairs).toEqual([]);
    expect(matchLines([of(100, 10)], [of(-100, 10)]).pairs).toEqual([]);
    expect(matchLines([of(100, 10)], [of(100, 9), of(100, 11)]).pairs).toEqual([]);
    expect(matchLines([of(100, 9), of(100, 11)], [of(100, 10)]).pairs).toEqual([]);
    expect(matchLines([of(100, 1), of(100, 20)], [of(100, 21), of(100, 2)]).pairs).toHaveLength(2);
  });

  it('pairs one with the fewest of a document or a counterparty that it is the sum of, on either side', () => {
    const bills = [of(30, 1, doc('77')), of(70, 2, doc('77')), of(50, 3, doc('77'))];
    expect(matchLines([of(100, 25, doc('77'))], bills)).toMatchObject({
      pairs: [{ rule: 'sum', razao: [0], extrato: [0, 1] }],
      extrato: [2],
    });
    const four = [
      of(10, 1, payee('Água')),
      of(20, 1, payee('Água')),
      of(30, 1, payee('Água')),
      of(40, 1, payee('Água')),
    ];
    expect(matchLines(four, [of(100, 25, payee('ÁGUA'))]).pairs).toEqual([
      { rule: 'sum', razao: [0, 1, 2, 3], extrato: [0] },
    ]);
    const five = [...four, of(5, 1, payee('Água'))];
    expect(matchLines(five, [of(105, 25, payee('Água'))]).pairs).toEqual([]);
  });

  it('looks for no sum in a long list, where one would fit by accident', () => {
    const some = Array.from({ length: SUMMED_FROM_MAX + 1 }, (_, at) => of(at + 1, 1, doc('7')));
    expect(matchLines([of(3, 25, doc('8')), of(1_000, 25, doc('7'))], some).pairs).toEqual([]);
  });

  it('adds up so many combinations and no more, and says how often it did not look', () => {
    const four = [of(10, 1, doc('7')), of(20, 1, doc('7')), of(30, 1, doc('7')), of(40, 1, doc('7'))];
    const missing = [of(11, 25, doc('7')), of(100, 26, doc('7'))];
    // Of four lines there are 6 pairs, 4 of three and 1 of all.
    expect(matchLines(missing, four, 22)).toMatchObject({ pairs: [{ razao: [1] }], untried: 0 });
    expect(matchLines(missing, four, 21)).toMatchObject({ pairs: [], razao: [0, 1], untried: 1 });
    // Lines with fewer combinations than are left are still looked for.
    const two = [of(1, 1, doc('8')), of(2, 1, doc('8'))];
    const rest = matchLines([...missing, of(3, 27, doc('8'))], [...four, ...two], 16);
    expect(rest).toMatchObject({ pairs: [{ razao: [2], extrato: [4, 5] }], untried: 1 });
  });

  it('ends soon where many lines have no sum that fits', () => {
    const bills = Array.from({ length: SUMMED_FROM_MAX }, (_, at) => of(2 * (at + 1), 1, doc('7')));
    const odd = Array.from({ length: 50_000 }, (_, at) => of(2 * at + 1, 25, doc('7')));
    const { pairs, untried } = matchLines(odd, bills);
    expect(pairs).toEqual([]);
    // 6,175 combinations a line: 190 pairs, 1,140 of three, 4,845 of four.
    expect(untried).toBe(50_000 - Math.floor(COMBINATIONS_MAX / 6_175));
  });

  it('is revised by people: pairs undone, and pairs by hand', () => {
    const matched = matchLines([of(100), of(5)], [of(100), of(3), of(2)]);
    const [pair] = matched.pairs;
    const hand = { rule: 'hand', razao: [1], extrato: [1, 2] } as const;
    expect(revisedPairs(matched, new Set(pair ? [pairKey(pair)] : []), [hand])).toEqual([hand]);
    expect(revisedPairs(matched, new Set(), [])).toEqual(matched.pairs);
    // A line is in one pair: what people say of it counts.
    const other = { rule: 'hand', razao: [0, 1], extrato: [0] } as const;
    expect(revisedPairs(matched, new Set(), [other])).toEqual([other]);
  });

  it('gives the same pairs in any order of the lines', () => {
    const line = fc.record({
      amountCents: fc.constantFrom(-200, -100, 100, 200, 300, 400),
      date: fc.constantFrom('2026-05-01', '2026-05-03', '2026-05-05', '2026-05-20'),
      description: fc.constantFrom('A', 'B'),
      document: fc.constantFrom(null, '1', '01', '2'),
      counterparty: fc.constantFrom(null, 'X', 'Y'),
    });
    const lines = fc.array(line, { maxLength: 14 });
    const shuffled = lines.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(shuffled, shuffled, ([razao, otherRazao], [extrato, otherExtrato]) => {
        const expected = contentsOf(razao, extrato);
        expect(contentsOf(otherRazao, otherExtrato)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('puts each line in one pair or none, and pairs sum up on both sides', () => {
    const line = fc.record({
      amountCents: fc.integer({ min: 1, max: 6 }),
      date: fc.constantFrom('2026-05-01', '2026-05-03', '2026-05-20'),
      description: fc.constant('A'),
      document: fc.constantFrom(null, '1', '2'),
      counterparty: fc.constantFrom(null, 'X'),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.array(line, { maxLength: 20 }), (razao, extrato) => {
        const matched = matchLines(razao, extrato);
        const all = (side: 'razao' | 'extrato') => [
          ...matched.pairs.flatMap((pair) => pair[side]),
          ...matched[side],
        ];
        const sorted = (indexes: number[]) => indexes.sort((a, b) => a - b);
        expect(sorted(all('razao'))).toEqual([...razao.keys()]);
        expect(sorted(all('extrato'))).toEqual([...extrato.keys()]);
        const sum = (some: readonly Line[], indexes: readonly number[]) =>
          indexes.reduce((total, index) => total + (some[index]?.amountCents ?? NaN), 0);
        for (const pair of matched.pairs) expect(sum(razao, pair.razao)).toBe(sum(extrato, pair.extrato));
      }),
      { numRuns: 300 },
    );
  });
});

/** What is paired and what is left, by content. */
function contentsOf(razao: readonly Line[], extrato: readonly Line[]) {
  const matched = matchLines(razao, extrato);
  const shown = (lines: readonly Line[], indexes: readonly number[]) => indexes.map((index) => lines[index]);
  return {
    pairs: matched.pairs.map((pair) => [pair.rule, shown(razao, pair.razao), shown(extrato, pair.extrato)]),
    left: [shown(razao, matched.razao), shown(extrato, matched.extrato)],
  };
}
