import { describe, expect, it } from '#jest';
import { doneByDay, type ClosingMonth } from '../../src/projections/views/competences/closingMonths.js';

/** The working days that are left of January 2026 at noon of a day, where the Aprovador has until `approver`. */
function daysLeft(day: string, approver: string): number | null {
  const progress = { deadlines: { approver: `${approver}T23:59:59.999-03:00` }, doneByDay: {} };
  const month = { competence: '2026-01', companies: [{ state: { progress } }], total: 1 };
  return doneByDay(month as unknown as ClosingMonth, ['2026-02-10'], new Date(`${day}T12:00:00-03:00`)).daysLeft;
}

describe('the working days left', () => {
  it.each([
    ['2026-02-11', 1, 'on the day before'],
    ['2026-02-12', 0, 'on the day itself'],
    ['2026-02-13', -1, 'on the day after'],
    ['2026-02-06', 3, 'over a weekend and a holiday of the client'],
    ['2026-01-29', 9, 'before the month has ended'],
  ])('at %s are %d: %s', (day, left) => expect(daysLeft(day, '2026-02-12')).toBe(left));

  it('are one on a Saturday before a Monday', () => {
    expect(daysLeft('2026-02-07', '2026-02-09')).toBe(1);
    expect(daysLeft('2026-02-07', '2026-02-06')).toBe(-1);
  });

  it('are counted where the deadline is further than the days shown', () => {
    expect(daysLeft('2026-04-06', '2026-04-10')).toBe(4);
    expect(daysLeft('2026-04-13', '2026-04-10')).toBe(-1);
  });
});
