// How long a part is behind the log, from the heads that health has seen.
import { describe, expect, it } from '#jest';
import { LagTimes } from '../../src/app/health.js';

describe('the time that a part is behind the log', () => {
  let nowMs: number;
  const seeing = (...heads: readonly (readonly [atMs: number, head: number])[]): LagTimes => {
    const times = new LagTimes(() => nowMs);
    for (const [atMs, head] of heads) {
      nowMs = atMs;
      times.note(head);
    }
    return times;
  };

  it('is none once the last head is reached, and before any was seen', () => {
    expect(new LagTimes(() => 0).secondsBehind(0)).toBe(0);
    expect(seeing([0, 7], [60_000, 7]).secondsBehind(7)).toBe(0);
    expect(seeing([0, 7]).secondsBehind(9)).toBe(0);
  });

  it('counts from the first head beyond its position, however many came later', () => {
    const times = seeing([0, 5], [10_000, 6], [20_000, 6], [30_000, 9], [42_500, 9]);
    expect([5, 6, 8].map((position) => times.secondsBehind(position))).toEqual([32.5, 12.5, 12.5]);
    expect(times.secondsBehind(4)).toBe(42.5);
  });

  it('does not count time in which nothing was written', () => {
    const times = seeing([0, 5], [3_600_000, 6]);
    expect(times.secondsBehind(5)).toBe(0);
  });

  it('begins anew with a log that was restored to an earlier state', () => {
    expect(seeing([0, 9], [1_000, 4], [3_000, 6], [5_000, 6]).secondsBehind(4)).toBe(2);
  });

  it('remembers the oldest heads however many there were', () => {
    const heads = Array.from({ length: 10_000 }, (_, index) => [index * 1_000, index + 1] as const);
    const times = seeing(...heads);
    expect(times.secondsBehind(0)).toBe(9_999);
    expect(Math.abs(times.secondsBehind(5_000) - 4_999)).toBeLessThan(60);
  });
});
