// Releases the newest version of a competence for reconciliation.
import { randomUUID } from 'node:crypto';
import { booksOf, currentVersion, monthIn, type Books, type Month } from '../../domain/books/fold.js';
import { schedulesByAccount } from '../../domain/books/schedules.js';
import { competencesBefore, type Competence } from '../../domain/kernel/competence.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { StreamAppend } from '../../domain/kernel/log.js';
import { refuse } from '../../domain/problem.js';
import { companyRulesOf, type CompanyRules } from '../../domain/reconciliation/companyRules.js';
import { bankHolidays, deadlineYears, deadlinesOn } from '../../domain/reconciliation/deadlines.js';
import type {
  CompositionItem,
  CompositionRecorded,
  TrialBalanceReleased,
} from '../../domain/reconciliation/events.js';
import {
  balancesByCode,
  earlierBalances,
  type EarlierBalances,
  type VersionNumbers,
} from '../../domain/reconciliation/versionNumbers.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
  type Reconciliations,
} from '../../domain/reconciliation/fold.js';
import {
  affectedBy,
  carriedByRule,
  decideCarry,
  decideRelease,
  isReleaseDue,
  planRelease,
  assignIds,
  completeRelease,
  type PlannedRelease,
  type ReleaseOutcome,
  type ReleasePlan,
} from '../../domain/reconciliation/release.js';
import { encodeReleased } from '../../domain/reconciliation/parts.js';
import { isFinished, type Deadlines } from '../../domain/reconciliation/states.js';
import type { AffectedReconciliation } from '../../domain/trialBalance/importOutcome.js';
import { clientOf } from '../../domain/clients/fold.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { RELEASERS } from '../../domain/clients/roles.js';
import { deadlinesOf } from '../../domain/clients/workflowSettings.js';
import type { CommandContext } from '../kernel/context.js';
import type { IdAllocator } from '../kernel/idAllocator.js';
import { partsAppends, partsHash } from '../kernel/parts.js';
import { requireRole } from '../people/requireRole.js';
import type { FoldedLog } from '../kernel/folds.js';
import { transact, type Prepared, type Transactor } from '../kernel/transact.js';
import { earlierItems, releasedAccounts } from '../reconciliations/knownItems.js';
import { withParts } from '../reconciliations/actedParts.js';
import { numbersOf, type ReadCharts } from './numbersOf.js';

export type ReleaseDeps = Transactor & Readonly<{ ids: IdAllocator; failPoints: FailPoints }>;

export type CompanyCompetence = Readonly<{
  company: Pick<CompanyFacts, 'companyId' | 'clientId'>;
  competence: Competence;
}>;

/** `reconciliations`: all of the competence; `position` is null when the version was already released. */
type Facts = Readonly<{ books: Readonly<Month>; due: DueRelease | null }>;
/** `earlier`: items by account id, of the accounts `carried` by the company's rule. */
type DueRelease = Readonly<{
  plan: ReleasePlan;
  before: VersionNumbers | null;
  deadlines: Deadlines;
  carried: ReturnType<typeof carriedByRule>;
  earlier: ReadonlyMap<number, readonly CompositionItem[]>;
  schedules: ReturnType<typeof schedulesByAccount>;
}>;

/** Acts for the company's rule, whoever releases. */
const CARRY_RULE = { kind: 'rule', id: 'carry' } as const;

/**
 * May be sent twice. An interrupted run leaves parts that no event names; the next run writes new ones.
 * @param seenVersionId the version that the person saw; absent: whichever is the newest
 * @throws DomainError `RoleMissing`, `NothingToRelease`, `OtherVersionIsNewest`, `ReleaseInClosedCompetence`,
 *   `Unavailable`
 */
export async function release(
  deps: ReleaseDeps,
  { company, competence, seen: seenVersionId }: CompanyCompetence & Readonly<{ seen?: number }>,
  context: CommandContext,
) {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, RELEASERS);
  const { outcome, position } = await transact<
    Reconciliations,
    Facts,
    TrialBalanceReleased | CompositionRecorded,
    ReleaseOutcome,
    PlannedRelease
  >(deps, context, {
    stream: reconciliationsStream(companyId, competence),
    fold: reconciliationsFold,
    gather: (state) => gather(deps, state, company, competence),
    decide: (state, { books, due }) =>
      decideRelease(state, {
        companyId,
        clientId,
        competence,
        books,
        due: due && { created: due.plan.created, deadlines: due.deadlines },
        ...(seenVersionId !== undefined && { seen: seenVersionId }),
      }),
    ids: { allocator: deps.ids, kind: 'reconciliation', count: ({ due }) => due?.plan.created ?? 0 },
    prepare: (planned, { due }, firstId) => prepare(deps, context, planned, due, firstId),
  });
  if (outcome.is === 'Refused') return refuse(outcome.problem);
  if (position !== null) await deps.failPoints('release.committed');
  const { trialBalanceId, version, reconciliations } = outcome;
  return { trialBalanceId, version, reconciliations, position };
}

/** What a release would do. `affected`: taken back, by id. `approved`: of those created, automatically. */
export type ReleasePreview = Readonly<{
  isFirst: boolean;
  affected: readonly AffectedReconciliation[];
  created: number;
  approved: number;
}>;

/** What `release` would do; null for what it refuses or did. @throws DomainError `RoleMissing`, `Unavailable` */
export async function previewRelease(
  deps: ReleaseDeps,
  { company, competence, seen: seenVersionId }: CompanyCompetence & Readonly<{ seen: number }>,
  context: CommandContext,
): Promise<ReleasePreview | null> {
  await requireRole(deps, company, context.actor, RELEASERS);
  const { state } = await deps.folds.load(
    reconciliationsStream(company.companyId, competence),
    reconciliationsFold,
  );
  const { books, due } = await gather(deps, state, company, competence);
  if (due === null || books.closed || books.current?.trialBalanceId !== seenVersionId) return null;
  const { plan, before } = due;
  const approved = plan.items.filter(({ created, status }) => created && isFinished(status)).length;
  return {
    isFirst: state.released === null,
    affected: affectedBy(plan, state, before),
    created: plan.created,
    approved,
  };
}

const NO_ITEMS: DueRelease['earlier'] = new Map();

/** Reads the books once: a concurrent close and this release are both stored, in log order. */
async function gather(
  deps: ReleaseDeps,
  state: Reconciliations,
  { companyId, clientId }: CompanyCompetence['company'],
  competence: Competence,
): Promise<Facts> {
  const { state: loaded } = await deps.folds.load(...booksOf(companyId));
  const books = monthIn(loaded, competence);
  if (!books.current || !isReleaseDue(state, books)) return { books, due: null };
  const { state: settings } = await deps.folds.load(...clientOf(clientId));
  const charts: ReadCharts = new Map();
  const newest = await numbersOf(deps, books.current, charts);
  const before = state.released && (await numbersOf(deps, state.released, charts));
  const rules = companyRulesOf(settings, companyId);
  const plan = planRelease(state, newest, before, rules, await earlierOf(deps, loaded, competence, rules));
  const carried = carriedByRule(plan, rules);
  const earlier =
    carried.length === 0
      ? NO_ITEMS
      : await earlierItems(deps, { companyId, competence }, releasedAccounts(carried));
  const holidays = new Set([...bankHolidays(deadlineYears(competence)), ...settings.holidays]);
  const deadlines = deadlinesOn(competence, deadlinesOf(settings, companyId), holidays);
  return { books, due: { plan, before, deadlines, carried, earlier, schedules: schedulesByAccount(loaded) } };
}

/** The balances that the rules compare with, of the newest versions. */
export async function earlierOf(
  deps: FoldedLog,
  books: Books,
  competence: Competence,
  { monthsCompared }: Pick<CompanyRules, 'monthsCompared'>,
): Promise<EarlierBalances> {
  const months: (ReadonlyMap<string, number> | null)[] = [];
  const charts: ReadCharts = new Map();
  for (const month of competencesBefore(competence, monthsCompared)) {
    const version = currentVersion(books, month);
    months.push(version && balancesByCode(await numbersOf(deps, version, charts)));
  }
  return earlierBalances(months);
}

/** Writes the items, with their ids, to a stream of this attempt alone: they depend on what was read. */
async function prepare(
  deps: ReleaseDeps,
  context: CommandContext,
  planned: readonly PlannedRelease[],
  due: DueRelease | null,
  firstId: number,
): Promise<Prepared<TrialBalanceReleased | CompositionRecorded>> {
  if (due === null) throw new Error('only a release that is due is prepared');
  const appends: StreamAppend[] = [];
  const carried: CompositionRecorded[] = [];
  const released = planned.map((release) => {
    const parts = encodeReleased(assignIds(due.plan, firstId));
    const stream = `released-${release.data.trialBalanceId}-${randomUUID()}`;
    appends.push(...partsAppends(deps.clock, context, stream, 'ReconciliationsListed', parts));
    const { length: lines } = due.plan.items;
    const byRule = decideCarry(release.data, due.carried, due.earlier, due.schedules);
    if (byRule !== null) carried.push(byRule);
    return completeRelease(release, { stream, count: parts.length, lines, hash: partsHash(parts) });
  });
  const { events, parts } = withParts(deps, context, carried);
  await deps.failPoints('release.decided');
  const actors = new Map(events.map((event) => [event, CARRY_RULE]));
  return { events: [...released, ...events], parts: [...appends, ...parts], actors };
}
