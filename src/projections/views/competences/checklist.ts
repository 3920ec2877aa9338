// The checklist of a company and competence: points computed from what is known of it, then those that people
// tick.
// Source: docs/spec/operator.md#checklist.
import * as z from 'zod';
import type {
  BooksEvent,
  ChecklistPointReopened,
  ChecklistPointTicked,
  CompetenceClosed,
} from '../../../domain/books/events.js';
import { roleWords } from '../../../domain/clients/roles.js';
import { checklistPointKinds, computedKinds, type ChecklistPoint } from '../../../domain/clients/rules.js';
import { checklistOf, type WorkflowSettings } from '../../../domain/clients/workflowSettings.js';
import { previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { bankHolidays, deadlineYears, workingDayAfter } from '../../../domain/reconciliation/deadlines.js';
import { isResultGroup } from '../../../domain/trialBalance/checks/accounts.js';
import { restartIn } from '../../../domain/trialBalance/checks/continuity.js';
import { paginationOf, type Page, type PageRequest, type Pages } from '../../engine/pages.js';
import { projection, writes } from '../../engine/projection.js';
import { view, type ReadModels, type Write } from '../../engine/readStore.js';
import { fieldsOf, storedActor, storedActorName, type Scope } from '../scope.js';
import { versionBalances } from '../trialBalances/accountBalances.js';
import { findTrialBalance } from '../trialBalances/trialBalances.js';
import { competenceId } from './books.js';
import { competenceState, countOf, lateness, type CompetenceState } from './newestCompetences.js';

export const checklistRow = z.strictObject({
  empresaId: z.int().describe('Empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  tipo: z.enum(valuesOf(checklistPointKinds)).describe('O que o ponto é; todos menos LIVRE são calculados'),
  descricao: z.string().describe('O ponto em palavras'),
  papel: z.string().nullable().describe('Papel de quem conclui o ponto; nulo: qualquer papel que trabalha'),
  diaUtil: z.int().nullable().describe('Dia útil depois do fim do mês até o qual se conclui; nulo: sem prazo'),
  prazo: z.iso.date().nullable().describe('A data desse dia útil (AAAA-MM-DD)'),
  impeditivo: z.boolean().describe('true: a competência não fecha enquanto o ponto não está concluído'),
  feito: z.boolean().describe('true: concluído'),
  feitoEm: z.iso.datetime().nullable().describe('Quando uma pessoa concluiu; nulo nos calculados e nos pendentes'),
  feitoPor: z.string().describe('Quem concluiu; vazio nos calculados e nos pendentes'),
  comentario: z.string().describe('Por que foi reaberto; vazio quando não foi'),
});
export type ChecklistRow = Readonly<z.output<typeof checklistRow>>;

export const checklistExample: ChecklistRow = {
  empresaId: 1,
  competencia: '2026-08',
  tipo: 'LIVRE',
  descricao: 'Inventário conferido',
  papel: 'Supervisor',
  diaUtil: 3,
  prazo: '2026-09-03',
  impeditivo: true,
  feito: true,
  feitoEm: '2026-09-02T17:40:00.000Z',
  feitoPor: 'Sofia Lima',
  comentario: '',
};

export type ChecklistDependencies = Readonly<{
  pages: Pages;
  clock: Readonly<{ now(): Date }>;
  names: Readonly<{ of(ids: Iterable<string | null>): Promise<(personId: string) => string> }>;
  registers: Readonly<{ workflowOf(clientId: number): Readonly<WorkflowSettings> }>;
}>;

/** Points in the order of the list: computed points first, then the company's. */
export async function findChecklist(
  deps: ChecklistDependencies,
  scope: Scope,
  place: Readonly<{ companyId: number; competence: Competence }>,
): Promise<readonly ChecklistRow[]> {
  const { companyId, competence } = place;
  const { store } = deps.pages;
  const workflow = deps.registers.workflowOf(scope.clientId);
  const doneByKind = await computePoints(deps, scope, place);
  const of = { empresaId: companyId, competencia: competence };
  const none = { papel: null, diaUtil: null, prazo: null, impeditivo: false };
  const undone = { feitoEm: null, feitoPor: '', comentario: '' };
  const rows: ChecklistRow[] = computedKinds.map((tipo) => ({
    ...of,
    tipo,
    descricao: checklistPointKinds[tipo].name,
    ...none,
    feito: doneByKind[tipo],
    ...undone,
  }));
  const points = checklistOf(workflow, companyId);
  if (points.length === 0) return rows;
  const texts = points.map(({ text }) => text);
  const ofCompany = texts.map((text) => [companyId, text] as const);
  const markOf = await marksOf(store, scope, competence, ofCompany);
  const nameOf = await deps.names.of(texts.map((text) => markOf(companyId, text)?.porId ?? null));
  const dayOf = dueDays(competence, workflow);
  for (const point of points) {
    const mark = markOf(companyId, point.text);
    rows.push({
      ...of,
      tipo: 'LIVRE',
      descricao: point.text,
      papel: point.role === null ? null : roleWords[point.role].name,
      diaUtil: point.workingDay,
      prazo: dayOf(point),
      impeditivo: point.blocking,
      feito: mark?.feito ?? false,
      feitoEm: mark?.feito === true ? mark.em : null,
      feitoPor: mark?.feito === true ? storedActorName(mark.por, mark.porId, nameOf) : '',
      comentario: mark?.comentario ?? '',
    });
  }
  return rows;
}

async function computePoints(
  { pages, clock }: ChecklistDependencies,
  scope: Scope,
  { companyId, competence }: Readonly<{ companyId: number; competence: Competence }>,
) {
  const { store } = pages;
  const state = await competenceState(store, scope, companyId, competence);
  const before = await competenceState(store, scope, companyId, previousCompetence(competence));
  const versions = { before: before?.imported?.balanceteId ?? 0, now: state?.imported?.balanceteId ?? 0 };
  const isContinued =
    versions.now !== 0 && (versions.before === 0 || (await continues(pages, scope, competence, versions)));
  const dossier = await store.get(competenceDossiers, scope.clientId, competenceId(companyId, competence));
  const hasDossier = dossier !== null && dossier.fechamento !== null && dossier.fechamento === dossier.dossieDe;
  return { ...doneIn(state, clock.now()), CONTINUIDADE: isContinued, DOSSIE: hasDossier };
}

function doneIn(state: CompetenceState | null, now: Date) {
  const { imported = null, progress = null } = state ?? {};
  const total = progress === null ? 0 : countOf(progress.byStatus, () => true);
  return {
    IMPORTADO: imported !== null,
    LIBERADO: imported !== null && imported.balanceteId === progress?.trialBalanceId,
    CONCLUIDO: progress !== null && total > 0 && progress.unfinished === 0,
    SEM_ATRASO: progress !== null && lateness(progress, now).overdue === 0,
  };
}

function dueDays(competence: Competence, workflow: Readonly<WorkflowSettings>) {
  const holidays = new Set([...bankHolidays(deadlineYears(competence)), ...workflow.holidays]);
  return ({ workingDay }: ChecklistPoint): string | null =>
    workingDay === null ? null : workingDayAfter(competence, workingDay, holidays);
}

/** Checklists of several companies, ascending by id; reads those of the page alone. */
export async function listChecklist(
  deps: ChecklistDependencies,
  { clientId }: Scope,
  query: PageRequest & Readonly<{ companyIds: readonly number[]; competence: Competence }>,
): Promise<Page<ChecklistRow>> {
  const { competence, page, limit, order } = query;
  const inOrder = <Item>(items: readonly Item[]): readonly Item[] =>
    order === 'desc' ? [...items].reverse() : items;
  const changedUntil = deps.clock.now().getTime();
  const workflow = deps.registers.workflowOf(clientId);
  const from = (page - 1) * limit;
  const rows: ChecklistRow[] = [];
  let total = 0;
  for (const companyId of inOrder(query.companyIds)) {
    const count = computedKinds.length + checklistOf(workflow, companyId).length;
    if (total < from + limit && total + count > from) {
      const all = inOrder(await findChecklist(deps, { clientId }, { companyId, competence }));
      rows.push(...all.slice(Math.max(from - total, 0), from + limit - total));
    }
    total += count;
  }
  return { rows, pagination: paginationOf(page, limit, total), changedUntil };
}

/** Whether a version opens with the closing balances of the version before it, account by account. */
async function continues(
  pages: Pages,
  scope: Scope,
  competence: Competence,
  { before, now }: Readonly<{ before: number; now: number }>,
): Promise<boolean> {
  const conventionOf = async (id: number) => (await findTrialBalance(pages, scope, id))?.convencao;
  const isSignedAlike = (await conventionOf(before)) === (await conventionOf(now));
  const earlier = await versionBalances(pages.store, scope.clientId, before);
  const later = await versionBalances(pages.store, scope.clientId, now);
  const mayRestart = restartIn(competence) !== null;
  const codes = new Set([...earlier.keys(), ...later.keys()]);
  return [...codes].every((code) => {
    const { closingCents = 0, closingAsSent = 0 } = earlier.get(code) ?? {};
    const { openingCents = 0, openingAsSent = 0 } = later.get(code) ?? {};
    // The side of what did not move may be a guess: what is sent alike, by one convention, is the same balance.
    const isSame = openingCents === closingCents || (isSignedAlike && openingAsSent === closingAsSent);
    return isSame || (mayRestart && openingCents === 0 && isResultGroup(null, code));
  });
}

// What checklists are computed of beside competences. The ticks and reopenings of their points, one row for each
// act: the last of a point says how it stands. And whether a dossier was made since the competence was closed.

/** `id`: position in the log. `por`: "" for a person, of `porId`. `comentario`: "" for a tick. */
const markRow = z.object({
  id: z.int(),
  empresaId: z.int(),
  competencia: z.string(),
  ponto: z.string(),
  feito: z.boolean(),
  em: z.string(),
  por: z.string(),
  porId: z.string().nullable(),
  comentario: z.string(),
  clientId: z.int(),
});
type ChecklistMark = Readonly<z.output<typeof markRow>>;

/** The companies of a month come last: most have points of the same texts, which are then looked up at once. */
const POINT_KEY = ['competencia', 'ponto', 'empresaId'] as const;

const checklistMarks = view<ChecklistMark>({
  name: 'checklistMarks',
  version: 3,
  fields: fieldsOf(markRow),
  indexes: [['clientId', ...POINT_KEY], ['clientId']],
});

/** Revisions in the company's books of a closed competence: of its closing in force, and of its dossier's. */
type CompetenceDossier = Readonly<{
  id: number;
  fechamento: number | null;
  dossieDe: number | null;
  clientId: number;
}>;

const competenceDossiers = view<CompetenceDossier>({
  name: 'competenceDossiers',
  version: 1,
  fields: { id: 'integer', fechamento: 'integer', dossieDe: 'integer', clientId: 'integer' },
  indexes: [['clientId']],
});

export const checklistProjection = projection<BooksEvent>({
  name: 'checklistMarks',
  streamPrefixes: ['books-'],
  views: [checklistMarks, competenceDossiers],
  on: {
    CompetenceClosed: ({ data, revision }) => [closingInForce(data, revision)],
    CompetenceReopened: ({ data }) => [closingInForce(data, null)],
    ChecklistPointTicked: putMark,
    ChecklistPointReopened: putMark,
    DossierMade: ({ data: { clientId, companyId, competence, closing } }) => [
      writes(competenceDossiers).set(clientId, competenceId(companyId, competence), { dossieDe: closing }),
    ],
  },
});

function closingInForce(
  { companyId, clientId, competence }: CompetenceClosed['data'],
  fechamento: number | null,
): Write {
  const id = competenceId(companyId, competence);
  return writes(competenceDossiers).put({ id, fechamento, dossieDe: null, clientId });
}

function* putMark(event: Recorded<ChecklistPointTicked | ChecklistPointReopened>): Iterable<Write> {
  const { type, data, metadata, position } = event;
  yield writes(checklistMarks).put({
    id: position,
    empresaId: data.companyId,
    competencia: data.competence,
    ponto: data.point,
    feito: type === 'ChecklistPointTicked',
    em: metadata.at,
    ...storedActor(metadata.actor),
    comentario: 'comment' in data ? data.comment : '',
    clientId: data.clientId,
  });
}

/** A point of a company's checklist, by its text. */
type CompanyPoint = readonly [companyId: number, text: string];

/** The points that keep a competence of these companies from being closed until a person ticks them. */
export async function missingPoints(
  { pages, registers }: Pick<ChecklistDependencies, 'pages' | 'registers'>,
  scope: Scope,
  competence: string,
  companyIds: readonly number[],
): Promise<readonly CompanyPoint[]> {
  const workflow = registers.workflowOf(scope.clientId);
  const blocking = companyIds.flatMap((companyId) =>
    checklistOf(workflow, companyId).flatMap(({ text, blocking }) =>
      blocking ? [[companyId, text] as const] : [],
    ),
  );
  const markOf = await marksOf(pages.store, scope, competence, blocking);
  return blocking.filter((point) => markOf(...point)?.feito !== true);
}

/** The last act on each of these points of a competence. */
export async function marksOf(
  store: ReadModels,
  { clientId }: Scope,
  competence: string,
  points: readonly CompanyPoint[],
): Promise<(...point: CompanyPoint) => ChecklistMark | undefined> {
  const keys = points.map(([companyId, text]) => [competence, text, companyId]);
  const acts = await store.lookUp(checklistMarks, clientId, POINT_KEY, keys);
  const last = new Map<string, ChecklistMark>();
  for (const act of acts.toSorted((a, b) => a.id - b.id)) last.set(`${act.empresaId} ${act.ponto}`, act);
  return (companyId, text) => last.get(`${companyId} ${text}`);
}
