import { describe, expect, it } from '#jest';
import { firstDueAt, nextDueAt } from '../../../src/webhooks/delivery/newDeliveries.js';

const ENDED_AT = Date.parse('2026-03-02T12:00:00.000Z');
const SCHEDULE = [0, 60, 300];

describe('The retry schedule', () => {
  it('makes a first attempt due at once, or after the delay it begins with', () => {
    expect(firstDueAt(SCHEDULE, ENDED_AT)).toBe(0);
    expect(firstDueAt([], ENDED_AT)).toBe(0);
    expect(firstDueAt([2, 60], ENDED_AT)).toBe(ENDED_AT + 2_000);
  });

  it('counts each wait from the end of the failed attempt, and ends after the last', () => {
    expect(nextDueAt(SCHEDULE, 1, ENDED_AT, null)).toBe(ENDED_AT + 60_000);
    expect(nextDueAt(SCHEDULE, 2, ENDED_AT, null)).toBe(ENDED_AT + 300_000);
    expect(nextDueAt(SCHEDULE, 3, ENDED_AT, '120')).toBeNull();
  });

  it.each([
    ['120', 120],
    ['10', 60], // never shortens the wait
    ['0', 60],
    ['-5', 60],
    ['86400', 86_400],
    ['86401', 86_400],
    ['99999999', 86_400],
    ['logo', 60],
    ['Mon, 02 Mar 2026 12:01:30 GMT', 90],
    ['Mon, 02 Mar 2026 11:00:00 GMT', 60],
    ['Mon, 02 Mar 2027 12:00:00 GMT', 86_400],
  ])('waits after Retry-After: %s for %p seconds', (header, seconds) => {
    expect(nextDueAt(SCHEDULE, 1, ENDED_AT, header)).toBe(ENDED_AT + seconds * 1_000);
  });
});
