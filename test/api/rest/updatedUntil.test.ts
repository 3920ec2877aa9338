// What the pages of a reading carry as the value to ask with next time.
import { describe, expect, it } from '#jest';
import { createUpdatedUntil } from '../../../src/api/rest/listAnswer.js';

const at = (second: number): number => Date.UTC(2026, 8, 1, 0, 0, second);
const iso = (second: number): string => new Date(at(second)).toISOString();

describe('the pages of a reading', () => {
  it('carry the value of its first page, however much the list changed since', () => {
    const untilOf = createUpdatedUntil();
    const reading = { name: 'a', changedSince: at(1) };
    expect(untilOf({ ...reading, page: 1, changedUntil: at(5) })).toBe(iso(5));
    expect(untilOf({ ...reading, page: 2, changedUntil: at(9) })).toBe(iso(5));
    // A second reading of the same, while the first goes on.
    expect(untilOf({ ...reading, page: 1, changedUntil: at(10) })).toBe(iso(10));
    expect(untilOf({ ...reading, page: 3, changedUntil: at(11) })).toBe(iso(5));
  });

  it('carry the request’s updatedSince when their first page is unknown', () => {
    const untilOf = createUpdatedUntil();
    expect(untilOf({ name: 'a', page: 2, changedSince: at(1), changedUntil: at(5) })).toBe(iso(1));
    expect(untilOf({ name: 'b', page: 2, changedSince: undefined, changedUntil: at(5) })).toBe(
      new Date(0).toISOString(),
    );
    // Never later than what is shown.
    expect(untilOf({ name: 'c', page: 2, changedSince: at(9), changedUntil: at(5) })).toBe(iso(5));
  });

  it('are evicted before their filters use much memory', () => {
    const untilOf = createUpdatedUntil();
    const filter = 'x'.repeat(8_000);
    const name = (one: number): string => `${one} ${filter}`;
    for (let one = 0; one < 1_000; one++)
      untilOf({ name: name(one), page: 1, changedSince: at(1), changedUntil: at(5) });
    expect(untilOf({ name: name(0), page: 2, changedSince: at(1), changedUntil: at(5) })).toBe(iso(1));
    expect(untilOf({ name: name(999), page: 2, changedSince: at(1), changedUntil: at(5) })).toBe(iso(5));
  });
});
