// The warnings of an import as its event keeps them, for the people who release the version.
import type { TrialBalanceVersioned } from '../../domain/books/events.js';
import type { Warning } from '../../domain/trialBalance/warnings.js';

/** Sentences stored in an event; `warningCount` counts all of them. */
export const RECORDED_WARNINGS_MAX = 20;

/** In Portuguese. */
export type DescribeWarning = (warning: Warning) => string;

export function recordedWarnings(
  warnings: readonly Warning[],
  describe: DescribeWarning,
): Pick<Required<TrialBalanceVersioned['data']>, 'warnings' | 'warningCount'> {
  const own = warnings.filter(({ is }) => is !== 'MoreWarnings');
  const last = warnings.at(-1);
  const others = last?.is === 'MoreWarnings' ? last.count : 0;
  return { warnings: own.slice(0, RECORDED_WARNINGS_MAX).map(describe), warningCount: own.length + others };
}
