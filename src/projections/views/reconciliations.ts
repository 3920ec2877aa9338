// GET /api/v1/reconciliations: one per account of a released trial balance. What depends on the clock (slaStatus), on
// registers that may change (names) or on other fields (diferenca) is made when read, never stored.
import type {
  ReconciliationEvent,
  ReleasedColumns,
  TrialBalanceReleased,
} from '../../domain/reconciliation/events.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, writes, type PartBytes } from '../engine/projection.js';
import { view, type Write } from '../engine/readStore.js';
import { inCompanies, optionally, type Companies, type Scope } from './scope.js';

/** Source: workflow.md, States. */
export const reconciliationStatuses = [
  'PENDING',
  'NOT_STARTED',
  'IN_ELABORATION',
  'AWAITING_DOCUMENTS',
  'AWAITING_ADJUSTMENT',
  'SUBMITTED_FOR_REVIEW',
  'IN_REVIEW',
  'RETURNED_BY_REVIEW',
  'SUBMITTED_FOR_APPROVAL',
  'IN_APPROVAL',
  'REJECTED',
  'APPROVED',
  'AUTO_APPROVED',
  'BALANCE_CHANGED',
  'REOPENED',
  'WAIVED',
] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];
export type SlaStatus = 'ON_TIME' | 'DUE_SOON' | 'OVERDUE' | 'COMPLETED_ON_TIME' | 'COMPLETED_LATE';

export type ReconciliationRow = Readonly<{
  id: number;
  empresaId: number;
  empresaNome: string;
  competencia: string;
  contaId: number;
  contaCodigo: string;
  contaDescricao: string;
  status: ReconciliationStatus;
  responsavelNome: string;
  responsavelPapel: string;
  prazo: string;
  slaStatus: SlaStatus;
  saldoContabil: number;
  saldoConciliado: number;
  diferenca: number;
  ajustes: number;
}>;

type Joined = 'empresaNome' | 'responsavelNome' | 'slaStatus' | 'diferenca';
/** Amounts in centavos. `completedAt`: since when it is approved, approved automatically or waived. */
type Stored = Omit<ReconciliationRow, Joined> &
  Readonly<{ responsavelId: string | null; completedAt: string | null; clientId: number }>;

const reconciliations = view<Stored>({
  name: 'reconciliations',
  version: 1,
  fields: {
    id: 'integer',
    empresaId: 'integer',
    competencia: 'text',
    contaId: 'integer',
    contaCodigo: 'text',
    contaDescricao: 'text',
    status: 'text',
    responsavelPapel: 'text',
    prazo: 'text',
    saldoContabil: 'cents',
    saldoConciliado: 'cents',
    ajustes: 'cents',
    responsavelId: 'text',
    completedAt: 'text',
    clientId: 'integer',
  },
  indexes: [
    ['clientId', 'empresaId', 'competencia', 'status'],
    ['clientId', 'empresaId', 'competencia'],
    ['clientId', 'empresaId'],
    ['clientId', 'competencia'],
    ['clientId', 'status'],
    ['clientId'],
  ],
});
const { put, set } = writes(reconciliations);

export const reconciliationsProjection = projection<ReconciliationEvent>({
  name: 'reconciliations',
  streamPrefixes: ['reconciliations-'],
  views: [reconciliations],
  on: {
    TrialBalanceReleased: {
      parts: ({ data }) => ({ stream: data.items.stream, fromRevision: 0, count: data.items.count }),
      handle: madeOrRefreshed,
    },
  },
});

async function* madeOrRefreshed(
  { data: release }: Recorded<TrialBalanceReleased>,
  parts: PartBytes,
): AsyncIterable<Write> {
  for await (const part of parts) {
    const columns = JSON.parse(new TextDecoder().decode(part)) as ReleasedColumns;
    for (let at = 0; at < columns.reconciliationId.length; at++) yield itemOf(release, columns, at);
  }
}

/** Source: workflow.md: a release makes it PENDING; releasing again touches the numbers alone. */
function itemOf(release: TrialBalanceReleased['data'], columns: ReleasedColumns, at: number): Write {
  const id = valueAt(columns.reconciliationId, at);
  const saldoContabil = valueAt(columns.bookBalanceCents, at);
  const contaDescricao = valueAt(columns.accountName, at);
  if (!valueAt(columns.created, at)) return set(release.clientId, id, { saldoContabil, contaDescricao });
  return put({
    id,
    empresaId: release.companyId,
    competencia: release.competence,
    contaId: valueAt(columns.accountId, at),
    contaCodigo: valueAt(columns.accountCode, at),
    contaDescricao,
    status: 'PENDING',
    responsavelPapel: 'Supervisor',
    prazo: release.dueAt,
    saldoContabil,
    saldoConciliado: 0,
    ajustes: 0,
    responsavelId: null,
    completedAt: null,
    clientId: release.clientId,
  });
}

function valueAt<Value>(column: readonly Value[], at: number): Value {
  if (at >= column.length) throw new Error(`a released column ends at ${column.length}, not after ${at}`);
  return column[at] as Value;
}

export type ReconciliationsQuery = PageRequest &
  Readonly<{ companies: Companies; competence?: string; status?: ReconciliationStatus }>;

/** What is joined at reading: razaoSocial by company id, a person's name by opaque id, the clock. */
export type Present = Readonly<{
  companyName(companyId: number): string;
  personName(personId: string): string;
  now: Date;
}>;

export async function listReconciliations(
  pages: Pages,
  scope: Scope,
  query: ReconciliationsQuery,
  present: Present,
): Promise<Page<ReconciliationRow>> {
  const where = [
    ...inCompanies(query.companies),
    ...optionally('competencia', query.competence),
    ...optionally('status', query.status),
  ];
  const page = await pages.list(reconciliations, { clientId: scope.clientId, where }, query);
  return { ...page, rows: page.rows.map((row) => shown(row, present)) };
}

function shown(row: Stored, present: Present): ReconciliationRow {
  return {
    id: row.id,
    empresaId: row.empresaId,
    empresaNome: present.companyName(row.empresaId),
    competencia: row.competencia,
    contaId: row.contaId,
    contaCodigo: row.contaCodigo,
    contaDescricao: row.contaDescricao,
    status: row.status,
    responsavelNome: ownerName(row, present),
    responsavelPapel: row.responsavelPapel,
    prazo: row.prazo,
    slaStatus: slaStatusAt(row, present.now),
    saldoContabil: row.saldoContabil / 100,
    saldoConciliado: row.saldoConciliado / 100,
    diferenca: (row.saldoContabil - row.saldoConciliado - row.ajustes) / 100,
    ajustes: row.ajustes / 100,
  };
}

/** Source: workflow.md, Deadlines: "" when nobody is set, Sistema for automatic approvals. */
function ownerName({ status, responsavelId }: Stored, { personName }: Present): string {
  if (status === 'AUTO_APPROVED') return 'Sistema';
  return responsavelId === null ? '' : personName(responsavelId);
}

const DUE_SOON_MS = 24 * 3_600_000;

/**
 * Source: workflow.md, Deadlines. Done ones (approved, approved automatically, waived) are measured by when that was,
 * an automatic approval being on time by definition; `prazo` is then the Aprovador's.
 */
export function slaStatusAt(
  row: Readonly<{ status: ReconciliationStatus; prazo: string; completedAt: string | null }>,
  now: Date,
): SlaStatus {
  const due = Date.parse(row.prazo);
  if (row.status === 'AUTO_APPROVED') return 'COMPLETED_ON_TIME';
  if (row.status === 'APPROVED' || row.status === 'WAIVED')
    return row.completedAt !== null && Date.parse(row.completedAt) > due ? 'COMPLETED_LATE' : 'COMPLETED_ON_TIME';
  const left = due - now.getTime();
  if (left < 0) return 'OVERDUE';
  return left < DUE_SOON_MS ? 'DUE_SOON' : 'ON_TIME';
}
