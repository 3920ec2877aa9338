import { describe, expect, it } from '#jest';
import {
  accountCodeOf,
  accountNameOf,
  amountOfField,
  lineCnpjOf,
  linePeriodOf,
} from '../../../../src/domain/trialBalance/documentFields.js';
import { isStorable } from '../../../../src/domain/charts/events.js';

const wrong = (is: string, more: object = {}) => ({ is, ...more });

describe('The fields of a line', () => {
  it('are a code that is there, trimmed, of at most 100 characters', () => {
    expect(accountCodeOf(' 1.01 ')).toEqual('1.01');
    expect(accountCodeOf('1'.repeat(100))).toEqual('1'.repeat(100));
    for (const none of [undefined, null, '', ' \n'])
      expect(accountCodeOf(none)).toEqual(wrong('AccountCodeMissing'));
    for (const invalid of [101, {}, '1\u0000'])
      expect(accountCodeOf(invalid)).toEqual(wrong('AccountCodeInvalid'));
  });

  it('are a name, trimmed, of at most 500 characters, or none', () => {
    expect(accountNameOf(' Caixa ')).toEqual('Caixa');
    expect(accountNameOf('x'.repeat(500))).toEqual('x'.repeat(500));
    for (const none of [undefined, null, ' ']) expect(accountNameOf(none)).toEqual('');
    for (const invalid of [7, 'a\u0085b']) expect(accountNameOf(invalid)).toEqual(wrong('AccountNameInvalid'));
  });

  it('are amounts of at most two decimals, which become centavos', () => {
    expect(amountOfField(-0.07, 'debit')).toEqual(-7);
    expect(amountOfField(undefined, 'debit')).toEqual(wrong('AmountMissing', { field: 'debit' }));
    for (const invalid of [null, Number.NaN])
      expect(amountOfField(invalid, 'debit')).toEqual(wrong('AmountInvalid', { field: 'debit' }));
    expect(amountOfField('1', 'debit')).toEqual(wrong('AmountIsText', { field: 'debit' }));
    expect(amountOfField(1e18, 'debit')).toEqual(wrong('AmountTooLarge', { field: 'debit' }));
    expect(amountOfField(0.001, 'debit')).toEqual(wrong('AmountPrecision', { field: 'debit' }));
  });

  it('are the CNPJ and the month of the line where it says them', () => {
    for (const none of [undefined, null]) {
      expect(lineCnpjOf(none)).toEqual(null);
      expect(linePeriodOf(none)).toEqual(null);
    }
    expect(lineCnpjOf('12.345.678/0001-95')).toEqual('12345678000195');
    expect(linePeriodOf('2026-08')).toEqual('2026-08');
    for (const invalid of [12345678000195, '1234567800019'])
      expect(lineCnpjOf(invalid)).toEqual(wrong('LineCnpjInvalid'));
    for (const invalid of [202608, '2026-13']) expect(linePeriodOf(invalid)).toEqual(wrong('LinePeriodInvalid'));
    for (const outside of ['1999-12', '2101-01'])
      expect(linePeriodOf(outside)).toEqual(wrong('LinePeriodOutOfRange'));
  });
});

describe('A text is stored', () => {
  it('as it is up to its bound, unless a reader could not show or keep it', () => {
    for (const storable of ['', 'ção – €', '\u00a0', '\u{1f600}\ue000'])
      expect([storable, isStorable(storable, 10)]).toEqual([storable, true]);
    const lone = ['\ud83d', 'a\ud83d', '\ud83dx', '\ude00\ud83d', '\ud83d\ud83d', '\ud83d\ue000'];
    for (const refused of ['x'.repeat(11), '\t', '\u001f', '\u007f', '\u009f', ...lone])
      expect([refused, isStorable(refused, 10)]).toEqual([refused, false]);
  });
});
