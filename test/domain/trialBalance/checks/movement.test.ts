import { describe, expect, it } from '#jest';
import { account, check, group, item, type Item } from './checking.js';

const reasonsOf = (items: readonly Item[], given = {}) =>
  check(items, given).lineErrors.map(({ line, accountCode, reason }) => [line, accountCode, reason.is]);

/** Movement that only one equation explains, by side. */
const signed = [
  item('1.01', 100, 50, 20, 130),
  item('2.01', -100, 10, 40, -130),
  item('3.01', 0, 0, 25.01, -25.01),
];
const natural = [item('1.01', 100, 50, 20, 130), item('2.01', 100, 10, 40, 130), item('3.01', 0, 0, 25.01, 25.01)];

describe('The sign convention', () => {
  it('is A where credit accounts are signed, B where they are natural', () => {
    expect(check(signed)).toMatchObject({ convention: 'A', imported: 3, lineErrors: [] });
    expect(check(natural)).toMatchObject({ convention: 'B', imported: 3, lineErrors: [] });
  });

  it('is that of the majority of credit accounts: the others do not close', () => {
    const items = [...natural, item('3.02', 0, 0, 7, -7)];
    expect(reasonsOf(items)).toEqual([[4, '3.02', 'MovementDoesNotClose']]);
  });

  it('on a tie is B when no credit balance is negative', () => {
    const tie = [item('2.01', 100, 10, 40, 130), item('2.02', 100, 10, 40, 70)];
    expect(reasonsOf(tie)).toEqual([[2, '2.02', 'MovementDoesNotClose']]);
  });

  it('on a tie is A when a credit balance is negative', () => {
    const tie = [item('2.01', -100, 10, 40, -130), item('2.02', 100, 10, 40, 130)];
    expect(reasonsOf(tie)).toEqual([[2, '2.02', 'MovementDoesNotClose']]);
    expect(check([item('2.01', -100, 0, 0, -100)]).convention).toBe('A');
    expect(check([item('2.01', 0, 0, 0, 0)]).convention).toBe('B');
  });

  it('is not decided by contra accounts, MIXED ones, nor accounts under a debit group', () => {
    const silent = [item('1.09', -10, 0, 5, -15), item('2.09', -20, 5, 0, -25), item('2.10', -5, 0, 5, -10)];
    expect(check([...silent, item('2.01', 100, 10, 40, 130)])).toMatchObject({ convention: 'B', lineErrors: [] });
  });

  it('is decided by credit accounts without a root group, or whose root group is MIXED', () => {
    const accounts = [group('9', 'MIXED', 'Compensação'), account('9.1', 'CREDIT'), account('X', 'CREDIT')];
    expect(check([item('9.1', -5, 0, 5, -10)], { accounts }).convention).toBe('A');
    expect(check([item('X', 5, 0, 5, 10)], { accounts }).convention).toBe('B');
  });

  it('takes the shortest synthetic account for the root group, whatever stands between', () => {
    const accounts = [
      group('1.09', 'CREDIT', '(-) Depreciações'),
      group('1', 'DEBIT', 'Ativo'),
      account('1.09.01', 'CREDIT'),
      account('2.01', 'CREDIT'),
    ];
    const both = [item('1.09.01', 10, 0, 5, 15), item('2.01', -10, 0, 5, -15)];
    expect(check(both, { accounts })).toMatchObject({ convention: 'A', lineErrors: [] });
  });
});

describe('Movement', () => {
  it('of a debit account closes as previous + debit − credit, in either convention', () => {
    const wrong = item('4.01', 100, 50, 20, 70);
    for (const items of [signed, natural]) {
      expect(reasonsOf([...items, wrong])).toEqual([[4, '4.01', 'MovementDoesNotClose']]);
    }
  });

  it('of a contra or MIXED account may follow either equation, and must follow one', () => {
    for (const code of ['1.09', '2.09', '2.10']) {
      expect(reasonsOf([...natural, item(code, 100, 10, 40, 130)])).toEqual([]);
      expect(reasonsOf([...natural, item(code, 100, 10, 40, 70)])).toEqual([]);
      expect(reasonsOf([...natural, item(code, 100, 10, 40, 131)])).toEqual([[4, code, 'MovementDoesNotClose']]);
    }
  });

  it('is reported with its numbers and the side it was expected on', () => {
    expect(check([...natural, item('2.02', 1_000, 500, 200, 700.01)]).lineErrors).toEqual([
      {
        line: 4,
        field: 'finalBalance',
        accountCode: '2.02',
        reason: {
          is: 'MovementDoesNotClose',
          debitSide: false,
          previousBalanceCents: 100_000,
          debitCents: 50_000,
          creditCents: 20_000,
          finalBalanceCents: 70_001,
          expectedCents: 70_000,
        },
      },
    ]);
    const [error] = check([...signed, item('2.02', 1_000, 500, 200, 700.01)]).lineErrors;
    expect(error?.reason).toMatchObject({ debitSide: true, expectedCents: 130_000 });
  });

  it('keeps the sign of a reversal', () => {
    expect(reasonsOf([item('1.01', 100, -30, -5, 75)])).toEqual([]);
  });

  it('adds up the lines of an account before anything is checked', () => {
    const lines = [item('1.01', 100, 5, 0, 100), item('2.01', 1, 0, 1, 2), item('1.01', 0, 10, 3, 12)];
    expect(check(lines)).toMatchObject({ imported: 3, lineErrors: [] });
    expect(check([...lines, item('1.01', 0, 0.01, 0, 0)]).lineErrors).toMatchObject([
      { line: 1, accountCode: '1.01', reason: { is: 'MovementDoesNotClose', debitCents: 1_501 } },
    ]);
  });

  it('is not checked on lines left out', () => {
    const leftOut = [item('4.02', 1, 1, 1, 9), item('9.99', 1, 1, 1, 9), item('1', 1, 1, 1, 9)];
    expect(reasonsOf([...natural, ...leftOut])).toEqual([]);
  });

  it('tells the first 1,000 and counts all', () => {
    const accounts = Array.from({ length: 1_500 }, (_, n) => account(`1.${n}`, 'DEBIT'));
    const found = check(
      accounts.map(({ code }) => item(code, 1, 0, 0, 2)),
      { accounts },
    );
    expect([found.lineErrors.length, found.lineErrorCount, found.stored]).toEqual([1_000, 1_500, null]);
  });
});

describe('Amounts near the limit', () => {
  const max = 70_000_000_000_000;

  it('are checked to the centavo', () => {
    expect(reasonsOf([item('1.01', max, max, max - 0.01, max)])).toEqual([[1, '1.01', 'MovementDoesNotClose']]);
    expect(reasonsOf([item('1.01', max, max - 0.01, max, max - 0.01)])).toEqual([]);
    expect(reasonsOf([item('2.01', -max, max, 0.01, -0.01)])).toEqual([]);
  });

  it('are refused where a sum is no safe integer, and taken where only the way there was none', () => {
    const twice = [item('1.01', max, 0, 0, max), item('1.01', max, 0, 0, max)];
    expect(reasonsOf(twice)).toEqual([[1, '1.01', 'SumsTooLarge']]);
    expect(reasonsOf([item('1.01', max, max, 0, max)])).toEqual([[1, '1.01', 'SumsTooLarge']]);
    const back = [...twice, item('1.01', -max, 0, 0, -max)];
    expect(reasonsOf(back)).toEqual([]);
    expect(reasonsOf([...back, item('1.02', 1, 0, 0, 1), item('9', 0, 0, 0, 0)])).toEqual([]);
    expect(reasonsOf([...back, item('1.01', 0, 0.01, 0, 0)])).toEqual([[1, '1.01', 'MovementDoesNotClose']]);
  });
});
