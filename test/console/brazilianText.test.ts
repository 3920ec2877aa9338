// Amounts and dates as people type them, in items, rules, files and the search.
import { describe, expect, it } from '#jest';
import { dateFromBrazilian, decimalFromBrazilian } from '../../src/console/brazilianText.js';

describe('an amount as typed', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1234,5', '1234.5'],
    ['1234.56', '1234.56'],
    ['1.234', '1234'],
    ['12.345.678', '12345678'],
    ['0,01', '0.01'],
    ['-1.234,56', '-1234.56'],
    ['1.234,56-', '-1234.56'],
    ['(1.234,56)', '-1234.56'],
    ['−3,00', '-3.00'],
    ['R$ 1.234,56', '1234.56'],
    ['-R$ 10', '-10'],
    [' 7 ', '7'],
    ['+5,10', '5.10'],
  ])('%s is %s', (text, decimal) => expect(decimalFromBrazilian(text)).toBe(decimal));

  it.each(['', ...'abc 1,2,3 1.23,4.5 12.34.56 1.2345 --1 -1- (1 1) -(1) 1, ,5 1e5 =1+1 ١'.split(' ')])(
    '%s is no amount',
    (text) => expect(decimalFromBrazilian(text)).toBeNull(),
  );
});

describe('a date as typed', () => {
  it.each([
    ['28/02/2026', '2026-02-28'],
    ['1/2/26', '2026-02-01'],
    ['2026-02-28', '2026-02-28'],
    [' 28.02.2026 ', '2026-02-28'],
  ])('%s is %s', (text, date) => expect(dateFromBrazilian(text)).toBe(date));

  it.each(['', '31/02/2026', '02/28/2026', '2026-2-8', 'ontem', '28/02/126'])('%s is no date', (text) =>
    expect(dateFromBrazilian(text)).toBeNull(),
  );
});
