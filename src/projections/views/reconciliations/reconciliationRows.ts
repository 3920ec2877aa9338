// The rows of reconciliations, as they are stored (declared in reconciliations.ts) and as they are answered. Fields that
// depend on the clock (slaStatus), on registers (names) or on other fields (diferenca) are computed when a row is read.
import { z } from 'zod';
import { approvalReasons } from '../../../domain/clients/rules.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { reconciliationStatuses, slaStatuses } from '../../../domain/reconciliation/states.js';
import { slaStatusAt } from './deadlineStatus.js';
import type { NameOf, Names } from '../names.js';
import { debitPositive, fieldsOf } from '../row.js';
import type { StatusFields } from './reconciliationStatusFields.js';

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

/** Without `aprovacaoAutomatica`, which stands behind others: another order of the fields would be another shape. */
export const rowFields = fieldsOf(reconciliationRow, ...computed, 'aprovacaoAutomatica');

/** Stored fields have their names in REST; amounts are in centavos. */
export type StoredReconciliation = Omit<ReconciliationRow, (typeof computed)[number]> &
  StatusFields &
  Readonly<{
    /** The balance before whose change wants an explanation; null: none does. */
    comparado: number | null;
    explicada: boolean;
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
