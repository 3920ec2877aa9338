import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import {
  DEFAULT_DEADLINES,
  bankHolidays,
  deadlineYears,
  deadlinesOn,
  dueAt,
  workingDayAfter,
} from '../../../src/domain/reconciliation/deadlines.js';
import { previousCompetence, type Competence } from '../../../src/domain/kernel/competence.js';

import {
  dueAtOf,
  ownerRoleOf,
  reconciliationStatuses,
  type ReconciliationStatus,
} from '../../../src/domain/reconciliation/states.js';

const holidaysFor = (competence: Competence) => bankHolidays(deadlineYears(competence));

/** Working days of the month itself: those after the end of the month before. */
function workingDayOf(month: string, n: number): string {
  const before = previousCompetence(month as Competence);
  return workingDayAfter(before, n, holidaysFor(before));
}

describe('a calendar of holidays alone', () => {
  it('has no deadline: the search ends with an error', () => {
    const everyDay = { has: () => true } as unknown as ReadonlySet<string>;
    expect(() => workingDayAfter('2026-08' as Competence, 1, everyDay)).toThrow('working day after 2026-08');
  });
});

describe('the steps of a reconciliation', () => {
  const due = deadlinesOn('2026-08' as Competence, DEFAULT_DEADLINES, new Set());

  it('are due at the end of their working days in São Paulo', () =>
    expect(due).toEqual({
      preparer: '2026-09-08T02:59:59.999Z',
      reviewer: '2026-09-10T02:59:59.999Z',
      approver: '2026-09-11T02:59:59.999Z',
    }));

  it('are due when whoever acts in the state is, what is finished with the Aprovador', () => {
    const step = (status: ReconciliationStatus) => {
      const dueAt = dueAtOf(status, due);
      return Object.entries(due).find(([, at]) => at === dueAt)?.[0];
    };
    expect(reconciliationStatuses.map((status) => [status, ownerRoleOf(status), step(status)])).toEqual([
      ['PENDING', 'SUPERVISOR', 'preparer'],
      ['NOT_STARTED', 'PREPARER', 'preparer'],
      ['IN_ELABORATION', 'PREPARER', 'preparer'],
      ['AWAITING_DOCUMENTS', 'PREPARER', 'preparer'],
      ['AWAITING_ADJUSTMENT', 'PREPARER', 'preparer'],
      ['SUBMITTED_FOR_REVIEW', 'REVIEWER', 'reviewer'],
      ['IN_REVIEW', 'REVIEWER', 'reviewer'],
      ['RETURNED_BY_REVIEW', 'PREPARER', 'preparer'],
      ['SUBMITTED_FOR_APPROVAL', 'APPROVER', 'approver'],
      ['IN_APPROVAL', 'APPROVER', 'approver'],
      ['REJECTED', 'PREPARER', 'preparer'],
      ['APPROVED', 'APPROVER', 'approver'],
      ['AUTO_APPROVED', 'SYSTEM', 'approver'],
      ['BALANCE_CHANGED', 'PREPARER', 'preparer'],
      ['REOPENED', 'PREPARER', 'preparer'],
      ['WAIVED', 'SUPERVISOR', 'approver'],
    ]);
  });
});

describe('working days by the bank calendar', () => {
  it.each([
    ['2026-01', 5, '2026-01-08'],
    ['2026-01', 10, '2026-01-15'],
    ['2026-02', 10, '2026-02-13'],
    ['2026-04', 5, '2026-04-08'],
    ['2026-09', 5, '2026-09-08'],
    ['2026-09', 10, '2026-09-15'],
    ['2026-11', 5, '2026-11-09'],
    ['2026-11', 10, '2026-11-16'],
    ['2026-12', 10, '2026-12-14'],
    ['2027-02', 10, '2027-02-16'],
  ])('count in %s the %i. as %s', (month, n, day) => {
    expect(workingDayOf(month, n)).toBe(day);
  });

  it('count carnival as working days where no bank holidays are given', () => {
    expect(workingDayAfter('2027-01' as Competence, 10, new Set(['2027-01-01']))).toBe('2027-02-12');
  });

  it('leave 20/11 out from 2024 on, and not before', () => {
    expect(workingDayOf('2023-11', 13)).toBe('2023-11-21');
    expect(workingDayOf('2023-11', 12)).toBe('2023-11-20');
    expect(workingDayOf('2024-11', 13)).toBe('2024-11-21');
    expect(workingDayOf('2024-11', 12)).toBe('2024-11-19');
  });

  it.each([
    [2026, ['2026-02-16', '2026-02-17', '2026-04-03', '2026-06-04']],
    [2027, ['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27']],
    [2028, ['2028-02-28', '2028-02-29', '2028-04-14', '2028-06-15']],
  ])('leave out the moving days of %i', (year, days) => {
    const holidays = bankHolidays([year]);
    expect(days.filter((day) => !holidays.has(day))).toEqual([]);
  });

  it('know exactly the days of the law in every year a competence can have', () => {
    for (let year = 2000; year <= 2101; year++) {
      const weekdays = [...bankHolidays([year])].filter(isWeekday).sort();
      expect(weekdays).toEqual(lawOf(year).filter(isWeekday).sort());
    }
  });

  it('reach into the next year', () => {
    const december = '2026-12' as Competence;
    expect(workingDayAfter(december, 1, holidaysFor(december))).toBe('2027-01-04');
    expect(deadlineYears(december)).toEqual([2027, 2028]);
  });

  it('count a client’s own holidays out too', () => {
    const june = '2026-06' as Competence;
    const own = new Set([...holidaysFor(june), '2026-07-02']);
    expect(workingDayAfter(june, 2, holidaysFor(june))).toBe('2026-07-02');
    expect(workingDayAfter(june, 2, own)).toBe('2026-07-03');
  });
});

describe('a deadline', () => {
  it('lasts to the end of its day in São Paulo', () => {
    const august = '2026-08' as Competence;
    expect(dueAt(august, DEFAULT_DEADLINES.preparer, holidaysFor(august))).toBe('2026-09-09T02:59:59.999Z');
    expect(dueAt(august, DEFAULT_DEADLINES.reviewer, holidaysFor(august))).toBe('2026-09-11T02:59:59.999Z');
    expect(dueAt(august, DEFAULT_DEADLINES.approver, holidaysFor(august))).toBe('2026-09-12T02:59:59.999Z');
  });

  it('is a working day, with exactly as many from the first of the month on', () => {
    const month = fc.tuple(fc.integer({ min: 2000, max: 2100 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(month, fc.integer({ min: 1, max: 30 }), ([year, number], n) => {
        const competence = `${year}-${String(number).padStart(2, '0')}` as Competence;
        const holidays = holidaysFor(competence);
        const day = workingDayAfter(competence, n, holidays);
        let counted = 0;
        for (let at = Date.UTC(year, number, 1); at <= Date.parse(day); at += 86_400_000) {
          const date = new Date(at).toISOString().slice(0, 10);
          if (isWeekday(date) && !holidays.has(date)) counted++;
        }
        expect(counted).toBe(n);
        expect(isWeekday(day) && !holidays.has(day)).toBe(true);
      }),
    );
  });
});

function isWeekday(date: string): boolean {
  return ![0, 6].includes(new Date(date).getUTCDay());
}

/** The law's own words (docs/spec/workflow.md#calendar), with Easter by another way of reckoning. */
function lawOf(year: number): string[] {
  const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
  if (year >= 2024) fixed.push('11-20');
  const easter = easterOf(year);
  const moving = [-48, -47, -2, 60].map((days) => new Date(easter + days * 86_400_000).toISOString().slice(0, 10));
  return [...new Set([...fixed.map((day) => `${year}-${day}`), ...moving])]; // Good Friday of 2000 was 21 April
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1);
}
