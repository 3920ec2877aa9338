import { describe, expect, it } from '#jest';
import { OUTSIDE } from '../../../../src/domain/trialBalance/lines.js';
import {
  account,
  check,
  checkLines,
  documentOf,
  item,
  month,
  otherMonth,
  type Given,
  type Item,
} from './checking.js';

const warningsOf = (items: readonly Item[], given: Given) => check(items, given).warnings;
/** A credit account that moves tells the convention. */
const inA = item('2.02', -50, 0, 1, -51);
const inB = item('2.02', 50, 0, 1, 51);
const before = { A: item('2.02', -50, 0, 0, -50), B: item('2.02', 50, 0, 0, 50) };

describe('Against the month before', () => {
  it('an opening balance that is the closing balance says nothing', () => {
    const previous = otherMonth('B', [before.B, item('1.01', 0, 10, 0, 10), item('2.01', 0, 0, 7, 7)]);
    expect(warningsOf([inB, item('1.01', 10, 0, 0, 10), item('2.01', 7, 0, 0, 7)], { previous })).toEqual([]);
  });

  it('one that is not is reported with both numbers', () => {
    const previous = otherMonth('B', [before.B, item('1.01', 0, 10, 0, 10)]);
    expect(warningsOf([inB, item('1.01', 9.99, 0, 0, 9.99)], { previous })).toEqual([
      { is: 'OpeningDiffers', accountCode: '1.01', openingCents: 999, closingCents: 1_000, previous: '2026-07' },
    ]);
  });

  it('both are brought to one sign when the conventions differ', () => {
    const previous = otherMonth('A', [before.A, item('1.01', 0, 10, 0, 10), item('2.01', 0, 0, 7, -7)]);
    const items = [inB, item('1.01', 10, 0, 0, 10), item('2.01', 7, 0, 0, 7)];
    expect(warningsOf(items, { previous })).toEqual([]);
    expect(warningsOf([inB, item('1.01', 10, 0, 0, 10), item('2.01', 6, 0, 0, 6)], { previous })).toEqual([
      { is: 'OpeningDiffers', accountCode: '2.01', openingCents: 600, closingCents: 700, previous: '2026-07' },
    ]);
    const natural = otherMonth('B', [before.B, item('2.01', 0, 0, 7, 7)]);
    expect(warningsOf([inA, item('2.01', -7, 0, 0, -7)], { previous: natural })).toEqual([]);
    expect(warningsOf([inA, item('2.01', 7, 0, 0, 7)], { previous: natural })).toMatchObject([
      { is: 'OpeningDiffers', openingCents: 700, closingCents: -700 },
      { is: 'AgainstNature' },
    ]);
  });

  it('one that moved is read by its movement, also where the chart gave the account another nature since', () => {
    const accounts = [account('2.02', 'CREDIT'), account('9', 'DEBIT')];
    const previous = otherMonth('B', [before.B, item('9', 0, 0, 7, 7)]);
    expect(warningsOf([inA, item('9', -7, 0, 0, -7)], { accounts, previous })).toMatchObject([
      { is: 'AgainstNature' },
    ]);
    expect(warningsOf([inA, item('9', 7, 0, 0, 7)], { accounts, previous })).toMatchObject([
      { is: 'OpeningDiffers', openingCents: 700, closingCents: -700 },
    ]);
  });

  it('a contra account is read by the equation it follows, and either way where it did not move', () => {
    const moved = otherMonth('A', [before.A, item('1.09', -10, 0, 5, -15)]);
    expect(warningsOf([inB, item('1.09', 15, 0, 1, 16)], { previous: moved })).toEqual([]);
    expect(warningsOf([inB, item('1.09', -15, 0, 1, -16)], { previous: moved })).toEqual([]);
    expect(warningsOf([inB, item('1.09', 15, 0, 0, 15)], { previous: moved })).toEqual([]);
    expect(warningsOf([inB, item('1.09', 14, 0, 1, 15)], { previous: moved })).toMatchObject([
      { is: 'OpeningDiffers', openingCents: 1_400, closingCents: 1_500 },
    ]);
    const still = otherMonth('B', [before.B, item('1.09', 15, 0, 0, 15)]);
    expect(warningsOf([inB, item('1.09', -15, 0, 0, -15)], { previous: still })).toMatchObject([
      { is: 'OpeningDiffers' },
    ]);
  });

  it('an account the month before does not list was at zero', () => {
    const previous = otherMonth('B', [before.B]);
    expect(warningsOf([inB, item('1.01', 0, 5, 0, 5)], { previous })).toEqual([]);
    expect(warningsOf([inB, item('1.01', 1, 5, 0, 6)], { previous })).toMatchObject([
      { is: 'OpeningDiffers', openingCents: 100, closingCents: 0 },
    ]);
  });

  it('an account with a balance then and missing now is reported, in the signs of this month', () => {
    const gone = [item('1.01', 0, 10, 0, 10), item('2.01', 0, 0, 7, -7), item('1.02', 0, 0, 0, 0)];
    expect(warningsOf([inB], { previous: otherMonth('A', [...gone, before.A]) })).toEqual([
      { is: 'AccountMissing', accountCode: '1.01', closingCents: 1_000, previous: '2026-07' },
      { is: 'AccountMissing', accountCode: '2.01', closingCents: 700, previous: '2026-07' },
    ]);
  });

  it('so is one that the chart of this month does not list', () => {
    expect(warningsOf([inB], { previous: otherMonth('B', [before.B, item('9.1', 0, 1, 0, 1)]) })).toEqual([
      { is: 'AccountMissing', accountCode: '9.1', closingCents: 100, previous: '2026-07' },
    ]);
  });

  it('an account left out now, or that no longer takes part, is not missing', () => {
    const previous = otherMonth('B', [before.B, item('9.1', 0, 1, 0, 1), item('4.02', 0, 1, 0, 1)]);
    const found = warningsOf([inB, item('9.1', 1, 0, 0, 1)], { previous });
    expect(found.map(({ is }) => is)).toEqual(['IgnoredNotInChart']);
    const { lines } = documentOf([inB, item('9.1', 1, 0, 0, 1)]);
    const ofFile = lines.map((line) => (line.accountCode === '9.1' ? { ...line, line: OUTSIDE } : line));
    expect(checkLines({ lines: ofFile }, { previous }).warnings).toEqual(found);
  });

  it('the lines of an account are summed on both sides', () => {
    const previous = otherMonth('B', [before.B, item('1.01', 0, 10, 0, 10), item('1.01', 0, 5, 0, 5)]);
    const items = [inB, item('1.01', 12, 0, 0, 12), item('1.01', 3, 0, 0, 3)];
    expect(warningsOf(items, { previous }).map(({ is }) => is)).toEqual(['AccountSummed']);
  });
});

describe('Result accounts', () => {
  const previous = otherMonth('B', [before.B, item('3.01', 0, 0, 9, 9), item('4.01', 0, 9, 0, 9)]);
  const restarted = [inB, item('3.01', 0, 0, 2, 2)];

  it.each([
    ['2026-01', 'year'],
    ['2026-04', 'quarter'],
    ['2026-07', 'quarter'],
    ['2026-10', 'quarter'],
  ])('that start %s at zero, or are not listed yet, are reported once', (competence, period) => {
    const facts = { competence: month(competence), currentMonth: month('2026-12') };
    const warnings = check(restarted, { previous, facts }).warnings;
    expect(warnings).toEqual([{ is: 'ResultAccountsRestarted', accounts: 2, period }]);
  });

  it('are reported one by one in any other month, or when they start at something else', () => {
    expect(warningsOf(restarted, { previous }).map(({ is }) => is)).toEqual(['OpeningDiffers', 'AccountMissing']);
    const facts = { competence: month('2026-01') };
    const items = [inB, item('3.01', 1, 0, 2, 3), item('4.01', 9, 0, 0, 9)];
    expect(warningsOf(items, { previous, facts }).map(({ is }) => is)).toEqual(['OpeningDiffers']);
  });

  it('are not those of the balance sheet', () => {
    const facts = { competence: month('2026-01') };
    const items = [item('2.02', 0, 0, 1, 1), item('3.01', 9, 0, 0, 9), item('4.01', 9, 0, 0, 9)];
    expect(warningsOf(items, { previous, facts }).map(({ is }) => is)).toEqual(['OpeningDiffers']);
  });
});

describe('Against the month after', () => {
  const items = [inB, item('1.01', 0, 10, 0, 10), item('3.01', 0, 0, 4, 4)];
  const nextOf = (competence: string, convention: 'A' | 'B', lines: readonly Item[]) => ({
    ...otherMonth(convention, lines),
    competence: month(competence),
  });

  it('says nothing while its openings are these closings, in either convention', () => {
    const natural = [item('2.02', 51, 0, 0, 51), item('1.01', 10, 0, 0, 10), item('3.01', 4, 0, 0, 4)];
    const signed = [item('2.02', -51, 0, 0, -51), item('1.01', 10, 0, 0, 10), item('3.01', -4, 0, 0, -4)];
    expect(warningsOf(items, { next: nextOf('2026-09', 'B', natural) })).toEqual([]);
    expect(warningsOf(items, { next: nextOf('2026-09', 'A', signed) })).toEqual([]);
  });

  it.each([
    ['differs', [item('2.02', 51, 0, 0, 51), item('1.01', 11, 0, 0, 11), item('3.01', 4, 0, 0, 4)]],
    ['is missing', [item('2.02', 51, 0, 0, 51), item('3.01', 4, 0, 0, 4)]],
    [
      'is new',
      [item('2.02', 51, 0, 0, 51), item('1.01', 10, 0, 0, 10), item('3.01', 4, 0, 0, 4), item('1.02', 1, 0, 0, 1)],
    ],
  ])('is warned of once when an account %s', (_case, lines) => {
    expect(warningsOf(items, { next: nextOf('2026-09', 'B', lines) })).toEqual([
      { is: 'NextOpeningsDiffer', next: '2026-09' },
    ]);
  });

  it('lets result accounts start a year at zero', () => {
    const lines = [item('2.02', 51, 0, 0, 51), item('1.01', 10, 0, 0, 10)];
    expect(warningsOf(items, { next: nextOf('2027-01', 'B', lines) })).toEqual([]);
    expect(warningsOf(items, { next: nextOf('2026-12', 'B', lines) })).toHaveLength(1);
  });

  it('lists every account that it would no longer open, where changes are asked for', () => {
    const lines = [
      item('1.01', 11, 0, 0, 11), // differs
      item('3.01', 4, 0, 0, 4),
      item('1.02', 0, 5, 0, 5), // new, opening at zero
      item('2.01', 2, 0, 0, 2), // new
    ];
    const next = nextOf('2026-09', 'B', lines);
    expect(check(items, { next, facts: { includeChanges: true } }).nextBreaks).toEqual({
      items: [
        { accountCode: '2.02', closingCents: 5_100, openingCents: 0, debit: -1 },
        { accountCode: '1.01', closingCents: 1_000, openingCents: 1_100, debit: 1 },
        { accountCode: '2.01', closingCents: 0, openingCents: 200, debit: -1 },
      ],
      total: 3,
    });
    expect(check(items, { next }).nextBreaks).toBeNull();
    expect(check(items, { facts: { includeChanges: true } }).nextBreaks).toBeNull();
  });

  it('lists 200 accounts and counts the others', () => {
    const accounts = Array.from({ length: 230 }, (_, n) => account(`1.${n}`, 'DEBIT'));
    const closing = accounts.map(({ code }) => item(code, 0, 1, 0, 1));
    const next = nextOf('2026-09', 'B', [item('1.0', 1, 0, 0, 1)]);
    const { nextBreaks } = check(closing, { accounts, next, facts: { includeChanges: true } });
    expect(nextBreaks).toMatchObject({ total: 229 });
    expect(nextBreaks?.items.map(({ accountCode }) => accountCode)).toEqual(
      accounts.slice(1, 201).map(({ code }) => code),
    );
  });
});
