// The rows of reconciliations, as they are stored (declared in reconciliations.ts) and as they are answered.
// Fields that depend on the clock (slaStatus), on registers (names) or on other fields (diferenca) are computed
// when a row is read.
import type { Where } from '../../../domain/kernel/where.js';
import { SYSTEM } from '../../../domain/kernel/event.js';
import * as z from 'zod';
import { roleWords } from '../../../domain/clients/roles.js';
import { approvalReasons } from '../../../domain/clients/rules.js';
import { DAY_MS, DAY_END_MS } from '../../../domain/kernel/calendarDate.js';
import { namesOf, valuesOf } from '../../../domain/kernel/vocabulary.js';
import {
  dueAtOf,
  isFinished,
  ownerRoleOf,
  reconciliationStatuses,
  slaStatuses,
  type Deadlines,
  type OwnerRole,
  type ReconciliationStatus,
  type SlaStatus,
} from '../../../domain/reconciliation/states.js';
import type { DebitSign } from '../../../domain/trialBalance/checks/movement.js';
import { debitPositive, fieldsOf, type NameOf, type Names } from '../scope.js';

export const reconciliationRow = z.strictObject({
  id: z.int().describe('Identificador da conciliação'),
  empresaId: z.int().describe('Empresa da conciliação'),
  empresaNome: z.string().describe('Razão social da empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  contaId: z.int().describe('Identificador da conta'),
  contaCodigo: z.string().describe('Código da conta'),
  contaDescricao: z.string().describe('Descrição da conta'),
  status: z.enum(reconciliationStatuses).describe('Etapa da conciliação (16 estados)'),
  responsavelNome: z.string().describe('Responsável atual; vazio quando ninguém foi definido'),
  responsavelPapel: z.string().describe('Papel do responsável atual'),
  prazo: z.iso.datetime({ precision: 3 }).describe('Prazo do responsável atual (ISO 8601 em UTC)'),
  slaStatus: z.enum(slaStatuses).describe('Situação do prazo no momento da leitura (5 estados)'),
  saldoContabil: z.number().describe('Saldo contábil em reais'),
  saldoConciliado: z.number().describe('Saldo conciliado em reais'),
  diferenca: z.number().describe('Saldo contábil menos saldo conciliado menos ajustes'),
  ajustes: z.number().describe('Soma dos ajustes explicados em reais'),
  reconciliationId: z.uuid().describe('Identificador público: o reconciliationId dos webhooks'),
  saldoContabilDevedor: z.number().describe(debitPositive('Saldo contábil')),
  variacao: z
    .number()
    .nullable()
    .describe('Variação do saldo que pede explicação, débito positivo; nulo quando nenhuma regra pede'),
  aprovacaoAutomatica: z
    .enum(valuesOf(approvalReasons))
    .nullable()
    .describe(
      'Por que uma regra da empresa aprovou a conta na liberação, ou não aprovou; nulo quando não há regra para a conta',
    ),
});
export type ReconciliationRow = Readonly<z.output<typeof reconciliationRow>>;

export const reconciliationExample: ReconciliationRow = {
  id: 3,
  empresaId: 1,
  empresaNome: 'Comércio Exemplo Ltda.',
  competencia: '2026-08',
  contaId: 10,
  contaCodigo: '1.1.01',
  contaDescricao: 'Caixa',
  status: 'IN_ELABORATION',
  responsavelNome: 'Ana Souza',
  responsavelPapel: 'Elaborador',
  prazo: '2026-09-09T02:59:59.999Z',
  slaStatus: 'ON_TIME',
  saldoContabil: 1300.25,
  saldoConciliado: 1300.25,
  diferenca: 0,
  ajustes: 0,
  reconciliationId: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f',
  saldoContabilDevedor: 1300.25,
  variacao: null,
  aprovacaoAutomatica: null,
};

/** Computed when a row is read. */
const computed = [
  'empresaNome',
  'responsavelNome',
  'slaStatus',
  'diferenca',
  'reconciliationId',
  'variacao',
] as const;

/** Another order of the fields would be another shape: `aprovacaoAutomatica` stands behind others. */
export const rowFields = fieldsOf(reconciliationRow, ...computed, 'aprovacaoAutomatica');

/** Stored fields have their names in REST; amounts are in centavos. */
export type StoredReconciliation = Omit<ReconciliationRow, (typeof computed)[number]> &
  StatusFields &
  Readonly<{
    /** The balance before whose change wants an explanation; null: none does. */
    comparado: number | null;
    explicada: boolean;
    clientId: number;
    /** What a debit is in its amounts; 0 where nothing told it. */
    debito: DebitSign;
    /** Not in the API. */
    busca: string;
    /** Age of the oldest open item, in days; -1 without one. */
    idadeItens: number;
    /** Who prepared it last, and who reviewed it last; null: nobody did. */
    elaborouId: string | null;
    revisouId: string | null;
  }>;

/** Stored fields that no row of the API shows. */
export const unlisted = ['busca', 'debito', 'idadeItens', 'elaborouId', 'revisouId'] as const;
type ShownReconciliation = Omit<StoredReconciliation, (typeof unlisted)[number]>;

/** What a row is completed with when it is read. */
export type ReadContext = Names & Readonly<{ now: Date; publicId(reconciliationId: number): string }>;

export async function toRows(
  rows: readonly ShownReconciliation[],
  context: ReadContext,
): Promise<ReconciliationRow[]> {
  const nameOf = await context.personNames(rows.map(({ responsavelId }) => responsavelId));
  return rows.map((row) => ({
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
  }));
}

/** "" when nobody is set, Sistema for automatic approvals (docs/spec/workflow.md#owners). */
function ownerName({ status, responsavelId }: ShownReconciliation, nameOf: NameOf): string {
  if (status === 'AUTO_APPROVED') return SYSTEM;
  return responsavelId === null ? '' : nameOf(responsavelId);
}

// slaStatus: computed when a row is read, never stored. A filter by it is a range of stored fields.

/**
 * A finished reconciliation (approved, approved automatically, waived) compares its completion with `prazo`, which
 * is then the Aprovador's; an automatic approval is always on time. Source: docs/spec/workflow.md#slastatus.
 */
export function slaStatusAt(
  row: Readonly<{ status: ReconciliationStatus; prazo: string; completedAt: string | null }>,
  now: Date,
): SlaStatus {
  const due = Date.parse(row.prazo);
  if (row.status === 'AUTO_APPROVED') return 'COMPLETED_ON_TIME';
  if (isFinished(row.status))
    return row.completedAt !== null && Date.parse(row.completedAt) > due ? 'COMPLETED_LATE' : 'COMPLETED_ON_TIME';
  const leftMs = due - now.getTime();
  if (leftMs < 0) return 'OVERDUE';
  return leftMs < DAY_MS ? 'DUE_SOON' : 'ON_TIME';
}

/** Conditions equivalent to `slaStatusAt`, bounded by ends of days: the same all day, so counts are cached. */
export function whereSlaStatus(status: SlaStatus, now: Date): Where {
  const passed = lastDayEndBefore(now);
  const next = new Date(Date.parse(passed) + DAY_MS).toISOString();
  switch (status) {
    case 'OVERDUE':
      return { completedLate: null, prazo: { upTo: passed } };
    case 'DUE_SOON':
      return { completedLate: null, prazo: next };
    case 'ON_TIME':
      return { completedLate: null, prazo: { above: next } };
    case 'COMPLETED_ON_TIME':
      return { completedLate: false };
    case 'COMPLETED_LATE':
      return { completedLate: true };
  }
}

/** The end of the last whole day (America/Sao_Paulo) before `now`. */
function lastDayEndBefore(now: Date): string {
  const days = Math.ceil((now.getTime() - DAY_END_MS) / DAY_MS) - 1;
  return new Date(days * DAY_MS + DAY_END_MS).toISOString();
}

/**
 * `responsavelId` is the person's opaque id, null without an owner; `prazo` the current owner's deadline.
 * `completedAt`: since when it is approved, approved automatically or waived; `completedLate`: whether that was
 * after the Aprovador's deadline, which is then its `prazo`; both null until then.
 */
type StatusFields = Readonly<ReturnType<typeof statusFields>>;
type StatusChange = Readonly<{
  status: ReconciliationStatus;
  ownerId: string | null;
  deadlines: Deadlines;
  at: string;
}>;

export function statusFields({ status, ownerId, deadlines, at }: StatusChange) {
  const prazo = dueAtOf(status, deadlines);
  const finished = isFinished(status);
  return {
    status,
    responsavelPapel: ownerRoleNames[ownerRoleOf(status)],
    prazo,
    responsavelId: ownerId,
    completedAt: finished ? at : null,
    // An automatic approval is on time by definition (docs/spec/workflow.md#slastatus).
    completedLate: finished ? status !== 'AUTO_APPROVED' && at > prazo : null,
  };
}

/** The values of `responsavelPapel` (docs/spec/workflow.md#roles). */
export const ownerRoleNames: Readonly<Record<OwnerRole, string>> = { ...namesOf(roleWords), SYSTEM: SYSTEM };
