// Plans an import and completes the plan at once, for tests whose id and lines exist before the decision.
import {
  completeVersion,
  planImport,
  type NewTrialBalance,
  type PlanOutcome,
} from '../../src/domain/books/decide.js';
import type { TrialBalanceVersioned } from '../../src/domain/books/events.js';
import type { Books } from '../../src/domain/books/fold.js';
import type { Decision } from '../../src/domain/kernel/event.js';

export type ImportOutcome =
  Readonly<{ is: 'Versioned'; trialBalanceId: number; version: number }> | Exclude<PlanOutcome, { is: 'Planned' }>;

export function decideImport(
  state: Books,
  command: NewTrialBalance,
): Decision<TrialBalanceVersioned, ImportOutcome> {
  const { events, outcome } = planImport(state, command);
  const { trialBalanceId } = command;
  return {
    events: events.map((planned) => completeVersion(planned, command)),
    outcome: outcome.is === 'Planned' ? { is: 'Versioned', trialBalanceId, version: outcome.version } : outcome,
  };
}
