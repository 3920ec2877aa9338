// Releases the newest version of a competence for reconciliation.
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isClosed, currentVersion, booksStream, books as booksFold } from '../../domain/books/fold.js';
import { decodePart } from '../../domain/trialBalance/lines/lineParts.js';
import type { SignConvention } from '../../domain/books/events.js';
import type { PartsReference } from '../../domain/kernel/parts.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { refuse } from '../../domain/problem.js';
import { companyRulesOf } from '../../domain/reconciliation/companyRules.js';
import { deadlineYears, deadlinesOn } from '../../domain/reconciliation/deadlines.js';
import type { TrialBalanceReleased } from '../../domain/reconciliation/events.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
  type Reconciliations,
} from '../../domain/reconciliation/fold.js';
import {
  decideRelease,
  isReleaseDue,
  planRelease,
  assignIds,
  type CompetenceBooks,
  type PreparedRelease,
  type ReleaseOutcome,
  type ReleasePlan,
} from '../../domain/reconciliation/release.js';
import { encodeReleased } from '../../domain/reconciliation/parts/releasedParts.js';
import {
  chartAccounts,
  versionNumbers,
  type ChartAccounts,
  type VersionNumbers,
} from '../../domain/reconciliation/versionNumbers.js';
import type { Deadlines } from '../../domain/reconciliation/states.js';
import { client as clientFold, clientStream } from '../../domain/clients/fold.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Account } from '../../domain/charts/events.js';
import type { Role } from '../../domain/clients/roles.js';
import { deadlinesOf, holidaysOf } from '../../domain/clients/workflowSettings.js';
import { bankHolidays } from '../reconciliations/bankCalendar.js';
import { loadChart, readChartParts } from '../registers/charts.js';
import type { CommandContext } from '../kernel/context.js';
import type { IdAllocator } from '../kernel/idAllocator.js';
import { partsHash, readParts, writeParts } from '../kernel/parts.js';
import { requireRole } from '../people/requireRole.js';
import { transact, type Transactor } from '../kernel/transact.js';

export type ReleaseDeps = Transactor & Readonly<{ ids: IdAllocator; failPoints: FailPoints }>;

/** A company and one competence of its books. */
export type CompanyCompetence = Readonly<{
  company: Pick<CompanyFacts, 'companyId' | 'clientId'>;
  competence: Competence;
}>;

/** `reconciliations`: all of the competence; `position` is null when the version was already released. */
export type Release = Readonly<{
  trialBalanceId: number;
  version: number;
  reconciliations: number;
  position: number | null;
}>;

type Facts = Readonly<{ books: CompetenceBooks; due: PlannedRelease | null }>;
type PlannedRelease = Readonly<{ plan: ReleasePlan; deadlines: Deadlines }>;

/**
 * May be sent twice. An interrupted run leaves parts that no event names; the next run writes new ones.
 * @throws DomainError `RoleMissing`, `NothingToRelease`, `ReleaseInClosedCompetence`, `Unavailable`
 */
export async function release(
  deps: ReleaseDeps,
  { company, competence }: CompanyCompetence,
  context: CommandContext,
): Promise<Release> {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, RELEASERS);
  const decide = (state: Reconciliations, { books }: Facts, prepared: PreparedRelease | null) =>
    decideRelease(state, { companyId, clientId, competence, books, prepared });
  const { outcome, position } = await transact<Reconciliations, Facts, TrialBalanceReleased, ReleaseOutcome>(
    deps,
    context,
    {
      stream: reconciliationsStream(companyId, competence),
      fold: reconciliationsFold,
      gather: (state) => gather(deps, state, company, competence),
      decide: (state, facts) => decide(state, facts, facts.due && unwritten(facts.due)),
      prepare: async (decision, state, facts) => {
        if (!facts.due) return decision;
        const trialBalanceId = facts.books.current?.trialBalanceId ?? 0;
        const items = await writeItems(deps, context, trialBalanceId, facts.due.plan);
        await deps.failPoints('release.partsWritten');
        return decide(state, facts, { ...unwritten(facts.due), items });
      },
    },
  );
  if (outcome.is === 'Refused') return refuse(outcome.problem);
  if (position !== null) await deps.failPoints('release.committed');
  const { trialBalanceId, version, reconciliations } = outcome;
  return { trialBalanceId, version, reconciliations, position };
}

/** Source: docs/spec/workflow.md#transitions, first row. */
export const RELEASERS: readonly Role[] = ['SUPERVISOR', 'MODULE_ADMIN'];
const NO_PARTS: PartsReference = { stream: '', count: 0, lines: 0, hash: '' };

function unwritten({ plan, deadlines }: PlannedRelease): PreparedRelease {
  return { created: plan.created, deadlines, items: NO_PARTS };
}

/** Reads the books once: a concurrent close and this release are both stored, in log order. */
async function gather(
  deps: ReleaseDeps,
  state: Reconciliations,
  { companyId, clientId }: CompanyCompetence['company'],
  competence: Competence,
): Promise<Facts> {
  const { state: loaded } = await deps.folds.load(booksStream(companyId), booksFold);
  const books = { closed: isClosed(loaded, competence), current: currentVersion(loaded, competence) };
  if (!books.current || !isReleaseDue(state, books)) return { books, due: null };
  const { state: settings } = await deps.folds.load(clientStream(clientId), clientFold);
  const numbers = numbersReader(deps);
  const newest = await numbers(books.current);
  const before = state.released && (await numbers(state.released));
  const plan = planRelease(state, newest, before, companyRulesOf(settings, companyId));
  const holidays = new Set([...(await bankHolidays(deadlineYears(competence))), ...holidaysOf(settings)]);
  return { books, due: { plan, deadlines: deadlinesOn(competence, deadlinesOf(settings, companyId), holidays) } };
}

type VersionPlace = Readonly<{ chartId: number; convention: SignConvention; linesStream: string }>;

function numbersReader(deps: ReleaseDeps): (version: VersionPlace) => Promise<VersionNumbers> {
  return async ({ chartId, convention, linesStream }) => {
    const chart = await loadChartAccounts(deps, chartId);
    const lines = (await readParts(deps.log, linesStream)).map(decodePart);
    return versionNumbers(lines, convention, chart);
  };
}

/** Charts cached per log: the two versions of a release usually share one, and so do a client's competences. */
const CHARTS_CACHED_MAX = 4;
type CachedChart = Readonly<{ version: number; accounts: ChartAccounts }>;
const chartCaches = new WeakMap<EventLog, LRUCache<number, CachedChart>>();

/** The accounts of the chart's current version. */
async function loadChartAccounts(deps: ReleaseDeps, chartId: number): Promise<ChartAccounts> {
  const version = (await loadChart(deps, chartId))?.version ?? 0;
  const cache = chartCaches.get(deps.log) ?? new LRUCache<number, CachedChart>({ max: CHARTS_CACHED_MAX });
  chartCaches.set(deps.log, cache);
  const cached = cache.get(chartId);
  if (cached?.version === version) return cached.accounts;
  const accounts = await decodeChart(deps, chartId, version);
  cache.set(chartId, { version, accounts });
  return accounts;
}

async function decodeChart(deps: ReleaseDeps, chartId: number, version: number): Promise<ChartAccounts> {
  const parts = await readChartParts(deps, chartId, version);
  const decoder = new TextDecoder();
  return chartAccounts(
    parts.map((part) => (JSON.parse(decoder.decode(part)) as { accounts: readonly Account[] }).accounts),
  );
}

async function writeItems(
  deps: ReleaseDeps,
  context: CommandContext,
  trialBalanceId: number,
  plan: ReleasePlan,
): Promise<PartsReference> {
  const firstId = plan.created > 0 ? await deps.ids.reserve('reconciliation', plan.created) : 0;
  const parts = encodeReleased(assignIds(plan, firstId));
  const stream = `released-${trialBalanceId}-${randomUUID()}`;
  if (parts.length > 0) await writeParts(deps, context, stream, 'ReconciliationsListed', parts);
  return { stream, count: parts.length, lines: plan.items.length, hash: partsHash(parts) };
}
