// GET /api/v1/reconciliations: one per account of a released trial balance. What depends on the clock (slaStatus), on
// registers that may change (names) or on other fields (diferenca) is computed when read, never stored.
import type { Competence } from '../../domain/kernel/competence.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type {
  ActedEvent,
  AdjustmentsRecorded,
  CompositionRecorded,
  ReconciliationEvent,
  ReconciliationsMoved,
  TrialBalanceReleased,
} from '../../domain/reconciliation/events.js';
import { actedItems, actedPartsLocation, type ActedItem } from '../../domain/reconciliation/parts/actedItems.js';
import { decodeReleased, type ReleasedItem } from '../../domain/reconciliation/parts/releasedParts.js';
import { reconciliationStatuses, type ReconciliationStatus } from '../../domain/reconciliation/states.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, showsNothing, writes, type PartBytes } from '../engine/projection.js';
import { view, type Condition, type Write } from '../engine/readStore.js';
import { replay } from '../engine/replay.js';
import { reconciliationStreams, type AsOf } from './asOf.js';
import { slaStatusAt, whereSlaStatus, type SlaStatus } from './deadlineStatus.js';
import type { NameOf, Names } from './names.js';
import { statusFields, type StatusFields } from './reconciliationStatusFields.js';
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

/** Fields as REST names them, amounts in centavos. */
type Stored = StatusFields &
  Readonly<{
    id: number;
    empresaId: number;
    competencia: string;
    contaId: number;
    contaCodigo: string;
    contaDescricao: string;
    saldoContabil: number;
    saldoConciliado: number;
    ajustes: number;
    clientId: number;
  }>;

const reconciliations = view<Stored>({
  name: 'reconciliations',
  version: 3,
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
    completedLate: 'boolean',
    clientId: 'integer',
  },
  indexes: [
    ['clientId', 'empresaId', 'competencia', 'status'],
    ['clientId', 'responsavelId'],
    ['clientId', 'empresaId', 'competencia'],
    ['clientId', 'empresaId'],
    ['clientId', 'competencia'],
    ['clientId', 'status'],
    ['clientId', 'completedLate'],
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
      handle: releasedRows,
    },
    ReconciliationsMoved: {
      parts: itemParts,
      handle: eachItem<ReconciliationsMoved>(({ data, metadata }, { status, ownerId }) =>
        statusFields({ status, ownerId, deadlines: data.deadlines, at: metadata.at }),
      ),
    },
    CompositionRecorded: {
      parts: itemParts,
      handle: eachItem<CompositionRecorded>(({ data }) => ({ saldoConciliado: data.reconciledCents })),
    },
    AdjustmentsRecorded: {
      parts: itemParts,
      handle: eachItem<AdjustmentsRecorded>(({ data }) => ({ ajustes: data.adjustmentsCents })),
    },
    ReconciliationsCommented: showsNothing,
    EvidenceAttached: showsNothing,
  },
});

async function* releasedRows(event: Recorded<TrialBalanceReleased>, parts: PartBytes): AsyncIterable<Write> {
  for await (const part of parts) for (const item of decodeReleased(part)) yield releasedRow(event, item);
}

function releasedRow({ data, metadata }: Recorded<TrialBalanceReleased>, item: ReleasedItem): Write {
  const { reconciliationId: id, accountName: contaDescricao, bookBalanceCents: saldoContabil } = item;
  const { clientId, deadlines } = data;
  const fields = statusFields({ status: item.status, ownerId: item.ownerId, deadlines, at: metadata.at });
  if (!item.created) return set(clientId, id, { contaDescricao, saldoContabil, ...openOnly(fields) });
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
    clientId,
  });
}

/** A finished one (WAIVED) whose numbers were refreshed keeps the time and deadline of its completion. */
function openOnly(fields: StatusFields): Partial<StatusFields> {
  return fields.completedAt === null ? fields : {};
}

function itemParts({ data }: Recorded<ActedEvent>) {
  return actedPartsLocation(data);
}

/** One change for each reconciliation of an act. */
function eachItem<Event extends ActedEvent>(
  change: (event: Recorded<Event>, item: ActedItem) => Parameters<typeof set>[2],
): (event: Recorded<Event>, parts: PartBytes) => AsyncIterable<Write> {
  return async function* (event, parts) {
    const read: Uint8Array[] = [];
    for await (const part of parts) read.push(part);
    for (const item of actedItems(event.data, read))
      yield set(event.data.clientId, item.reconciliationId, change(event, item));
  };
}

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
  return { ...page, rows: await toRows(page.rows, present) };
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
  return toRows(asked, present);
}

async function toRows(rows: readonly Stored[], present: Present): Promise<ReconciliationRow[]> {
  const nameOf = await present.personNames(rows.map(({ responsavelId }) => responsavelId));
  return rows.map((row) => toRow(row, present, nameOf));
}

function toRow(row: Stored, present: Omit<Present, 'personNames'>, nameOf: NameOf): ReconciliationRow {
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
function ownerName({ status, responsavelId }: Stored, nameOf: NameOf): string {
  if (status === 'AUTO_APPROVED') return 'Sistema';
  return responsavelId === null ? '' : nameOf(responsavelId);
}
