// The rows of reconciliations, as they are stored (declared in reconciliations.ts) and as they are answered. Fields that
// depend on the clock (slaStatus), on registers (names) or on other fields (diferenca) are computed when a row is read.
import type { ApprovalReason } from '../../../domain/clients/autoApproval.js';
import type { ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import type { SlaStatus } from '../../../domain/reconciliation/states.js';
import { slaStatusAt } from './deadlineStatus.js';
import type { NameOf, Names } from '../names.js';
import type { StatusFields } from './reconciliationStatusFields.js';

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
  reconciliationId: string;
  saldoContabilDevedor: number;
  variacao: number | null;
  aprovacaoAutomatica: ApprovalReason | null;
}>;

/** Stored fields have their names in REST; amounts are in centavos. */
export type StoredReconciliation = StatusFields &
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
    saldoContabilDevedor: number;
    /** The balance before whose change wants an explanation; null: none does. */
    comparado: number | null;
    explicada: boolean;
    /** Why a rule approved it at its last release, or did not; null: the company had no rule for it. */
    aprovacaoAutomatica: ApprovalReason | null;
    clientId: number;
    /** Not in the API. */
    busca: string;
    /** Of the oldest open item, in days; -1 without one. */
    idadeItens: number;
  }>;

type ShownReconciliation = Omit<StoredReconciliation, 'busca' | 'idadeItens'>;

/** What a row is completed with when it is read. */
export type ReadContext = Names & Readonly<{ now: Date; publicId(reconciliationId: number): string }>;

export async function toRows(
  rows: readonly ShownReconciliation[],
  context: ReadContext,
): Promise<ReconciliationRow[]> {
  const nameOf = await context.personNames(rows.map(({ responsavelId }) => responsavelId));
  return rows.map((row) => toRow(row, context, nameOf));
}

function toRow(
  row: ShownReconciliation,
  context: Omit<ReadContext, 'personNames'>,
  nameOf: NameOf,
): ReconciliationRow {
  return {
    id: row.id,
    empresaId: row.empresaId,
    empresaNome: context.companyName(row.empresaId),
    competencia: row.competencia,
    contaId: row.contaId,
    contaCodigo: row.contaCodigo,
    contaDescricao: row.contaDescricao,
    status: row.status,
    responsavelNome: ownerName(row, nameOf),
    responsavelPapel: row.responsavelPapel,
    prazo: row.prazo,
    slaStatus: slaStatusAt(row, context.now),
    saldoContabil: row.saldoContabil / 100,
    saldoConciliado: row.saldoConciliado / 100,
    diferenca: (row.saldoContabil - row.saldoConciliado - row.ajustes) / 100,
    ajustes: row.ajustes / 100,
    reconciliationId: context.publicId(row.id),
    saldoContabilDevedor: row.saldoContabilDevedor / 100,
    variacao: row.comparado === null ? null : (row.saldoContabilDevedor - row.comparado) / 100,
    aprovacaoAutomatica: row.aprovacaoAutomatica,
  };
}

/** "" when nobody is set, Sistema for automatic approvals (docs/spec/workflow.md#owners). */
function ownerName({ status, responsavelId }: ShownReconciliation, nameOf: NameOf): string {
  if (status === 'AUTO_APPROVED') return 'Sistema';
  return responsavelId === null ? '' : nameOf(responsavelId);
}
