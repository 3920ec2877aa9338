// The lists in which people find the reconciliations to work on: queues, filters, search and sorting.
import type { Where } from '../../../domain/kernel/where.js';
import { roleWords } from '../../../domain/clients/roles.js';
import { valuesOf, type Vocabulary, type Word } from '../../../domain/kernel/vocabulary.js';
import { previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import {
  begunStatuses,
  unbegunStatuses,
  type OwnerRole,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';
import { transitions } from '../../../domain/reconciliation/transitions.js';
import { paginationOf, type Page, type PageRequest, type Pages } from '../../engine/pages.js';
import type { Selection } from '../../engine/readStore.js';
import {
  ownerRoleNames,
  toRows,
  whereSlaStatus,
  type ReadContext,
  type ReconciliationRow,
  type StoredReconciliation,
} from '../reconciliations/reconciliationRows.js';
import {
  accountKey,
  participantFields,
  reconciliationConditions,
  reconciliations,
  reconciliationsById,
  type ReconciliationsQuery,
} from '../reconciliations/reconciliations.js';
import { inCompanies, type Companies, type Scope } from '../scope.js';
import { withDebits, type WithDebit } from '../trialBalances/debitOf.js';
import { whereSearched } from './searchText.js';

/** The roles whose steps reconciliations wait for. */
export const OWNERS = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR'] as const satisfies readonly OwnerRole[];

export const queues = {
  minhas: { name: 'Minhas' },
  todas: { name: 'Todas' },
  devolvidas: { name: 'Devolvidas' },
  atrasadas: { name: 'Atrasadas' },
  concluidas: { name: 'Concluídas' },
} as const satisfies Vocabulary;
export type Queue = keyof typeof queues;

const sortFields = {
  conta: 'contaCodigo',
  competencia: 'competencia',
  saldo: 'saldoContabilDevedor',
  prazo: 'prazo',
} as const;
/** Sorted by absolute amount. */
const sizes = ['diferenca', 'variacao'] as const;
export type WorklistOrder = keyof typeof sortFields | (typeof sizes)[number];
export const worklistOrders = [...Object.keys(sortFields), ...sizes] as readonly WorklistOrder[];

/** A longer list cannot be sorted by size, which no index has: it keeps the order of the release. */
export const SORTED_BY_SIZE_MAX = 2_000;

const turnOf = (role: OwnerRole) => ({
  name: ownerRoleNames[role],
  where: { completedLate: null, responsavelPapel: ownerRoleNames[role] },
});

/** Whose turn an unfinished one is; `abertas`: anybody's; of these what a person has begun, and the others. */
export const turns = {
  supervisor: turnOf('SUPERVISOR'),
  elaborador: turnOf('PREPARER'),
  revisor: turnOf('REVIEWER'),
  aprovador: turnOf('APPROVER'),
  abertas: { name: 'Qualquer papel', where: { completedLate: null } },
  iniciadas: { name: 'Qualquer papel, começadas', where: { status: { in: begunStatuses } } },
  naoIniciadas: { name: 'Qualquer papel, não começadas', where: { status: { in: unbegunStatuses } } },
} as const satisfies Vocabulary<string, Word & Readonly<{ where: Where }>>;
export type Turn = keyof typeof turns;

/**
 * Values of `responsavelPapel` with the companies where the person has that role. `withoutRole`: people who have
 * it nowhere; a step that still names one of them is vacant (docs/spec/workflow.md#vacant-steps).
 */
export type Viewer = Readonly<{
  personId: string;
  roles: readonly Readonly<{ responsavelPapel: string; companies: Companies; withoutRole: readonly string[] }>[];
}>;

export type WorklistQuery = Omit<ReconciliationsQuery, keyof PageRequest> &
  Pick<PageRequest, 'page' | 'limit' | 'order'> &
  Readonly<{
    queue: Queue;
    viewer: Viewer;
    text?: string | undefined;
    turn?: Turn | undefined;
    withDifference?: boolean | undefined;
    sortBy?: WorklistOrder | undefined;
  }>;

/** `saldoAnterior`: of the same account in the month before, debit positive; null when it has none there. */
export type WorklistRow = ReconciliationRow & WithDebit & Readonly<{ saldoAnterior: number | null }>;

const returned: readonly ReconciliationStatus[] = ['RETURNED_BY_REVIEW', 'REJECTED'];

export async function listWorklist(
  pages: Pages,
  { clientId }: Scope,
  query: WorklistQuery,
  context: ReadContext,
): Promise<Page<WorklistRow>> {
  const { sortBy, page, limit, order } = query;
  const selection = { clientId, where: conditionsOf(query, context.now) };
  const isSize = sortBy === 'diferenca' || sortBy === 'variacao';
  const request = { page, limit, order, sortBy: isSize ? undefined : sortBy && sortFields[sortBy] };
  const firstList = await pages.list(reconciliations, selection, isSize ? { page: 1, limit: 1 } : request);
  const { total } = firstList.pagination;
  const matchingPage = !isSize
    ? firstList
    : total > SORTED_BY_SIZE_MAX
      ? await pages.list(reconciliations, selection, request)
      : {
          changedUntil: firstList.changedUntil,
          pagination: paginationOf(page, limit, total),
          rows: await rowsBySize(pages, selection, sortBy, request),
        };
  const [rowsOfPage, balances] = await Promise.all([
    toRows(matchingPage.rows, context),
    balancesBefore(pages, clientId, matchingPage.rows),
  ]);
  const rows = await withDebits(pages.store, clientId, rowsOfPage);
  return {
    ...matchingPage,
    rows: rows.map((row) => {
      const before = balances.get(row.id);
      return { ...row, saldoAnterior: before === undefined ? null : before / 100 };
    }),
  };
}

/** How many each queue has with these filters. */
export async function countQueues(
  pages: Pages,
  { clientId }: Scope,
  query: WorklistQuery,
  now: Date,
): Promise<Readonly<Record<Queue, number>>> {
  const counted = valuesOf(queues).map(async (queue) => {
    const selection = { clientId, where: conditionsOf({ ...query, queue }, now) };
    return [queue, await pages.count(reconciliations, selection)] as const;
  });
  return Object.fromEntries(await Promise.all(counted)) as Record<Queue, number>;
}

function conditionsOf(query: WorklistQuery, now: Date): Where {
  const { queue, viewer, turn, text = '', withDifference = false } = query;
  return [
    reconciliationConditions(query, now),
    inQueue(queue, viewer, now),
    turn === undefined ? {} : turns[turn].where,
    ...whereSearched('busca', text),
    withDifference ? { any: [{ diferenca: { above: 0 } }, { diferenca: { below: 0 } }] } : {},
  ];
}

/** Equal sizes by id. The variation of an account without a month before counts as zero. */
async function rowsBySize(
  pages: Pages,
  selection: Selection,
  by: (typeof sizes)[number],
  { page, limit, order }: Pick<WorklistQuery, 'page' | 'limit' | 'order'>,
): Promise<readonly StoredReconciliation[]> {
  const all = await pages.store.scan(reconciliations, selection, { limit: SORTED_BY_SIZE_MAX });
  const before =
    by === 'variacao' ? await balancesBefore(pages, selection.clientId, all) : new Map<number, number>();
  const sizeOf = (row: StoredReconciliation): number => {
    const { id, saldoContabil, saldoConciliado, ajustes, saldoContabilDevedor: now } = row;
    return Math.abs(
      by === 'diferenca' ? saldoContabil - saldoConciliado - ajustes : now - (before.get(id) ?? now),
    );
  };
  const sized = all.map((row) => ({ row, size: sizeOf(row) }));
  const sign = order === 'desc' ? -1 : 1;
  sized.sort((a, b) => sign * (a.size - b.size || a.row.id - b.row.id));
  return sized.slice((page - 1) * limit, page * limit).map(({ row }) => row);
}

export type NamedReconciliation = Awaited<ReturnType<typeof namedReconciliations>>[number];

/** Those of this client, in any order. */
export async function namedReconciliations({ store }: Pages, { clientId }: Scope, ids: readonly number[]) {
  const rows = await reconciliationsById(store, clientId, ids);
  return rows.map((row) => ({
    id: row.id,
    companyId: row.empresaId,
    competence: row.competencia as Competence,
    account: `${row.contaCodigo} ${row.contaDescricao}`,
    /** Balance with debit positive. */
    balanceCents: row.saldoContabilDevedor,
    status: row.status,
  }));
}

function inQueue(queue: Queue, { personId, roles }: Viewer, now: Date): Where {
  switch (queue) {
    case 'todas':
      return {};
    case 'minhas':
      return [
        { completedLate: null },
        {
          any: [
            { responsavelId: personId },
            ...roles.flatMap(({ responsavelPapel, companies, withoutRole }) =>
              [null, { in: withoutRole }].map((responsavelId) => ({
                ...inCompanies(companies),
                responsavelId,
                responsavelPapel,
                ...Object.fromEntries(
                  (excludedFrom.get(responsavelPapel) ?? []).map((field) => [field, { not: personId }]),
                ),
              })),
            ),
          ],
        },
      ];
    case 'devolvidas':
      return { status: { in: returned } };
    case 'atrasadas':
      return whereSlaStatus('OVERDUE', now);
    case 'concluidas':
      return { completedLate: { not: null } };
  }
}

/** By the name of a role, the fields of who may not do its step (docs/spec/workflow.md#roles). */
const excludedFrom: ReadonlyMap<string, readonly string[]> = new Map(
  transitions.flatMap(({ by, not = [] }) =>
    not.length === 0 ? [] : by.map((role) => [roleWords[role].name, not.map((part) => participantFields[part])]),
  ),
);

type Account = Readonly<{ id: number; empresaId: number; competencia: string; contaCodigo: string }>;

/** Centavos, debit positive, by reconciliation. Of one code in two charts the sum: those not listed are zero. */
async function balancesBefore(
  pages: Pages,
  clientId: number,
  rows: readonly Account[],
): Promise<ReadonlyMap<number, number>> {
  const keyOf = ({ empresaId, contaCodigo }: Account, competence: string) =>
    [empresaId, competence, contaCodigo] as const;
  const keys = rows.map((row) => keyOf(row, previousCompetence(row.competencia as Competence)));
  const matchingRows = await pages.store.lookUp(reconciliations, clientId, accountKey, keys);
  const byKey = new Map<string, number>();
  for (const row of matchingRows) {
    const key = keyOf(row, row.competencia).join(' ');
    byKey.set(key, (byKey.get(key) ?? 0) + row.saldoContabilDevedor);
  }
  return new Map(
    rows.flatMap(({ id }, at) => {
      const cents = byKey.get(keys[at]?.join(' ') ?? '');
      return cents === undefined ? [] : [[id, cents] as const];
    }),
  );
}

/** `personId`: null where nobody is set. `oldest`: the deadline passed longest ago, ISO 8601 UTC. */
export type PersonLate = Readonly<{ personId: string | null; role: string; count: number; oldest: string }>;

type LateQuery = Readonly<{ companies: Companies; people: readonly string[] }>;

/** Most first. @param people who may have any */
export async function lateByPerson(
  { store }: Pick<Pages, 'store'>,
  { clientId }: Scope,
  { companies, people }: LateQuery,
  now: Date,
): Promise<readonly PersonLate[]> {
  const late = [inCompanies(companies), whereSlaStatus('OVERDUE', now)];
  const owners = [null, ...people].flatMap((personId) =>
    OWNERS.map((role) => [personId, ownerRoleNames[role]] as const),
  );
  const counted = owners.map(async ([personId, role]): Promise<readonly PersonLate[]> => {
    const selection = { clientId, where: [...late, { responsavelId: personId, responsavelPapel: role }] };
    const count = await store.count(reconciliations, selection);
    if (count === 0) return [];
    const [oldest] = await store.scan(reconciliations, selection, { sort: { field: 'prazo' }, limit: 1 });
    return oldest === undefined ? [] : [{ personId, role, count, oldest: oldest.prazo }];
  });
  return (await Promise.all(counted)).flat().sort((a, b) => b.count - a.count);
}

/** Reconciliations counted at most. */
const COUNTED_MAX = 2_000;

/** Whose turn the unfinished reconciliations of a month are, most first. */
export async function waitingByPerson(
  { store }: Pick<Pages, 'store'>,
  { clientId }: Scope,
  { companyId, competence }: Readonly<{ companyId: number; competence: Competence }>,
): Promise<readonly PersonLate[]> {
  const where = { empresaId: companyId, competencia: competence, completedLate: null };
  const people = new Map<string, PersonLate>();
  for (const row of await store.scan(reconciliations, { clientId, where }, { limit: COUNTED_MAX })) {
    const { responsavelId: personId, responsavelPapel: role, prazo } = row;
    const { count = 0, oldest = prazo } = people.get(`${personId} ${role}`) ?? {};
    const first = oldest < prazo ? oldest : prazo;
    people.set(`${personId} ${role}`, { personId, role, count: count + 1, oldest: first });
  }
  return [...people.values()].sort((a, b) => b.count - a.count);
}
