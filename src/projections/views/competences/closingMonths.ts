// The last competences with the companies that a person sees and their state.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { dayInSaoPaulo } from '../../../domain/kernel/calendarDate.js';
import {
  competenceAt,
  nextCompetence,
  previousCompetence,
  type Competence,
} from '../../../domain/kernel/competence.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import {
  bankHolidays,
  deadlineYears,
  workingDaysAfter,
  workingDaysBetween,
} from '../../../domain/reconciliation/deadlines.js';
import {
  isFinished,
  ownerRoleOf,
  unbegunStatuses,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';
import type { Registers } from '../../../domain/registers.js';
import type { Pages } from '../../engine/pages.js';
import { auditTrail, type EventKind } from '../audit.js';
import type { Scope } from '../scope.js';
import { missingPoints } from './checklist.js';
import {
  countOf,
  lateness,
  newestCompetences,
  oldestOpen,
  type CompetenceState,
  type Stage,
} from './newestCompetences.js';

/** Competences shown at once. */
const MONTHS_MAX = 12;

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
    /** `CHECKLIST`: ready but for blocking points of the company's checklist. */
    stage: Stage | 'CHECKLIST';
    state: CompetenceState | null;
    /** At the top of those that control the company, itself if none does; null without control either way. */
    group: CompanyFacts | null;
  }>;

export type ClosingMonth = Counts &
  Readonly<{ competence: Competence; companies: readonly CompanyMonth[]; closed: number }>;

export type ClosingMonths = Awaited<ReturnType<typeof closingMonths>>;

export type ClosingDependencies = Readonly<{
  registers: Registers;
  clock: Readonly<{ now(): Date }>;
  pages: Pages;
}>;

type ClosingViewer = Scope & Readonly<{ access: Readonly<{ sees(companyId: number): boolean }> }>;

/** @param until the newest of them */
export async function closingMonths(
  { registers, clock, pages }: ClosingDependencies,
  viewer: ClosingViewer,
  { until }: Readonly<{ until?: Competence | undefined }> = {},
) {
  const now = clock.now();
  // The competence that is being closed now: the last calendar month.
  const expected = previousCompetence(competenceAt(now));
  const all = registers.companiesOf(viewer.clientId);
  const visibleCompanies = all.filter(({ companyId }) => viewer.access.sees(companyId));
  const newest = await newestCompetences(pages, viewer, {
    companies: all.length,
    visible: new Set(visibleCompanies.map(({ companyId }) => companyId)),
    atMost: MONTHS_MAX,
    expected,
    until,
  });
  const groupOf = groupsAmong(visibleCompanies);
  const companies = visibleCompanies.toSorted((a, b) => a.legalName.localeCompare(b.legalName, 'pt-BR'));
  const ids = companies.map(({ companyId }) => companyId);
  const begunIds = new Set<number>();
  // Ascending, so that a company counts as begun in each month after its first.
  const months: ClosingMonth[] = [];
  for (const competence of newest.competences.toReversed()) {
    const rows: CompanyMonth[] = [];
    const readyIds = ids.filter((companyId) => newest.find(companyId, competence)?.stage === 'READY');
    const points = await missingPoints({ pages, registers }, viewer, competence, readyIds);
    const withoutPoint = new Set(points.map(([companyId]) => companyId));
    for (const company of companies) {
      const state = newest.find(company.companyId, competence);
      if (state !== null) begunIds.add(company.companyId);
      else if (!awaits(company, competence, expected, begunIds)) continue;
      const after = state === null ? 0 : await actsAfterClosing(pages, viewer, state);
      const group = groupOf(company);
      const month = companyMonth(company, competence, state, now);
      const stage = withoutPoint.has(company.companyId) ? 'CHECKLIST' : month.stage;
      rows.push({ ...month, stage, group, actsAfterClosing: after });
    }
    months.push(monthOf(competence, rows));
  }
  return {
    /** Descending. */
    months: months.reverse() as readonly ClosingMonth[],
    /** Whether there may be older ones. */
    hasOlder: newest.competences.length === MONTHS_MAX,
  };
}

/**
 * The oldest that is not closed in every company, of those with anything if there are any; also where it is older
 * than the months given. Null: none.
 */
export async function monthToClose(
  deps: ClosingDependencies,
  viewer: ClosingViewer,
  { months, hasOlder }: ClosingMonths,
): Promise<ClosingMonth | null> {
  const oldest = months.at(-1)?.competence;
  const older = hasOlder && oldest !== undefined ? await oldestOpen(deps.pages, viewer, oldest) : null;
  if (older !== null) return (await closingMonths(deps, viewer, { until: older })).months[0] ?? null;
  const open = months.filter(({ companies, closed }) => closed < companies.length);
  const begunMonths = open.filter(({ companies }) => companies.some(({ state }) => state !== null));
  return begunMonths.at(-1) ?? open.at(-1) ?? null;
}

/** Whether a trial balance is awaited from a company of which nothing is known in the competence. */
function awaits(
  company: CompanyFacts,
  competence: Competence,
  expected: Competence,
  begunIds: ReadonlySet<number>,
) {
  const works = company.status === 'ACTIVE' && company.modules.includes('RECONCILIATION');
  return works && (competence === expected || (competence < expected && begunIds.has(company.companyId)));
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
    warnings: state?.imported?.avisos ?? 0,
  };
}

function turnOf(status: ReconciliationStatus): Turn {
  const role = ownerRoleOf(status);
  return isFinished(status) || role === 'SYSTEM' ? 'done' : role;
}

/** Finds a company's group among those that the person sees; a controller that they do not see is ignored. */
export function groupsAmong(
  companies: readonly CompanyFacts[],
): (company: CompanyFacts | null) => CompanyFacts | null {
  const byId = new Map(companies.map((company) => [company.companyId, company]));
  const controllers = new Set(companies.map(({ parentCompanyId }) => parentCompanyId));
  return (company) => {
    if (company === null) return null;
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
  const byGroup = groupedBy(companies, ({ group }) => group);
  const blocks: [CompanyFacts | null, readonly CompanyMonth[]][] = [...byGroup].filter(
    ([group, rows]) => group !== null && rows.length > 1,
  );
  const single = companies.filter((row) => !blocks.some(([group]) => group === row.group));
  if (single.length > 0) blocks.push([null, single]);
  return blocks.map(([group, rows]) => ({ ...monthOf(competence, rows), group }));
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

/** Acts after a competence was closed; 0 while open. Few have any: each of those is counted by itself. */
async function actsAfterClosing(
  pages: Pages,
  { clientId }: Scope,
  { companyId, competence, closing, progress }: CompetenceState,
): Promise<number> {
  if (closing?.fechada !== true || progress === null || progress.lastActAt <= closing.em) return 0;
  const where = {
    empresaId: companyId,
    competencia: competence,
    tipo: { in: ACTS },
    em: { above: closing.em },
  };
  return pages.count(auditTrail, { clientId, where });
}

// How many reconciliations were finished on each working day after the month's end, against the deadlines.

/** Working days shown; what was finished later is in the last one. */
const DAYS_MAX = 30;
const DAYS_MIN = 10;

export type DoneByDay = ReturnType<typeof doneByDay>;
export type WorkingDay = DoneByDay['days'][number];

/** @param holidays the client's own; a day that is not a working day counts to the next one */
export function doneByDay({ competence, companies, total }: ClosingMonth, holidays: readonly string[], now: Date) {
  const today = dayInSaoPaulo(now.toISOString());
  const free = new Set([...bankHolidays([now.getUTCFullYear(), ...deadlineYears(competence)]), ...holidays]);
  const dates = workingDaysAfter(competence, DAYS_MAX, free);
  /** 0 before the month's end, DAYS_MAX for everything after the last. */
  const numberOf = (date: string): number => {
    if (date < `${nextCompetence(competence)}-01`) return 0;
    const at = dates.findIndex((day) => date <= day);
    return at === -1 ? DAYS_MAX : at + 1;
  };
  const doneByDay = new Array<number>(DAYS_MAX + 1).fill(0);
  let isCut = false;
  for (const { state } of companies)
    for (const [date, count] of Object.entries(state?.progress?.doneByDay ?? {})) {
      doneByDay[numberOf(date)] = (doneByDay[numberOf(date)] ?? 0) + count;
      isCut ||= date > (dates.at(-1) ?? '');
    }
  const dueDays = companies.flatMap(({ state }) =>
    state?.progress ? [dayInSaoPaulo(state.progress.deadlines.approver)] : [],
  );
  const lastDue = dueDays.sort().at(-1);
  const deadlines = dueDays.map(numberOf);
  const daysShown = Math.max(
    DAYS_MIN,
    ...deadlines.map((day) => day + 1),
    doneByDay.findLastIndex((count) => count > 0),
  );
  let doneSoFar = 0;
  const days = doneByDay.slice(0, Math.min(daysShown, DAYS_MAX) + 1).map((count, number) => {
    doneSoFar += count;
    /** `number`: from 1; 0 is everything before the first working day. `date`: YYYY-MM-DD, the day itself. */
    return { number, date: dates[number - 1] ?? '', done: count, doneSoFar, isToday: number === numberOf(today) };
  });
  return {
    competence,
    total,
    days,
    /** Working days on which the Aprovador's deadline of some company ends, ascending. */
    deadlines: [...new Set(deadlines)].sort((a, b) => a - b),
    /** Working days after today until the last of them, negative once it has passed; null without one. */
    daysLeft: lastDue === undefined ? null : lastDue < today ? -1 : workingDaysBetween(today, lastDue, free),
    /** Whether the last day holds later ones, too. */
    isCut,
  };
}
