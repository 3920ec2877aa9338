// GET /api/v1/reconciliations: one per account of a released trial balance.
import type { Where } from '../../../domain/kernel/where.js';
import { approvalReasons } from '../../../domain/clients/rules.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { SYSTEM, type Recorded } from '../../../domain/kernel/event.js';
import type { EventLog } from '../../../domain/kernel/log.js';
import type {
  ReconciliationEvent,
  ReleasedItem,
  TrialBalanceReleased,
} from '../../../domain/reconciliation/events.js';
import {
  reconciliationStatuses,
  slaStatuses,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';
import { debitSignOf } from '../../../domain/reconciliation/fold.js';
import { participationIn, type Move } from '../../../domain/reconciliation/transitions.js';
import type { Page, PageRequest, Pages } from '../../engine/pages.js';
import { projection, writes } from '../../engine/projection.js';
import { view, without, type ReadModels, type Write } from '../../engine/readStore.js';
import { replay } from '../../engine/runner.js';
import {
  among,
  exactText,
  inCompanies,
  oneOf,
  reconciliationStreams,
  wholeNumber,
  type AsOf,
  type Companies,
  type Filters,
  type Scope,
} from '../scope.js';
import {
  rowFields,
  statusFields,
  toRows,
  unlisted,
  whereSlaStatus,
  type ReadContext,
  type ReconciliationRow,
  type StoredReconciliation,
} from './reconciliationRows.js';
import { eachActed, eachComposed, eachReleased } from './handlers.js';
import { searchTextOf } from '../worklist/searchText.js';
import { oldestOpenDays } from '../items.js';

export const reconciliations = view<StoredReconciliation>({
  name: 'reconciliations',
  version: 11,
  fields: {
    ...rowFields,
    comparado: 'cents',
    explicada: 'boolean',
    aprovacaoAutomatica: 'text',
    responsavelId: 'text',
    completedAt: 'text',
    completedLate: 'boolean',
    clientId: 'integer',
    debito: 'integer',
    busca: 'text',
    idadeItens: 'integer',
    elaborouId: 'text',
    revisouId: 'text',
  },
  differences: { diferenca: { of: 'saldoContabil', less: ['saldoConciliado', 'ajustes'] } },
  indexes: [
    ['clientId', 'empresaId', 'competencia', 'status'],
    ['clientId', 'responsavelId'],
    ['clientId', 'responsavelId', 'responsavelPapel', 'completedLate', 'prazo'],
    ['clientId', 'empresaId', 'competencia'],
    ['clientId', 'empresaId'],
    ['clientId', 'competencia'],
    ['clientId', 'status'],
    ['clientId', 'completedLate'],
    ['clientId', 'empresaId', 'competencia', 'contaCodigo'],
    ['clientId', 'contaCodigo'],
    ['clientId', 'completedLate', 'prazo'],
    ['clientId', 'prazo'],
    ['clientId', 'saldoContabilDevedor'],
    ['clientId', 'diferenca'],
    ['clientId'],
  ],
});

/** The fields of its index by which one account of a month is looked up. */
export const accountKey: readonly string[] = ['empresaId', 'competencia', 'contaCodigo'];

const { put, set } = writes(reconciliations);
const listedReconciliations = without(reconciliations, unlisted);

export const reconciliationsProjection = projection<ReconciliationEvent>({
  name: 'reconciliations',
  streamPrefixes: ['reconciliations-'],
  views: [reconciliations],
  on: {
    TrialBalanceReleased: eachReleased((event, item) => [releasedRow(event, item)]),
    ReconciliationsMoved: eachActed(({ data, metadata }, { reconciliationId, status, ownerId }) => [
      set(data.clientId, reconciliationId, {
        ...statusFields({ status, ownerId, deadlines: data.deadlines, at: metadata.at }),
        ...participation(data.move, status, ownerId),
      }),
    ]),
    CompositionRecorded: eachComposed(({ data }, { reconciliationId, reconciledCents, composition }) => [
      set(data.clientId, reconciliationId, {
        saldoConciliado: reconciledCents,
        idadeItens: oldestOpenDays(composition, data.competence),
      }),
    ]),
    AdjustmentsRecorded: eachActed(({ data }, { reconciliationId }) => [
      set(data.clientId, reconciliationId, { ajustes: data.adjustmentsCents }),
    ]),
    VariationExplained: eachActed(({ data }, { reconciliationId }) => [
      set(data.clientId, reconciliationId, { explicada: true }),
    ]),
  },
});

function releasedRow({ data, metadata }: Recorded<TrialBalanceReleased>, item: ReleasedItem): Write {
  const { reconciliationId: id, accountName: contaDescricao, bookBalanceCents: saldoContabil } = item;
  const { bookBalanceDebitCents: saldoContabilDevedor, comparedCents: comparado = null } = item;
  const { approvalReason: aprovacaoAutomatica = null } = item;
  const byRules = { comparado, explicada: false, aprovacaoAutomatica };
  const debito = debitSignOf(item);
  const busca = searchTextOf(item.accountCode, contaDescricao);
  const { clientId, deadlines } = data;
  const fields = statusFields({ status: item.status, ownerId: item.ownerId, deadlines, at: metadata.at });
  if (!item.created)
    return set(clientId, id, {
      contaDescricao,
      busca,
      saldoContabil,
      saldoContabilDevedor,
      debito,
      ...byRules,
      // A finished one (WAIVED) keeps the time and deadline of its completion.
      ...(fields.completedAt === null ? fields : {}),
    });
  return put({
    id,
    empresaId: data.companyId,
    competencia: data.competence,
    contaId: item.accountId,
    contaCodigo: item.accountCode,
    contaDescricao,
    ...fields,
    saldoContabil,
    saldoConciliado: 0,
    ajustes: 0,
    saldoContabilDevedor,
    ...byRules,
    clientId,
    debito,
    busca,
    idadeItens: -1,
    elaborouId: null,
    revisouId: null,
  });
}

/** The field of who took part last, by how. */
export const participantFields = { prepared: 'elaborouId', reviewed: 'revisouId' } as const;

function participation(move: Move, status: ReconciliationStatus, ownerId: string | null) {
  const part = participationIn(move, status);
  return part === null ? {} : { [participantFields[part]]: ownerId };
}

export const reconciliationFilters = {
  status: oneOf('status', reconciliationStatuses).optional().describe('Somente com este status'),
  slaStatus: oneOf('slaStatus', slaStatuses)
    .optional()
    .describe('Somente com esta situação do prazo no momento da leitura'),
  responsavel: exactText('responsavel').optional().describe('Somente com este nome em responsavelNome'),
  itensHaMaisDe: wholeNumber('itensHaMaisDe deve ser um número inteiro de dias')
    .optional()
    .describe('Somente com um item em aberto há mais dias do que este número'),
  variacao: oneOf('variacao', ['sim'])
    .optional()
    .describe('`sim`: somente as que variaram mais do que a regra da empresa deixa sem explicação'),
  aprovacaoAutomatica: oneOf('aprovacaoAutomatica', valuesOf(approvalReasons))
    .optional()
    .describe('Somente as que uma regra aprovou, ou não aprovou, por este motivo'),
};

/** `owner` is `responsavel`, resolved to people. */
export type ReconciliationsQuery = PageRequest &
  Omit<Filters<typeof reconciliationFilters>, 'responsavel'> &
  Readonly<{ companies: Companies; period?: string | undefined; owner?: ShownOwner | undefined }>;

/** Who a name in `responsavelNome` stands for: people, by opaque id, or automatic approval; null: nobody yet. */
export type ShownOwner = Readonly<{ personIds: readonly string[] }> | typeof SYSTEM | null;

export async function listReconciliations(
  pages: Pages,
  scope: Scope,
  query: ReconciliationsQuery,
  context: ReadContext,
): Promise<Page<ReconciliationRow>> {
  const where = reconciliationConditions(query, context.now);
  const page = await pages.list(listedReconciliations, { clientId: scope.clientId, where }, query);
  return { ...page, rows: await toRows(page.rows, context) };
}

export function reconciliationConditions(
  {
    companies,
    period,
    status,
    slaStatus,
    owner,
    itensHaMaisDe,
    variacao,
    aprovacaoAutomatica,
  }: Omit<ReconciliationsQuery, keyof PageRequest>,
  now: Date,
): Where {
  return [
    { ...inCompanies(companies), competencia: period, status, aprovacaoAutomatica },
    slaStatus === undefined ? {} : whereSlaStatus(slaStatus, now),
    owner === SYSTEM ? { status: 'AUTO_APPROVED' } : {},
    owner === null ? { responsavelId: null, completedLate: null } : {},
    typeof owner === 'object' && owner !== null ? { responsavelId: among(owner.personIds) } : {},
    itensHaMaisDe === undefined ? {} : { idadeItens: { above: itensHaMaisDe } },
    variacao === undefined ? {} : { comparado: { not: null } },
  ];
}

/** Those of this client, in any order; unknown ids are omitted. @param ids at most a page */
export function reconciliationsById(
  store: ReadModels,
  clientId: number,
  ids: Iterable<number>,
): Promise<readonly StoredReconciliation[]> {
  const keys = [...new Set(ids)].map((id) => [id]);
  return store.lookUp(reconciliations, clientId, ['id'], keys);
}

/** Null when this client has none of that id. */
export async function findReconciliation(pages: Pages, { clientId }: Scope, id: number) {
  const row = await pages.store.get(reconciliations, clientId, id);
  return row && placeOf(row);
}

export type ReconciliationPlace = ReturnType<typeof placeOf>;

/** Company and competence of a reconciliation, which never change, and its row: amounts in centavos. */
export function placeOf(row: StoredReconciliation) {
  return { companyId: row.empresaId, competence: row.competencia as Competence, row };
}

/** @returns null when no reconciliation of this client has the id */
export async function findReconciliationRow(
  pages: Pages,
  { clientId }: Scope,
  id: number,
  context: ReadContext,
): Promise<ReconciliationRow | null> {
  const storedRow = await pages.store.get(reconciliations, clientId, id);
  const [row = null] = storedRow === null ? [] : await toRows([storedRow], context);
  return row;
}

/** Of one company as they were at a time, by replay, before names and deadlines (`toRows` with that `now`). */
export async function storedReconciliationsAsOf(
  log: EventLog,
  asOf: AsOf,
): Promise<readonly StoredReconciliation[]> {
  const streams = await reconciliationStreams(log, asOf);
  return replay(log, reconciliations, reconciliationsProjection, { streams, until: asOf.until });
}
