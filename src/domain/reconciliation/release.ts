// Releasing the newest version of a competence: one reconciliation per account, and after a later version only what
// that version changed. Source: docs/spec/workflow.md#later-versions.
import type { CurrentVersion } from '../books/decide.js';
import type { Parts } from '../books/events.js';
import type { Competence } from '../kernel/competence.js';
import type { Decision } from '../kernel/decider.js';
import type { Problem } from '../problem.js';
import type { TrialBalanceReleased } from './events.js';
import type { CompanyRules } from './companyRules.js';
import type { Reconciliation, Reconciliations } from './fold.js';
import type { ReleasedItem } from './parts/releasedParts.js';
import { afterBalanceChange } from './transitions.js';
import { hasSameNumbers, type AccountNumbers, type VersionNumbers } from './versionNumbers.js';
import type { Deadlines } from './states.js';

/** Items in the order of the version's lines, then the accounts gone; those created have id 0 until `givenIds`. */
export type ReleasePlan = Readonly<{ items: readonly PlannedItem[]; created: number }>;
type PlannedItem = Omit<ReleasedItem, 'reconciliationId'> & { reconciliationId: number };

/**
 * An account is known by its id: the same code in another chart is another account.
 * @param before the numbers of the version released before, null when there is none
 */
export function planRelease(
  state: Reconciliations,
  newest: VersionNumbers,
  before: VersionNumbers | null,
  company: CompanyRules,
): ReleasePlan {
  const existing = new Map(state.items.map((item) => [item.accountId, item]));
  const items: PlannedItem[] = [];
  let created = 0;
  for (const account of newest.accounts.values()) {
    const item = existing.get(account.accountId);
    if (!item) {
      created++;
      items.push(planned(account, 0, account.finalBalanceCents, atBirth(account, company)));
    } else if (!before || !hasSameNumbers(account.accountId, newest, before))
      items.push(planned(account, item.reconciliationId, account.finalBalanceCents, afterChange(item, company)));
  }
  for (const gone of state.items) {
    const { accountId, reconciliationId } = gone;
    if (newest.accounts.has(accountId) || (before && hasSameNumbers(accountId, newest, before))) continue;
    items.push(planned(gone, reconciliationId, 0, afterChange(gone, company)));
  }
  return { items, created };
}

type Facts = Pick<ReleasedItem, 'accountId' | 'accountCode' | 'accountName' | 'department' | 'sector'>;

function planned(
  { accountId, accountCode, accountName, department, sector }: Facts,
  reconciliationId: number,
  bookBalanceCents: number,
  { status, ownerId }: Became,
): PlannedItem {
  const created = reconciliationId === 0;
  return {
    reconciliationId,
    created,
    accountId,
    accountCode,
    accountName,
    department,
    sector,
    bookBalanceCents,
    status,
    ownerId,
  };
}

type Became = Pick<ReleasedItem, 'status' | 'ownerId'>;
const AUTO_APPROVED: Became = { status: 'AUTO_APPROVED', ownerId: null };
const PENDING: Became = { status: 'PENDING', ownerId: null };

/** Source: docs/spec/workflow.md#automatic-approval, docs/spec/workflow.md#owners. */
function atBirth(account: AccountNumbers, company: CompanyRules): Became {
  const balanceCents = account.finalBalanceCents;
  const hasMovement = account.debitCents !== 0 || account.creditCents !== 0;
  if (company.isAutoApproved({ balanceCents, hasMovement })) return AUTO_APPROVED;
  const { preparer } = company.ownersFor(account);
  return preparer === null ? PENDING : { status: 'NOT_STARTED', ownerId: preparer };
}

/** What comes back to the Elaborador comes back to the one who prepared it, or who would. */
function afterChange(item: Reconciliation, company: CompanyRules): Became {
  const status = afterBalanceChange(item.status);
  if (status === item.status) return { status, ownerId: item.ownerId };
  return { status, ownerId: item.preparerId ?? company.ownersFor(item).preparer };
}

/**
 * The plan's items, those created with their ids now: 20,000 of them are not copied for it.
 * @param firstId of a block of `plan.created` ids, given in the order of the items
 */
export function givenIds({ items }: ReleasePlan, firstId: number): readonly ReleasedItem[] {
  let next = firstId;
  for (const item of items) if (item.created) item.reconciliationId = next++;
  return items;
}

/** What the books say of the competence, as gathered. */
export type BooksOfCompetence = Readonly<{ closed: boolean; current: CurrentVersion | null }>;

/**
 * What was made ready for the release of `books.current`; null when there is nothing to make ready. `deadlines` count
 * for a first release: later ones keep those.
 */
export type PreparedRelease = Readonly<{ created: number; deadlines: Deadlines; items: Parts }>;

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
  const reconciliations = state.items.length;
  if (!isReleaseDue(state, books))
    return { events: [], outcome: { is: 'Released', trialBalanceId, version, reconciliations } };
  if (prepared === null) throw new Error('a release that is due must have been prepared');

  const deadlines = state.deadlines ?? prepared.deadlines;
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
    dueAt: deadlines.preparer,
    deadlines,
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
