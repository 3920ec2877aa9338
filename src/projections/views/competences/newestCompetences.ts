// What is known of each company in the newest competences of a client: books and counted reconciliations. The rows
// read are at most one of each view for each company and competence asked, whatever the history.
import type { Competence } from '../../../domain/kernel/competence.js';
import { dueAtOf, isFinished, type ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import type { Pages } from '../../engine/pages.js';
import type { StoredRow, View } from '../../engine/readStore.js';
import { slaStatusAt } from '../reconciliations/reconciliationRows.js';
import type { Scope } from '../scope.js';
import {
  HIGHEST_COMPANY_ID,
  competenceClosings,
  competenceId,
  competenceImports,
  type CompetenceClosing,
  type CompetenceImport,
} from './books.js';
import { competenceProgress, type CompetenceProgress, type CountsByStatus } from './tally.js';

/** Amounts in centavos. `doneByDay`: finished ones by YYYY-MM-DD in America/Sao_Paulo. */
type Progress = Readonly<ReturnType<typeof progressOf>>;

export type CompetenceState = Readonly<ReturnType<typeof stateOf>>;

/**
 * `companies`: how many the client has, which bounds the rows read; `visible`: those to return. `atMost`
 * competences; `expected` is among them unless there are newer ones.
 */
export type CompetencesQuery = Readonly<{
  companies: number;
  visible: ReadonlySet<number>;
  atMost: number;
  expected: Competence;
  until?: Competence | undefined;
}>;

export async function newestCompetences(
  { store }: Pick<Pages, 'store'>,
  { clientId }: Scope,
  { companies, visible, atMost, expected, until }: CompetencesQuery,
) {
  const states = await readStates(store, clientId, Math.max(companies, 1) * atMost, until);
  const competences = new Set([expected]);
  for (const { companyId, competence } of states.values()) if (visible.has(companyId)) competences.add(competence);
  return {
    /** Descending. */
    competences: [...competences]
      .filter((competence) => until === undefined || competence <= until)
      .sort()
      .reverse()
      .slice(0, atMost),
    /** State by company and competence; those of which nothing is known are left out. */
    find: (companyId: number, competence: Competence): CompetenceState | null =>
      visible.has(companyId) ? (states.get(competenceId(companyId, competence)) ?? null) : null,
  };
}

/** State of one company's competence; null: nothing is known. */
export async function competenceState(
  store: Pages['store'],
  { clientId }: Scope,
  companyId: number,
  competence: Competence,
): Promise<CompetenceState | null> {
  const id = competenceId(companyId, competence);
  const [imported, counted, closing] = await Promise.all([
    store.get(competenceImports, clientId, id),
    store.get(competenceProgress, clientId, id),
    store.get(competenceClosings, clientId, id),
  ]);
  if (imported === null && counted === null && closing === null) return null;
  return stateOf(companyId, competence, { imported, counted, closing });
}

const BLOCK_ROWS = 100;

/**
 * The oldest competence that is not closed, with a trial balance of a company that the person sees. Reads only
 * those that are open.
 * @param before older than this
 */
export async function oldestOpen(
  { store }: Pick<Pages, 'store'>,
  { clientId, access }: Scope & Readonly<{ access: Readonly<{ sees(companyId: number): boolean }> }>,
  before: Competence,
): Promise<Competence | null> {
  const open = { clientId, where: { fechada: false } };
  for (let afterId: number | null = null; ;) {
    const range = { afterId, limit: BLOCK_ROWS } as const;
    const rows: readonly CompetenceImport[] = await store.scan(competenceImports, open, range);
    const older = rows.filter(({ competencia }) => competencia < before);
    const oldest = older.find(({ empresaId }) => access.sees(empresaId));
    if (oldest !== undefined) return oldest.competencia as Competence;
    if (older.length < BLOCK_ROWS) return null;
    afterId = older.at(-1)?.id ?? null;
  }
}

async function readStates(store: Pages['store'], clientId: number, limit: number, until: Competence | undefined) {
  const afterId = until === undefined ? null : competenceId(HIGHEST_COMPANY_ID, until) + 1;
  const newest = async <Row extends StoredRow>(view: View<Row>) => {
    const rows = await store.scan(view, { clientId, where: [] }, { order: 'desc', afterId, limit });
    return new Map(rows.map((row) => [row.id, row]));
  };
  const imports = await newest(competenceImports);
  const progress = await newest(competenceProgress);
  const closings = await newest(competenceClosings);
  const states = new Map<number, CompetenceState>();
  for (const [id, { empresaId, competencia }] of [...imports, ...progress, ...closings]) {
    const facts = {
      imported: imports.get(id) ?? null,
      counted: progress.get(id) ?? null,
      closing: closings.get(id) ?? null,
    };
    if (!states.has(id)) states.set(id, stateOf(empresaId, competencia as Competence, facts));
  }
  return states;
}

type Facts = Readonly<{
  imported: CompetenceImport | null;
  counted: CompetenceProgress | null;
  closing: CompetenceClosing | null;
}>;

function stateOf(companyId: number, competence: Competence, { imported, counted, closing }: Facts) {
  const progress = counted && progressOf(counted);
  const stage = stageOf({
    isClosed: closing?.fechada ?? false,
    imported: imported?.balanceteId ?? null,
    released: progress?.trialBalanceId ?? null,
    byStatus: progress?.byStatus ?? {},
  });
  return { companyId, competence, stage, imported, progress, closing };
}

function progressOf(row: CompetenceProgress) {
  const byStatus = JSON.parse(row.porStatus) as CountsByStatus;
  return {
    trialBalanceId: row.balanceteId,
    version: row.versao,
    deadlines: { preparer: row.prazoElaborador, reviewer: row.prazoRevisor, approver: row.prazoAprovador },
    byStatus,
    doneByDay: JSON.parse(row.porDia) as Readonly<Record<string, number>>,
    openDifferenceCents: row.diferencas,
    unfinished: unfinishedOf(byStatus),
    /** Time of the last act of a person, ISO 8601 UTC; "" before the first. */
    lastActAt: row.ultimoAtoEm,
  };
}

/** How many open ones are overdue, and how many are due within 24 hours. */
export function lateness(
  { byStatus, deadlines }: Progress,
  now: Date,
): Readonly<{ overdue: number; dueSoon: number }> {
  let overdue = 0;
  let dueSoon = 0;
  for (const [name, count] of Object.entries(byStatus)) {
    const status = name as ReconciliationStatus;
    if (isFinished(status)) continue;
    const deadline = slaStatusAt({ status, prazo: dueAtOf(status, deadlines), completedAt: null }, now);
    if (deadline === 'OVERDUE') overdue += count;
    else if (deadline === 'DUE_SOON') dueSoon += count;
  }
  return { overdue, dueSoon };
}

// The stage of a company's competence. Source: docs/spec/console.md#stages.

/** Stages in the order of the work. */
export type Stage = 'AWAITING' | 'IMPORTED' | 'RELEASED' | 'IN_WORK' | 'READY' | 'CLOSED';

/** `imported`, `released`: ids of the newest imported and the released version; null before the first. */
export function stageOf({
  isClosed,
  imported,
  released,
  byStatus,
}: Readonly<{
  isClosed: boolean;
  imported: number | null;
  released: number | null;
  byStatus: CountsByStatus;
}>): Stage {
  if (isClosed) return 'CLOSED';
  if (imported === null) return 'AWAITING';
  if (released === null) return 'IMPORTED';
  const touched = countOf(byStatus, (status) => !UNTOUCHED.includes(status));
  if (unfinishedOf(byStatus) > 0) return touched > 0 ? 'IN_WORK' : 'RELEASED';
  return released === imported ? 'READY' : 'IMPORTED';
}

function unfinishedOf(byStatus: CountsByStatus): number {
  return countOf(byStatus, (status) => !isFinished(status));
}

export function countOf(byStatus: CountsByStatus, counts: (status: ReconciliationStatus) => boolean): number {
  let sum = 0;
  for (const [status, count] of Object.entries(byStatus)) if (counts(status as ReconciliationStatus)) sum += count;
  return sum;
}

const UNTOUCHED: readonly ReconciliationStatus[] = ['PENDING', 'NOT_STARTED', 'AUTO_APPROVED'];
