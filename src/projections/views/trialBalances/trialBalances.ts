// GET /api/v1/trial-balances. Lines, then header, then checkpoint: a version is visible only when complete.
import type { Where } from '../../../domain/kernel/where.js';
import * as z from 'zod';
import {
  conventionNames,
  trialBalanceStatuses,
  type BooksEvent,
  type TrialBalanceStatus,
  type TrialBalanceVersioned,
} from '../../../domain/books/events.js';
import { booksStream } from '../../../domain/books/fold.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import type { DomainEvent, Recorded } from '../../../domain/kernel/event.js';
import type { EventLog } from '../../../domain/kernel/log.js';
import type { ReconciliationEvent, TrialBalanceReleased } from '../../../domain/reconciliation/events.js';
import type { Page, PageRequest, Pages } from '../../engine/pages.js';
import { projection, writes, type Handler, type ReadLog } from '../../engine/projection.js';
import { view, without, type ReadModels, type Write } from '../../engine/readStore.js';
import { replay } from '../../engine/runner.js';
import {
  atLeast,
  fieldsOf,
  inCompanies,
  oneOf,
  reconciliationStreams,
  storedActor,
  storedActorName,
  truth,
  upTo,
  type AsOf,
  type Companies,
  type Filters,
  type NameOf,
  type Names,
  type Scope,
} from '../scope.js';
import {
  competenceClosing,
  competenceClosings,
  competenceImport,
  competenceImports,
} from '../competences/books.js';
import { accountBalances, balancesOf } from './accountBalances.js';
import { leftOutLines, leftOutWrites, lineWrites, trialBalanceLines } from './trialBalanceLines.js';

export const trialBalanceRow = z.strictObject({
  id: z.int().describe('Identificador desta versão do balancete'),
  empresaId: z.int().describe('Empresa do balancete'),
  empresaNome: z.string().describe('Razão social da empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  versao: z.int().describe('Número da versão dentro da competência'),
  status: z.enum(trialBalanceStatuses).describe('Situação desta versão'),
  importadoEm: z.iso.datetime({ precision: 3 }).describe('Quando foi importado (ISO 8601 em UTC)'),
  importadoPor: z.string().describe('Nome da chave que importou'),
  linhas: z.int().describe('Quantidade de linhas'),
  convencao: z.enum(Object.values(conventionNames)).describe('Sinal dos saldos como enviados'),
});
export type TrialBalanceRow = Readonly<z.output<typeof trialBalanceRow>>;

export const trialBalanceExample: TrialBalanceRow = {
  id: 7,
  empresaId: 1,
  empresaNome: 'Comércio Exemplo Ltda.',
  competencia: '2026-08',
  versao: 1,
  status: 'RELEASED',
  importadoEm: '2026-09-02T12:00:00.000Z',
  importadoPor: 'ERP',
  linhas: 1,
  convencao: 'NATURAL',
};

export const trialBalanceFilters = {
  current: truth('current')
    .meta({ type: 'boolean', enum: [true, false] })
    .describe('true: somente a versão mais nova de cada competência'),
  status: oneOf('status', trialBalanceStatuses).optional().describe('Somente com este status'),
};

// The status of a version, as a condition of lists and of one row. Source: docs/spec/rows.md#trial-balance-status.

/** They never return to false. `replaced`: by a version released, `superseded`: by one imported later. */
type StatusFacts = Readonly<{ released: boolean; replaced: boolean; superseded: boolean }>;
const statusIs: Readonly<Record<TrialBalanceStatus, Where>> = {
  IMPORTED: { released: false, superseded: false },
  RELEASED: { released: true, replaced: false },
  SUPERSEDED: { any: [{ replaced: true }, { released: false, superseded: true }] },
};

export function statusOf({ released, replaced, superseded }: StatusFacts): TrialBalanceStatus {
  if (released) return replaced ? 'SUPERSEDED' : 'RELEASED';
  return superseded ? 'SUPERSEDED' : 'IMPORTED';
}

/** `importadoPor` is "" for a person; `importadoPorId` then has the opaque id. */
export type StoredTrialBalance = Omit<TrialBalanceRow, 'empresaNome' | 'status'> &
  StatusFacts &
  ShownToPeople &
  Readonly<{ importadoPorId: string | null; clientId: number }>;

/** Beside the fields of the API: what the person who releases a version looks at. */
const shownToPeople = z.object({
  planoNome: z.string(),
  enviadas: z.int(),
  foraDoPlano: z.int(),
  naoConciliam: z.int(),
  /** "" for an import by JSON. */
  arquivo: z.string(),
  /** The first sentences, as JSON; null where the event is of an older version and has none. */
  avisos: z.string().nullable(),
  totalDeAvisos: z.int(),
  liberadoEm: z.string().nullable(),
  /** "" for a person. */
  liberadoPor: z.string(),
  liberadoPorId: z.string().nullable(),
});
type ShownToPeople = Readonly<z.output<typeof shownToPeople>>;

export const trialBalances = view<StoredTrialBalance>({
  name: 'trialBalances',
  version: 5,
  fields: {
    ...fieldsOf(trialBalanceRow, 'empresaNome', 'status'),
    released: 'boolean',
    replaced: 'boolean',
    superseded: 'boolean',
    importadoPorId: 'text',
    ...fieldsOf(shownToPeople),
    clientId: 'integer',
  },
  indexes: [
    ['clientId', 'empresaId', 'competencia'],
    ['clientId', 'empresaId', 'superseded'],
    ['clientId', 'empresaId'],
    ['clientId', 'competencia'],
    ['clientId', 'released', 'superseded'],
    ['clientId', 'released', 'replaced'],
    ['clientId'],
  ],
});
const { put, set } = writes(trialBalances);

/** The fields that readers of the API do not get. */
const notListed = Object.keys(shownToPeople.shape) as (keyof ShownToPeople)[];
export const listedTrialBalances = without(trialBalances, notListed);
type Listed = Omit<StoredTrialBalance, keyof ShownToPeople>;

export const trialBalancesProjection = projection<BooksEvent | ReconciliationEvent>({
  name: 'trialBalances',
  streamPrefixes: ['books-', 'reconciliations-'],
  views: [accountBalances, trialBalances, competenceImports, competenceClosings],
  lists: [trialBalanceLines, leftOutLines],
  on: {
    TrialBalanceVersioned: linesThenHeader,
    TrialBalanceReleased: releasedHeader,
    CompetenceClosed: competenceClosing,
    CompetenceReopened: competenceClosing,
  },
});

async function* linesThenHeader(event: Recorded<TrialBalanceVersioned>, log: ReadLog): AsyncIterable<Write> {
  const balances = balancesOf(event.data);
  yield* lineWrites(event, log, balances.add);
  yield* balances.writes();
  yield* leftOutWrites(event, log);
  yield* headerOf(event);
  yield competenceImport(event);
}

function* headerOf({ data, metadata }: Recorded<TrialBalanceVersioned>): Iterable<Write> {
  const importer = storedActor(metadata.actor);
  yield put({
    id: data.trialBalanceId,
    empresaId: data.companyId,
    competencia: data.competence,
    versao: data.version,
    importadoEm: metadata.at,
    importadoPor: importer.por,
    importadoPorId: importer.porId,
    linhas: data.lineCount,
    convencao: conventionNames[data.convention],
    released: false,
    replaced: false,
    superseded: false,
    planoNome: data.chartName,
    enviadas: data.received,
    foraDoPlano: data.ignoredNotInChart,
    naoConciliam: data.ignoredNotReconciled,
    arquivo: data.source.kind === 'json' ? '' : data.source.name,
    avisos: data.warnings === undefined ? null : JSON.stringify(data.warnings),
    totalDeAvisos: data.warningCount ?? 0,
    liberadoEm: null,
    liberadoPor: '',
    liberadoPorId: null,
    clientId: data.clientId,
  });
  if (data.supersedes !== null) yield set(data.clientId, data.supersedes, { superseded: true });
}

function* releasedHeader({ data, metadata }: Recorded<TrialBalanceReleased>): Iterable<Write> {
  const { por: liberadoPor, porId: liberadoPorId } = storedActor(metadata.actor);
  const { clientId, trialBalanceId, replaces } = data;
  yield set(clientId, trialBalanceId, { released: true, liberadoEm: metadata.at, liberadoPor, liberadoPorId });
  if (replaces !== null) yield set(clientId, replaces, { replaced: true });
}

export type TrialBalancesQuery = PageRequest &
  Filters<typeof trialBalanceFilters> &
  Readonly<{
    companies: Companies;
    period?: Competence | undefined;
    /** Both inclusive. */
    periodFrom?: Competence | undefined;
    periodTo?: Competence | undefined;
  }>;

export async function listTrialBalances(
  pages: Pages,
  scope: Scope,
  query: TrialBalancesQuery,
  names: Names,
): Promise<Page<TrialBalanceRow>> {
  const selection = { clientId: scope.clientId, where: conditionsOf(query) };
  const page = await pages.list(listedTrialBalances, selection, query);
  return { ...page, rows: await toTrialBalanceRows(page.rows, names) };
}

export function conditionsOf(query: TrialBalancesQuery): Where {
  const { companies, period, periodFrom, periodTo, current, status } = query;
  return [
    { ...inCompanies(companies), competencia: period },
    { competencia: atLeast(periodFrom) },
    { competencia: upTo(periodTo) },
    current === true ? { superseded: false } : {},
    status === undefined ? {} : statusIs[status],
  ];
}

export async function toTrialBalanceRows(
  rows: readonly Listed[],
  { companyName, personNames }: Names,
): Promise<TrialBalanceRow[]> {
  const nameOf = await personNames(rows.map(({ importadoPorId }) => importadoPorId));
  return rows.map((row) => toRow(row, companyName, nameOf));
}

/** Replays headers without lines, and closings. */
export const headersOnly = {
  begin: () => ({ ...trialBalancesProjection.begin(), TrialBalanceVersioned: [headerOf as Handler<DomainEvent>] }),
};

/** Of one company as they were at a time, by replay, before names are looked up (`toTrialBalanceRows`). */
export async function storedTrialBalancesAsOf(log: EventLog, asOf: AsOf): Promise<readonly StoredTrialBalance[]> {
  const streams = [booksStream(asOf.companyId), ...(await reconciliationStreams(log, asOf))];
  const rows = await replay(log, trialBalances, headersOnly, { streams, until: asOf.until });
  const { competence } = asOf;
  return competence === null ? rows : rows.filter((row) => row.competencia === competence);
}

/** @returns null when no trial balance of this client has the id */
export async function findTrialBalance(
  pages: Pages,
  scope: Scope,
  trialBalanceId: number,
): Promise<StoredTrialBalance | null> {
  return pages.store.get(trialBalances, scope.clientId, trialBalanceId);
}

/** @returns null when no trial balance of this client has the id */
export async function findTrialBalanceRow(
  pages: Pages,
  scope: Scope,
  trialBalanceId: number,
  names: Names,
): Promise<TrialBalanceRow | null> {
  const trialBalance = await pages.store.get(trialBalances, scope.clientId, trialBalanceId);
  return trialBalance && ((await toTrialBalanceRows([trialBalance], names))[0] ?? null);
}

type Month = Readonly<{ empresaId: number; competencia: string }>;

/** Finds the versions of each of these months, the newest first. @param months of at most a page of rows */
export async function versionsOfMonths(
  store: ReadModels,
  clientId: number,
  months: readonly Month[],
): Promise<(month: Month) => readonly Listed[]> {
  const keyOf = ({ empresaId, competencia }: Month): string => `${empresaId} ${competencia}`;
  const keys = new Map(months.map((month) => [keyOf(month), [month.empresaId, month.competencia]]));
  const fields = ['empresaId', 'competencia'];
  const versions = await store.lookUp(listedTrialBalances, clientId, fields, [...keys.values()]);
  const byMonth = groupedBy(
    versions.toSorted((one, other) => other.versao - one.versao),
    keyOf,
  );
  return (month) => byMonth.get(keyOf(month)) ?? [];
}

/** Lines of versions not projected yet will have changed at this time (ms) or later. */
export async function linesChangedUntil({ store }: Pages): Promise<number> {
  return (await store.viewChangedAt(trialBalances)) + 1;
}

export function toRow(row: Listed, companyName: Names['companyName'], nameOf: NameOf): TrialBalanceRow {
  return {
    id: row.id,
    empresaId: row.empresaId,
    empresaNome: companyName(row.empresaId),
    competencia: row.competencia,
    versao: row.versao,
    status: statusOf(row),
    importadoEm: row.importadoEm,
    importadoPor: storedActorName(row.importadoPor, row.importadoPorId, nameOf),
    linhas: row.linhas,
    convencao: row.convencao,
  };
}
