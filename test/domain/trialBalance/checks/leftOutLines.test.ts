// The lines that do not enter: why, where they stood, and on which side their balances are.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { ZERO } from '../../../../src/domain/trialBalance/amounts.js';
import { inFileOrder, OUTSIDE, situationOf } from '../../../../src/domain/trialBalance/lines.js';
import { check, checkLines, documentOf, item } from './checking.js';

const entering = item('1.01', 100, 20, 5, 115);
/** Tells the convention B: natural. */
const natural = item('2.01', 10, 0, 7, 17);
const wholeOf = ({ stored, leftOut }: ReturnType<typeof check>) =>
  inFileOrder(stored ?? [], leftOut).map((line) => [line.accountCode, situationOf(line)]);

describe('The lines that do not enter', () => {
  it('stand where they stood, each with its reason', () => {
    const found = check([
      item('1', 100, 20, 5, 115),
      entering,
      item('9.9', 1, 0, 0, 1),
      natural,
      item('4.02', 0, 3, 0, 3),
    ]);
    expect(wholeOf(found)).toEqual([
      ['1', 'NAO_CONCILIA'],
      ['1.01', 'IMPORTADA'],
      ['9.9', 'FORA_DO_PLANO'],
      ['2.01', 'IMPORTADA'],
      ['4.02', 'NAO_CONCILIA'],
    ]);
    expect(found.leftOut.map(({ place }) => place)).toEqual([0, 2, 4]);
    expect(found.leftOut[0]).toEqual({
      place: 0,
      reason: 'NOT_RECONCILED',
      accountCode: '1',
      accountName: 'Ativo',
      nature: 'DEBIT',
      debitSign: 1,
      previousBalanceCents: 10_000,
      debitCents: 2_000,
      creditCents: 500,
      finalBalanceCents: 11_500,
    });
  });

  it('have code and name as sent where the chart has no such account', () => {
    const { leftOut } = check([entering, { ...item(' 9.9 ', 1, 0, 0, 1), accountName: 'Compensação' }]);
    expect(leftOut).toMatchObject([{ accountCode: '9.9', accountName: 'Compensação', nature: 'MIXED' }]);
  });

  it('have the side of their account, and outside the chart the one that their movement tells', () => {
    const strangers = [item('9.1', 10, 5, 0, 15), item('9.2', 10, 0, 5, 15), item('9.3', 10, 0, 0, 10)];
    const sides = (items: readonly object[]) => check(items).leftOut.map(({ debitSign }) => debitSign);
    expect(sides([entering, natural, item('2', 10, 0, 7, 17), ...strangers])).toEqual([-1, 1, -1, 1]);
    const signed = item('2.01', -10, 0, 7, -17);
    expect(sides([entering, signed, item('2', -10, 0, 7, -17), item('9.3', 10, 0, 0, 10)])).toEqual([1, 1]);
  });

  it('are those that the reading of a file found outside the chart, too', () => {
    const { lines } = documentOf([entering, item('1', 1, 0, 0, 1), natural]);
    const outside = ['9.1', '1.02', '102'].map((accountCode) => {
      return { line: OUTSIDE, accountCode, accountName: '', ...ZERO };
    });
    const found = checkLines({ lines: outside.flatMap((line, at) => [line, lines[at] ?? line]) });
    expect(wholeOf(found)).toEqual([
      ['9.1', 'FORA_DO_PLANO'],
      ['1.01', 'IMPORTADA'],
      ['1.02', 'FORA_DO_PLANO'],
      ['1', 'NAO_CONCILIA'],
      ['102', 'FORA_DO_PLANO'],
      ['2.01', 'IMPORTADA'],
    ]);
    expect(found).toMatchObject({ received: 6, ignoredNotInChart: 3 });
  });

  it('are none of a refused document', () => {
    expect(check([item('9.9', 1, 0, 0, 1)])).toMatchObject({ stored: null, leftOut: [] });
  });

  it('make the file again together with the others, whatever it has', () => {
    const lines = fc.array(fc.constantFrom('1.01', '1.02', '1', '4.02', '9.9', '8.8'), { maxLength: 40 });
    fc.assert(
      fc.property(lines, (codes) => {
        const found = check([entering, ...codes.map((code, at) => item(code, at, 0, 0, at))]);
        expect(wholeOf(found).map(([code]) => code)).toEqual(['1.01', ...codes]);
        expect(found.imported + found.leftOut.length).toBe(found.received);
        expect(found.leftOut.filter(({ reason }) => reason === 'NOT_IN_CHART')).toHaveLength(
          found.ignoredNotInChart,
        );
      }),
    );
  });
});
