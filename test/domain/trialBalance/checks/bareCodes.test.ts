// Codes of accounts that a document sends without the punctuation of the chart.
import { describe, expect, it } from '#jest';
import { account, check, item } from './checking.js';

describe('A code without punctuation', () => {
  const accounts = [
    account('1.1.01', 'DEBIT'),
    account('1.1.11', 'DEBIT'),
    account('2-1/01 a', 'DEBIT'),
    account('3.11', 'DEBIT'),
    account('31.1', 'DEBIT'),
    account('4.1', 'DEBIT'),
    account('41', 'DEBIT'),
  ];
  const storedCodes = (...codes: readonly string[]) => {
    const { stored, ignoredNotInChart } = check(
      codes.map((code) => item(code, 1, 0, 0, 1)),
      { accounts },
    );
    return { codes: stored?.map(({ accountCode }) => accountCode), ignoredNotInChart };
  };

  it('is the one account whose code is the same without its own, and is stored as the chart has it', () => {
    expect(storedCodes('1101', '1.1.01', '2101a')).toEqual({
      codes: ['1.1.01', '1.1.01', '2-1/01 a'],
      ignoredNotInChart: 0,
    });
  });

  it('is no account where it fits two, and the one of exactly that code where there is one', () => {
    expect(storedCodes('311', '41')).toEqual({ codes: ['41'], ignoredNotInChart: 1 });
  });

  it('is not looked for where the code sent has punctuation of its own', () => {
    expect(storedCodes('1.11.1', '1101.', '41')).toEqual({ codes: ['41'], ignoredNotInChart: 2 });
  });
});
