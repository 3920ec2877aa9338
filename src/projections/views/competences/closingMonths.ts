// The last competences with the companies that a person sees and their state.
import { competenceAt, previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import {
  type ReconciliationStatus,
  isFinished,
  ownerRoleOf,
  unbegunStatuses,
} from '../../../domain/reconciliation/states.js';
import type { Pages } from '../../engine/pages.js';
import { lateness, type CompetenceState, type FindNewest } from './newestCompetences.js';
import { countOf, type Stage } from './stage.js';
import type { Registers } from '../../../domain/registers.js';
import { auditTrail } from '../audit/auditTrail.js';
import type { EventKind } from '../audit/kinds.js';
import { is, type Scope } from '../scope.js';

/** Competences shown at once. */
export const MONTHS_MAX = 12;

/** Whose turn it is; `done` is nobody's. */
export const turns = ['SUPERVISOR', 'PREPARER', 'REVIEWER', 'APPROVER', 'done'] as const;
export type Turn = (typeof turns)[number];

export type Counts = Readonly<{
  byTurn: Readonly<Record<Turn, number>>;
  total: number;
  overdue: number;
  dueSoon: number;
  unbegun: number;
  openDifferenceCents: number;
  warnings: number;
  /** Acts of people on reconciliations since it was closed. */
  actsAfterClosing: number;
}>;

export type CompanyMonth = Counts &
  Readonly<{
    company: CompanyFacts;
    competence: Competence;
    stage: Stage;
    state: CompetenceState | null;
    /** The company at the top of those that control it, itself if none does; null where it controls none and none controls it. */
    group: CompanyFacts | null;
  }>;

export type ClosingMonth = Counts &
  Readonly<{ competence: Competence; companies: readonly CompanyMonth[]; closed: number }>;

export type ClosingMonths = Readonly<{
  /** Descending. */
  months: readonly ClosingMonth[];
  /** Whether there may be older ones. */
  hasOlder: boolean;
}>;

/** The competence that is being closed now: the last calendar month. */
export function expectedCompetence(now: Date): Competence {
  return previousCompetence(competenceAt(now));
}

/** The oldest that is not closed in every company, of those with anything if there are any; null: none. @param months descending */
export function monthToClose(months: readonly ClosingMonth[]): ClosingMonth | null {
  const open = months.filter(({ companies, closed }) => closed < companies.length);
  const begun = open.filter(({ companies }) => companies.some(({ state }) => state !== null));
  return begun.at(-1) ?? open.at(-1) ?? null;
}

export type ClosingDependencies = Readonly<{
  registers: Registers;
  clock: Readonly<{ now(): Date }>;
  newestCompetences: FindNewest;
  pages: Pages;
}>;

export async function closingMonths(
  { newestCompetences, registers, clock, pages }: ClosingDependencies,
  viewer: Readonly<{ clientId: number; access: Readonly<{ sees(companyId: number): boolean }> }>,
  { until }: Readonly<{ until?: Competence | undefined }> = {},
): Promise<ClosingMonths> {
  const now = clock.now();
  const expected = expectedCompetence(now);
  const all = registers.companiesOf(viewer.clientId);
  const seen = all.filter(({ companyId }) => viewer.access.sees(companyId));
  const newest = await newestCompetences(viewer, {
    companies: all.length,
    visible: new Set(seen.map(({ companyId }) => companyId)),
    atMost: MONTHS_MAX,
    expected,
    until,
  });
  const groupOf = groupsAmong(seen);
  const companies = seen.toSorted((a, b) => (a.legalName < b.legalName ? -1 : 1));
  const begun = new Set<number>();
  // Ascending, so that a company counts as begun in each month after its first.
  const months: ClosingMonth[] = [];
  for (const competence of newest.competences.toReversed()) {
    const rows: CompanyMonth[] = [];
    for (const company of companies) {
      const state = newest.find(company.companyId, competence);
      if (state !== null) begun.add(company.companyId);
      else if (!awaits(company, competence, expected, begun)) continue;
      const after = state === null ? 0 : await actsAfterClosing(pages, viewer, state);
      const group = groupOf(company);
      rows.push({ ...companyMonth(company, competence, state, now), group, actsAfterClosing: after });
    }
    months.push(monthOf(competence, rows));
  }
  return { months: months.reverse(), hasOlder: newest.competences.length === MONTHS_MAX };
}

/** Whether a trial balance is awaited from a company of which nothing is known in the competence. */
function awaits(company: CompanyFacts, competence: Competence, expected: Competence, begun: ReadonlySet<number>) {
  const works = company.status === 'ACTIVE' && company.modules.includes('RECONCILIATION');
  return works && (competence === expected || (competence < expected && begun.has(company.companyId)));
}

function companyMonth(
  company: CompanyFacts,
  competence: Competence,
  state: CompetenceState | null,
  now: Date,
): Omit<CompanyMonth, 'actsAfterClosing' | 'group'> {
  const progress = state?.progress ?? null;
  const byStatus = progress?.byStatus ?? {};
  const byTurn = { SUPERVISOR: 0, PREPARER: 0, REVIEWER: 0, APPROVER: 0, done: 0 };
  for (const [status, count] of Object.entries(byStatus)) byTurn[turnOf(status as ReconciliationStatus)] += count;
  return {
    company,
    competence,
    stage: state?.stage ?? 'AWAITING',
    state,
    byTurn,
    total: countOf(byStatus, () => true),
    unbegun: unbegunStatuses.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0),
    ...(progress === null ? { overdue: 0, dueSoon: 0 } : lateness(progress, now)),
    openDifferenceCents: progress?.openDifferenceCents ?? 0,
    warnings: state?.imported?.warnings ?? 0,
  };
}

function turnOf(status: ReconciliationStatus): Turn {
  const role = ownerRoleOf(status);
  return isFinished(status) || role === 'SYSTEM' ? 'done' : role;
}

/** Only of companies that the person sees: another one at the top is as if there were none. */
function groupsAmong(seen: readonly CompanyFacts[]): (company: CompanyFacts) => CompanyFacts | null {
  const byId = new Map(seen.map((company) => [company.companyId, company]));
  const controllers = new Set(seen.map(({ parentCompanyId }) => parentCompanyId));
  return (company) => {
    let top = company;
    for (let parent; (parent = byId.get(top.parentCompanyId ?? 0)) !== undefined;) top = parent;
    return top === company && !controllers.has(company.companyId) ? null : top;
  };
}

/** The companies of each group of several, with their totals; by name of the group, then the companies of none. */
export function blocksOf({
  competence,
  companies,
}: ClosingMonth): readonly (ClosingMonth & Readonly<{ group: CompanyFacts | null }>)[] {
  const byGroup = new Map<CompanyFacts | null, CompanyMonth[]>();
  for (const row of companies) byGroup.set(row.group, [...(byGroup.get(row.group) ?? []), row]);
  const alone = [...byGroup].flatMap(([group, rows]) => (group === null || rows.length === 1 ? rows : []));
  const blocks = [...byGroup].flatMap(([group, rows]) =>
    group === null || rows.length === 1 ? [] : [{ ...monthOf(competence, rows), group }],
  );
  const others = companies.filter((row) => alone.includes(row));
  return [...blocks, ...(others.length === 0 ? [] : [{ ...monthOf(competence, others), group: null }])];
}

function monthOf(competence: Competence, companies: readonly CompanyMonth[]): ClosingMonth {
  const sum = (value: (row: CompanyMonth) => number) => companies.reduce((total, row) => total + value(row), 0);
  const byTurn = Object.fromEntries(turns.map((turn) => [turn, sum((row) => row.byTurn[turn])]));
  return {
    competence,
    companies,
    closed: companies.filter(({ stage }) => stage === 'CLOSED').length,
    byTurn: byTurn as Record<Turn, number>,
    total: sum(({ total }) => total),
    overdue: sum(({ overdue }) => overdue),
    dueSoon: sum(({ dueSoon }) => dueSoon),
    unbegun: sum(({ unbegun }) => unbegun),
    openDifferenceCents: sum(({ openDifferenceCents }) => openDifferenceCents),
    warnings: sum(({ warnings }) => warnings),
    actsAfterClosing: sum((row) => row.actsAfterClosing),
  };
}

const ACTS = ['ato', 'composicao', 'ajustes', 'comentario', 'evidencia'] as const satisfies readonly EventKind[];

/** How many acts came after a competence was closed; 0 while it is open. Few have any: each of those is counted by itself. */
async function actsAfterClosing(
  pages: Pages,
  { clientId }: Scope,
  { companyId, competence, closing, progress }: CompetenceState,
): Promise<number> {
  if (closing === null || !closing.closed || progress === null || progress.lastActAt <= closing.at) return 0;
  const where = [
    is('empresaId', companyId),
    is('competencia', competence),
    { field: 'tipo', in: ACTS },
    { field: 'em', above: closing.at },
  ];
  const { pagination } = await pages.list(auditTrail, { clientId, where }, { page: 1, limit: 1, order: 'desc' });
  return pagination.total;
}
