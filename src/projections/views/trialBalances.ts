// GET /api/v1/trial-balances and /{id}/lines. One projection for both: lines, then header, then checkpoint, so that a
// version is visible only when whole. Its status follows from stored facts and is never stored itself.
import type { BooksEvent, LineColumns, TrialBalanceVersioned } from '../../domain/books/events.js';
import { booksStream } from '../../domain/books/fold.js';
import type { DomainEvent, Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { ReconciliationEvent } from '../../domain/reconciliation/events.js';
import { paginationOf, type Page, type PageRequest, type Pages, type Pagination } from '../engine/pages.js';
import { projection, showsNothing, writes, type Handler, type PartBytes } from '../engine/projection.js';
import { view, type Condition, type RowList, type Write } from '../engine/readStore.js';
import { replay } from '../engine/replay.js';
import { rowBlocks, type Field, type RowShape } from '../engine/rowBlocks.js';
import { reconciliationStreams, type AsOf } from './asOf.js';
import type { NameOf, Names } from './names.js';
import { inCompanies, optionally, type Companies, type Scope } from './scope.js';

export const trialBalanceStatuses = ['IMPORTED', 'RELEASED', 'SUPERSEDED'] as const;
export type TrialBalanceStatus = (typeof trialBalanceStatuses)[number];

export type TrialBalanceRow = Readonly<{
  id: number;
  empresaId: number;
  empresaNome: string;
  competencia: string;
  versao: number;
  status: TrialBalanceStatus;
  importadoEm: string;
  importadoPor: string;
  linhas: number;
}>;

/** Once true, always true. `replaced`: another version was released after it; `superseded`: there is a later version. */
type Facts = Readonly<{ released: boolean; replaced: boolean; superseded: boolean }>;
/** `importadoPor` is "" for a person, whose opaque id is beside it. */
type Stored = Omit<TrialBalanceRow, 'empresaNome' | 'status'> &
  Facts &
  Readonly<{ importadoPorId: string | null; clientId: number }>;

const trialBalances = view<Stored>({
  name: 'trialBalances',
  version: 2,
  fields: {
    id: 'integer',
    empresaId: 'integer',
    competencia: 'text',
    versao: 'integer',
    importadoEm: 'text',
    importadoPor: 'text',
    linhas: 'integer',
    released: 'boolean',
    replaced: 'boolean',
    superseded: 'boolean',
    importadoPorId: 'text',
    clientId: 'integer',
  },
  indexes: [
    ['clientId', 'empresaId', 'competencia'],
    ['clientId', 'empresaId'],
    ['clientId', 'competencia'],
    ['clientId', 'released', 'superseded'],
    ['clientId', 'released', 'replaced'],
    ['clientId'],
  ],
});
const { put, set } = writes(trialBalances);

/** Members of a line in the order of the contract. */
const trialBalanceLines: RowList = {
  name: 'trialBalanceLines',
  version: 1,
  fields: [
    'balanceteId',
    'empresaId',
    'competencia',
    'contaCodigo',
    'contaDescricao',
    'saldoAnterior',
    'debito',
    'credito',
    'saldoFinal',
  ],
  filterable: ['contaCodigo'],
};

export const trialBalancesProjection = projection<BooksEvent | ReconciliationEvent>({
  name: 'trialBalances',
  streamPrefixes: ['books-', 'reconciliations-'],
  views: [trialBalances],
  lists: [trialBalanceLines],
  on: {
    TrialBalanceVersioned: {
      parts: ({ data }) => ({ stream: data.lines.stream, fromRevision: 0, count: data.lines.count }),
      handle: linesThenHeader,
    },
    TrialBalanceReleased: ({ data }) => [
      set(data.clientId, data.trialBalanceId, { released: true }),
      ...(data.replaces === null ? [] : [set(data.clientId, data.replaces, { replaced: true })]),
    ],
    ReconciliationsMoved: showsNothing,
    CompositionRecorded: showsNothing,
    AdjustmentsRecorded: showsNothing,
    ReconciliationsCommented: showsNothing,
    EvidenceAttached: showsNothing,
    CompetenceClosed: showsNothing,
    CompetenceReopened: showsNothing,
  },
});

async function* linesThenHeader(event: Recorded<TrialBalanceVersioned>, parts: PartBytes): AsyncIterable<Write> {
  const { data } = event;
  const shape = lineShape(data);
  let lines = 0;
  for await (const part of parts) {
    const { count, blocks } = rowBlocks(part, shape);
    yield {
      op: 'rows',
      list: trialBalanceLines.name,
      clientId: data.clientId,
      parentId: data.trialBalanceId,
      first: lines,
      blocks,
    };
    lines += count;
  }
  if (lines !== data.lineCount) throw new Error(`${data.lines.stream}: ${lines} lines, ${data.lineCount} named`);
  yield* headerOf(event);
}

function* headerOf({ data, metadata }: Recorded<TrialBalanceVersioned>): Iterable<Write> {
  yield put({
    id: data.trialBalanceId,
    empresaId: data.companyId,
    competencia: data.competence,
    versao: data.version,
    importadoEm: metadata.at,
    importadoPor: metadata.actor.name ?? '',
    importadoPorId: metadata.actor.kind === 'person' ? metadata.actor.id : null,
    linhas: data.lineCount,
    released: false,
    replaced: false,
    superseded: false,
    clientId: data.clientId,
  });
  if (data.supersedes !== null) yield set(data.clientId, data.supersedes, { superseded: true });
}

/** From `LineColumns` to the row of a line. */
function lineShape(data: TrialBalanceVersioned['data']): RowShape {
  return {
    fields: [
      { name: 'balanceteId', constant: data.trialBalanceId },
      { name: 'empresaId', constant: data.companyId },
      { name: 'competencia', constant: data.competence },
      text('contaCodigo', 'accountCode'),
      text('contaDescricao', 'accountName'),
      cents('saldoAnterior', 'previousBalanceCents'),
      cents('debito', 'debitCents'),
      cents('credito', 'creditCents'),
      cents('saldoFinal', 'finalBalanceCents'),
    ],
    filterable: trialBalanceLines.filterable,
  };
}

const text = (name: string, column: keyof LineColumns): Field => ({ name, text: column });
const cents = (name: string, column: keyof LineColumns): Field => ({ name, cents: column });

export type TrialBalancesQuery = PageRequest &
  Readonly<{ companies: Companies; competence?: string; status?: TrialBalanceStatus }>;

export async function listTrialBalances(
  pages: Pages,
  scope: Scope,
  query: TrialBalancesQuery,
  names: Names,
): Promise<Page<TrialBalanceRow>> {
  const where = [
    ...inCompanies(query.companies),
    ...optionally('competencia', query.competence),
    ...(query.status === undefined ? [] : statusIs[query.status]),
  ];
  const page = await pages.list(trialBalances, { clientId: scope.clientId, where }, query);
  return { ...page, rows: await toRows(page.rows, names) };
}

async function toRows(rows: readonly Stored[], { companyName, personNames }: Names): Promise<TrialBalanceRow[]> {
  const nameOf = await personNames(rows.map(({ importadoPorId }) => importadoPorId));
  return rows.map((row) => toRow(row, companyName, nameOf));
}

/** Headers alone: a list shows no line. */
const headersOnly = {
  on: { ...trialBalancesProjection.on, TrialBalanceVersioned: headerOf as Handler<DomainEvent> },
};

/**
 * One company's, all of them, as they stood at a time, by replay of its events; names are those of now.
 */
export async function trialBalancesAsOf(
  log: EventLog,
  { companyId, until }: AsOf,
  names: Names,
): Promise<readonly TrialBalanceRow[]> {
  const streams = [booksStream(companyId), ...(await reconciliationStreams(log, { companyId, until }))];
  const rows = await replay(log, trialBalances, headersOnly, { streams, until });
  return toRows(rows, names);
}

export type TrialBalanceHead = Readonly<{ id: number; empresaId: number; competencia: string; linhas: number }>;

/** @returns null when no trial balance of this client has the id */
export async function findTrialBalance(
  pages: Pages,
  scope: Scope,
  trialBalanceId: number,
): Promise<TrialBalanceHead | null> {
  return pages.store.get(trialBalances, scope.clientId, trialBalanceId);
}

export type TrialBalanceLinesQuery = PageRequest & Readonly<{ trialBalanceId: number; accountCode?: string }>;

/** Lines of versions not projected yet will have changed at this time (ms) or later. */
export async function linesChangedUntil({ store }: Pages): Promise<number> {
  return (await store.shownUntil(trialBalances)) + 1;
}

/**
 * `rowsJson` is the JSON text of an array of rows, ready to be sent.
 * @param known what `findTrialBalance` answered, so that it is not asked again
 * @returns null when no trial balance of this client has the id
 */
export async function listTrialBalanceLines(
  pages: Pages,
  scope: Scope,
  query: TrialBalanceLinesQuery,
  known?: TrialBalanceHead,
): Promise<Readonly<{ rowsJson: Uint8Array; pagination: Pagination }> | null> {
  const { trialBalanceId, accountCode, page, limit, changedSince } = query;
  const header = known ?? (await findTrialBalance(pages, scope, trialBalanceId));
  if (header === null) return null;
  const skip = (page - 1) * limit;
  const list = [trialBalanceLines, scope.clientId, trialBalanceId] as const;
  if (changedSince !== undefined && ((await pages.store.listChangedAt(...list)) ?? 0) < changedSince)
    return { rowsJson: NO_ROWS, pagination: paginationOf(page, limit, 0) };
  if (accountCode === undefined) {
    const rowsJson = await pages.store.listRows(...list, skip, limit);
    return { rowsJson, pagination: paginationOf(page, limit, header.linhas) };
  }
  const found = await pages.store.findInList(...list, 'contaCodigo', accountCode, { skip, limit });
  return { rowsJson: found.rows, pagination: paginationOf(page, limit, found.total) };
}

const NO_ROWS = Uint8Array.of(0x5b, 0x5d); // []

/** Source: docs/spec/rows.md#trial-balance-status. */
const statusIs: Readonly<Record<TrialBalanceStatus, readonly Condition[]>> = {
  IMPORTED: [
    { field: 'released', is: false },
    { field: 'superseded', is: false },
  ],
  RELEASED: [
    { field: 'released', is: true },
    { field: 'replaced', is: false },
  ],
  SUPERSEDED: [
    {
      any: [
        [{ field: 'replaced', is: true }],
        [
          { field: 'released', is: false },
          { field: 'superseded', is: true },
        ],
      ],
    },
  ],
};

function statusOf({ released, replaced, superseded }: Facts): TrialBalanceStatus {
  if (released) return replaced ? 'SUPERSEDED' : 'RELEASED';
  return superseded ? 'SUPERSEDED' : 'IMPORTED';
}

function toRow(row: Stored, companyName: Names['companyName'], nameOf: NameOf): TrialBalanceRow {
  return {
    id: row.id,
    empresaId: row.empresaId,
    empresaNome: companyName(row.empresaId),
    competencia: row.competencia,
    versao: row.versao,
    status: statusOf(row),
    importadoEm: row.importadoEm,
    importadoPor: row.importadoPorId === null ? row.importadoPor : nameOf(row.importadoPorId),
    linhas: row.linhas,
  };
}
