// GET /api/v1/reconciliations: one per account of a released trial balance. What depends on the clock (slaStatus), on
// registers that may change (names) or on other fields (diferenca) is made when read, never stored. How rows are made:
// reconciliationsProjection.ts.
import { reconciliationStatuses, type ReconciliationStatus } from '../../domain/reconciliation/states.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import type { Condition } from '../engine/readStore.js';
import { replay } from '../engine/replay.js';
import { reconciliationStreams, type AsOf } from './asOf.js';
import { slaStatusAt, whereSlaStatus, type SlaStatus } from './deadlineStatus.js';
import type { NameOf, Names } from './names.js';
import {
  reconciliations,
  reconciliationsProjection,
  type StoredReconciliation,
} from './reconciliationsProjection.js';
import { inCompanies, is, optionally, type Companies, type Scope } from './scope.js';

export { reconciliationStatuses, type ReconciliationStatus };

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

export type ReconciliationsQuery = PageRequest &
  Readonly<{
    companies: Companies;
    competence?: string;
    status?: ReconciliationStatus;
    slaStatus?: SlaStatus;
    owner?: ShownOwner;
  }>;

/** Who is shown under one name: these people, by opaque id, or the rules. */
export type ShownOwner = Readonly<{ personIds: readonly string[] }> | 'Sistema';

/** What is joined at reading. */
export type Present = Names & Readonly<{ now: Date }>;

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
    ...(query.slaStatus === undefined ? [] : whereSlaStatus(query.slaStatus, present.now)),
    ...(query.owner === undefined ? [] : ownedBy(query.owner)),
  ];
  const page = await pages.list(reconciliations, { clientId: scope.clientId, where }, query);
  return { ...page, rows: await shownAll(page.rows, present) };
}

function ownedBy(owner: ShownOwner): readonly Condition[] {
  if (owner === 'Sistema') return [is('status', 'AUTO_APPROVED')];
  const [personId, ...others] = owner.personIds;
  if (personId === undefined || others.length > 0) return [{ field: 'responsavelId', in: owner.personIds }];
  return [is('responsavelId', personId)];
}

/** Where a reconciliation is, which never changes: null when this client has none of that id. */
export async function findReconciliation(
  pages: Pages,
  { clientId }: Scope,
  id: number,
): Promise<Readonly<{ companyId: number; competence: Competence }> | null> {
  const row = await pages.store.get(reconciliations, clientId, id);
  return row && { companyId: row.empresaId, competence: row.competencia as Competence };
}

/**
 * One company's as they stood at a time, by replay of its events.
 * @param present `now` that time, for the state of the deadlines
 */
export async function reconciliationsAsOf(
  log: EventLog,
  asOf: AsOf,
  { competence, status }: Readonly<{ competence: string | null; status: ReconciliationStatus | null }>,
  present: Present,
): Promise<readonly ReconciliationRow[]> {
  const streams = await reconciliationStreams(log, asOf);
  const rows = await replay(log, reconciliations, reconciliationsProjection, { streams, until: asOf.until });
  const asked = rows
    .filter((row) => competence === null || row.competencia === competence)
    .filter((row) => status === null || row.status === status);
  return shownAll(asked, present);
}

async function shownAll(rows: readonly StoredReconciliation[], present: Present): Promise<ReconciliationRow[]> {
  const nameOf = await present.personNames(rows.map(({ responsavelId }) => responsavelId));
  return rows.map((row) => shown(row, present, nameOf));
}

function shown(
  row: StoredReconciliation,
  present: Omit<Present, 'personNames'>,
  nameOf: NameOf,
): ReconciliationRow {
  return {
    id: row.id,
    empresaId: row.empresaId,
    empresaNome: present.companyName(row.empresaId),
    competencia: row.competencia,
    contaId: row.contaId,
    contaCodigo: row.contaCodigo,
    contaDescricao: row.contaDescricao,
    status: row.status,
    responsavelNome: ownerName(row, nameOf),
    responsavelPapel: row.responsavelPapel,
    prazo: row.prazo,
    slaStatus: slaStatusAt(row, present.now),
    saldoContabil: row.saldoContabil / 100,
    saldoConciliado: row.saldoConciliado / 100,
    diferenca: (row.saldoContabil - row.saldoConciliado - row.ajustes) / 100,
    ajustes: row.ajustes / 100,
  };
}

/** "" when nobody is set, Sistema for automatic approvals (docs/spec/workflow.md#owners). */
function ownerName({ status, responsavelId }: StoredReconciliation, nameOf: NameOf): string {
  if (status === 'AUTO_APPROVED') return 'Sistema';
  return responsavelId === null ? '' : nameOf(responsavelId);
}
