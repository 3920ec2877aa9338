// The warnings that the event of a version keeps.
import { describe, expect, it } from '#jest';
import { RECORDED_WARNINGS_MAX, recordedWarnings } from '../../../src/commands/imports/refusals.js';
import { limitedWarnings, WARNINGS_MAX } from '../../../src/domain/trialBalance/warnings.js';

const recorded = (count: number) => {
  const all = Array.from({ length: count }, (_, at) => {
    return { is: 'AccountSummed', accountCode: `${at + 1}`, lines: 2 } as const;
  });
  return recordedWarnings(limitedWarnings(all), (each) =>
    each.is === 'AccountSummed' ? each.accountCode : each.is,
  );
};

describe('Warnings in the event of a version', () => {
  it('are the first ones, with the number of all of them, however many there were', () => {
    expect(recorded(0)).toEqual({ warnings: [], warningCount: 0 });
    expect(recorded(RECORDED_WARNINGS_MAX).warnings).toHaveLength(RECORDED_WARNINGS_MAX);
    for (const count of [RECORDED_WARNINGS_MAX + 1, WARNINGS_MAX, WARNINGS_MAX + 1, 1_000])
      expect(recorded(count)).toMatchObject({ warningCount: count, warnings: { length: RECORDED_WARNINGS_MAX } });
    expect(recorded(1_000).warnings.at(-1)).toBe(String(RECORDED_WARNINGS_MAX));
  });
});
