import { describe, expect, it } from '#jest';
import { isCalendarDate, isRegisterDate } from '../../../src/domain/kernel/calendarDate.js';
import {
  competenceAt,
  nextCompetence,
  parseCompetence,
  previousCompetence,
  type Competence,
} from '../../../src/domain/kernel/competence.js';
import { AMOUNT_MAX, decimalCents } from '../../../src/domain/kernel/money.js';

describe('A date', () => {
  it('is written YYYY-MM-DD and exists', () => {
    for (const date of ['2026-08-31', '2024-02-29', '2000-01-01'])
      expect([date, isCalendarDate(date)]).toEqual([date, true]);
    for (const none of [
      '2026-02-30',
      '2026-02-29',
      '2026-13-01',
      '2026-8-31',
      '31/08/2026',
      '2026-08-31T00:00Z',
      '',
    ])
      expect([none, isCalendarDate(none)]).toEqual([none, false]);
  });

  it('are of 1900 to 2199 in registers', () => {
    const dates = ['1899-12-31', '1900-01-01', '2199-12-31', '2200-01-01', '2026-02-30'];
    expect(dates.filter(isRegisterDate)).toEqual(['1900-01-01', '2199-12-31']);
  });
});

describe('A competence', () => {
  it('is a month from 2000-01 to 2100-12', () => {
    for (const month of ['2000-01', '2026-12', '2100-12']) expect(parseCompetence(month)).toBe(month);
    for (const none of ['1999-12', '2101-01', '2026-00', '2026-13', '2026-1', '202601'])
      expect([none, parseCompetence(none)]).toEqual([none, null]);
  });

  it('follows the one before over the end of a year', () => {
    expect(nextCompetence('2026-12' as Competence)).toBe('2027-01');
    expect(previousCompetence('2027-01' as Competence)).toBe('2026-12');
  });

  it('begins at midnight in São Paulo', () => {
    expect(competenceAt(new Date('2026-09-01T02:59:59.999Z'))).toBe('2026-08');
    expect(competenceAt(new Date('2026-09-01T03:00:00.000Z'))).toBe('2026-09');
  });
});

describe('An amount of a JSON file', () => {
  it('is a number or decimal text with a point, of at most two decimals', () => {
    const amounts: readonly (readonly [unknown, number | null])[] = [
      [10.5, 1_050],
      ['10.5', 1_050],
      [' +10.50 ', 1_050],
      ['-0.07', -7],
      ['-0', 0],
      [0.001, null],
      ['0.001', null],
      ['1,50', null],
      ['1e3', null],
      ['', null],
      [null, null],
      [true, null],
    ];
    for (const [value, cents] of amounts) expect([value, decimalCents(value)]).toEqual([value, cents]);
  });

  it('is at most the largest amount, whatever its sign', () => {
    for (const sign of ['', '-']) {
      expect(decimalCents(`${sign}${AMOUNT_MAX}`)).toBe(Number(`${sign}${AMOUNT_MAX * 100}`));
      expect(decimalCents(`${sign}${AMOUNT_MAX}.01`)).toBeNull();
    }
  });
});
