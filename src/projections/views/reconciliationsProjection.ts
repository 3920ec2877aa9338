// How facts become the stored rows of reconciliations: one per account of a released trial balance. How they are shown:
// reconciliations.ts.
import { actedItems, actedPartsLocation, type ActedItem } from '../../domain/reconciliation/parts/actedItems.js';
import type {
  ActedEvent,
  AdjustmentsRecorded,
  CompositionRecorded,
  ReconciliationEvent,
  ReconciliationsMoved,
  TrialBalanceReleased,
} from '../../domain/reconciliation/events.js';
import { decodeReleased, type ReleasedItem } from '../../domain/reconciliation/parts/releasedParts.js';
import {
  dueAtOf,
  isFinished,
  ownerRoleOf,
  type Deadlines,
  type OwnerRole,
  type ReconciliationStatus,
} from '../../domain/reconciliation/states.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { projection, showsNothing, writes, type PartBytes } from '../engine/projection.js';
import { view, type Write } from '../engine/readStore.js';

/**
 * Fields as REST names them, amounts in centavos; `responsavelId` the person's opaque id, null for nobody; `prazo` the
 * current owner's. `completedAt`: since when it is approved, approved automatically or waived, and `completedLate`: after
 * the Aprovador's deadline, which is then its `prazo`; both null until then.
 */
export type StoredReconciliation = Readonly<{
  id: number;
  empresaId: number;
  competencia: string;
  contaId: number;
  contaCodigo: string;
  contaDescricao: string;
  status: ReconciliationStatus;
  responsavelPapel: string;
  prazo: string;
  saldoContabil: number;
  saldoConciliado: number;
  ajustes: number;
  responsavelId: string | null;
  completedAt: string | null;
  completedLate: boolean | null;
  clientId: number;
}>;

export const reconciliations = view<StoredReconciliation>({
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
      handle: madeOrRefreshed,
    },
    ReconciliationsMoved: {
      parts: placeOf,
      handle: touched<ReconciliationsMoved>(({ data, metadata }, { status, ownerId }) =>
        standing({ status, ownerId, deadlines: data.deadlines, at: metadata.at }),
      ),
    },
    CompositionRecorded: {
      parts: placeOf,
      handle: touched<CompositionRecorded>(({ data }) => ({ saldoConciliado: data.reconciledCents })),
    },
    AdjustmentsRecorded: {
      parts: placeOf,
      handle: touched<AdjustmentsRecorded>(({ data }) => ({ ajustes: data.adjustmentsCents })),
    },
    ReconciliationsCommented: showsNothing,
    EvidenceAttached: showsNothing,
  },
});

async function* madeOrRefreshed(event: Recorded<TrialBalanceReleased>, parts: PartBytes): AsyncIterable<Write> {
  for await (const part of parts) for (const item of decodeReleased(part)) yield releasedWrite(event, item);
}

function releasedWrite({ data, metadata }: Recorded<TrialBalanceReleased>, item: ReleasedItem): Write {
  const { reconciliationId: id, accountName: contaDescricao, bookBalanceCents: saldoContabil } = item;
  const { clientId, deadlines } = data;
  const stands = standing({ status: item.status, ownerId: item.ownerId, deadlines, at: metadata.at });
  if (!item.created) return set(clientId, id, { contaDescricao, saldoContabil, ...unlessFinished(stands) });
  return put({
    id,
    empresaId: data.companyId,
    competencia: data.competence,
    contaId: item.accountId,
    contaCodigo: item.accountCode,
    contaDescricao,
    ...stands,
    saldoContabil,
    saldoConciliado: 0,
    ajustes: 0,
    clientId,
  });
}

type Standing = Pick<
  StoredReconciliation,
  'status' | 'responsavelId' | 'responsavelPapel' | 'prazo' | 'completedAt' | 'completedLate'
>;
type Became = Readonly<{
  status: ReconciliationStatus;
  ownerId: string | null;
  deadlines: Deadlines;
  at: string;
}>;

function standing({ status, ownerId, deadlines, at }: Became): Standing {
  const prazo = dueAtOf(status, deadlines);
  const finished = isFinished(status);
  return {
    status,
    responsavelPapel: shownRole[ownerRoleOf(status)],
    prazo,
    responsavelId: ownerId,
    completedAt: finished ? at : null,
    // An automatic approval is on time by definition (docs/spec/workflow.md#slastatus).
    completedLate: finished ? status !== 'AUTO_APPROVED' && at > prazo : null,
  };
}

/** What stays finished although its numbers were refreshed (WAIVED) was finished when it was, not now. */
function unlessFinished(stands: Standing): Partial<Standing> {
  return stands.completedAt === null ? stands : {};
}

function placeOf({ data }: Recorded<ActedEvent>) {
  return actedPartsLocation(data);
}

/** What an act changes in each of the reconciliations it touched. */
function touched<Event extends ActedEvent>(
  change: (event: Recorded<Event>, item: ActedItem) => Parameters<typeof set>[2],
): (event: Recorded<Event>, parts: PartBytes) => AsyncIterable<Write> {
  return async function* (event, parts) {
    const read: Uint8Array[] = [];
    for await (const part of parts) read.push(part);
    for (const item of actedItems(event.data, read))
      yield set(event.data.clientId, item.reconciliationId, change(event, item));
  };
}

/** The words shown (docs/spec/workflow.md#roles). */
const shownRole: Readonly<Record<OwnerRole, string>> = {
  PREPARER: 'Elaborador',
  REVIEWER: 'Revisor',
  APPROVER: 'Aprovador',
  SUPERVISOR: 'Supervisor',
  SYSTEM: 'Sistema',
};
