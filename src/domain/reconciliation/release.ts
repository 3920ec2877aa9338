// Releasing the newest version of a competence: one reconciliation per account, and after a later version only what
// that version changed. Source: workflow, Transitions; decisions 6 and 10.
import type { CurrentVersion } from '../books/decider.js';
import type { Parts } from '../books/events.js';
import type { Competence } from '../competence/competence.js';
import type { Decision } from '../kernel/decider.js';
import type { Problem } from '../kernel/problem.js';
import type { TrialBalanceReleased } from './events.js';
import type { Reconciliations } from './reconciliations.js';
import type { ReleasedItem } from './releasedParts.js';
import { hasSameNumbers, type VersionNumbers } from './versionNumbers.js';

/** Items in the order of the version's lines, then the accounts gone; those to be created have no id yet. */
export type ReleasePlan = Readonly<{ items: readonly PlannedItem[]; created: number }>;
export type PlannedItem = Readonly<Omit<ReleasedItem, 'reconciliationId'> & { reconciliationId: number | null }>;

/**
 * An account is known by its id: the same code in another chart is another account.
 * @param before the numbers of the version released before, null when there is none
 */
export function planRelease(
  state: Reconciliations,
  newest: VersionNumbers,
  before: VersionNumbers | null,
): ReleasePlan {
  const items: PlannedItem[] = [];
  let created = 0;
  for (const { accountId, accountCode, accountName, finalBalanceCents } of newest.accounts.values()) {
    const existing = state.byAccount.get(accountId);
    if (existing && before && hasSameNumbers(accountId, newest, before)) continue;
    const reconciliationId = existing?.reconciliationId ?? null;
    if (reconciliationId === null) created++;
    const bookBalanceCents = finalBalanceCents;
    items.push({
      reconciliationId,
      created: reconciliationId === null,
      accountId,
      accountCode,
      accountName,
      bookBalanceCents,
    });
  }
  for (const gone of state.byAccount.values()) {
    const { reconciliationId, accountId, accountCode, accountName } = gone;
    if (newest.accounts.has(accountId) || (before && hasSameNumbers(accountId, newest, before))) continue;
    items.push({ reconciliationId, created: false, accountId, accountCode, accountName, bookBalanceCents: 0 });
  }
  return { items, created };
}

/** @param firstId of a block of `plan.created` ids, given in the order of the items */
export function releasedItems(plan: ReleasePlan, firstId: number): ReleasedItem[] {
  let next = firstId;
  return plan.items.map(
    ({ reconciliationId, created, accountId, accountCode, accountName, bookBalanceCents }) => ({
      reconciliationId: reconciliationId ?? next++,
      created,
      accountId,
      accountCode,
      accountName,
      bookBalanceCents,
    }),
  );
}

/** What the books say of the competence, as gathered. */
export type BooksOfCompetence = Readonly<{ closed: boolean; current: CurrentVersion | null }>;

/** What was made ready for the release of `books.current`; null when there is nothing to make ready. */
export type PreparedRelease = Readonly<{ created: number; dueAt: string; items: Parts }>;

export type ReleaseCommand = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  books: BooksOfCompetence;
  prepared: PreparedRelease | null;
}>;

export type ReleaseRefusal = Extract<Problem, { is: 'NothingToRelease' | 'ReleaseInClosedCompetence' }>;

/** `reconciliations` counts all of the competence after the release. */
export type ReleaseOutcome =
  | Readonly<{ is: 'Released'; trialBalanceId: number; version: number; reconciliations: number }>
  | Readonly<{ is: 'Refused'; problem: ReleaseRefusal }>;

/** Whether there is something to make ready: an open competence whose newest version is not the released one. */
export function isReleaseDue(state: Reconciliations, { closed, current }: BooksOfCompetence): boolean {
  return !closed && current !== null && current.trialBalanceId !== state.released?.trialBalanceId;
}

/** Refused in a closed competence and without a version; of the already released version it changes nothing. */
export function decideRelease(
  state: Reconciliations,
  command: ReleaseCommand,
): Decision<TrialBalanceReleased, ReleaseOutcome> {
  const { companyId, clientId, competence, books, prepared } = command;
  if (books.closed) return refused({ is: 'ReleaseInClosedCompetence', competence });
  const { current } = books;
  if (current === null) return refused({ is: 'NothingToRelease', competence });

  const { trialBalanceId, version, chartId, convention, linesStream } = current;
  const reconciliations = state.byAccount.size;
  if (!isReleaseDue(state, books))
    return { events: [], outcome: { is: 'Released', trialBalanceId, version, reconciliations } };
  if (prepared === null) throw new Error('a release that is due must have been prepared');

  const data: TrialBalanceReleased['data'] = {
    trialBalanceId,
    companyId,
    clientId,
    competence,
    version,
    chartId,
    convention,
    linesStream,
    replaces: state.released?.trialBalanceId ?? null,
    dueAt: prepared.dueAt,
    items: prepared.items,
    created: prepared.created,
  };
  return {
    events: [{ type: 'TrialBalanceReleased', data }],
    outcome: { is: 'Released', trialBalanceId, version, reconciliations: reconciliations + prepared.created },
  };
}

function refused(problem: ReleaseRefusal): Decision<TrialBalanceReleased, ReleaseOutcome> {
  return { events: [], outcome: { is: 'Refused', problem } };
}
