// The reconciliations of the month after its last event, by the fold that decisions use: rows of conciliacoes.csv and
// conciliacoes.xlsx. Source: docs/dossie.md.
import { timeInSaoPaulo } from '../domain/kernel/calendarDate.js';
import type { Recorded } from '../domain/kernel/event.js';
import { amountOf } from '../domain/kernel/money.js';
import { reconciliations, type Reconciliation, type Reconciliations } from '../domain/reconciliation/fold.js';
import { dueAtOf, reconciliationStates } from '../domain/reconciliation/states.js';
import type { Column } from '../spreadsheets/xlsxCell.js';
import type { Row } from './workbook.js';

export const RECONCILIATION_COLUMNS: readonly Column[] = [
  { name: 'id', kind: 'integer' },
  { name: 'empresaId', kind: 'integer' },
  { name: 'competencia', kind: 'text' },
  { name: 'contaId', kind: 'integer' },
  { name: 'contaCodigo', kind: 'text' },
  { name: 'contaDescricao', kind: 'text' },
  { name: 'departamento', kind: 'text' },
  { name: 'setor', kind: 'text' },
  { name: 'status', kind: 'text' },
  { name: 'prazo', kind: 'moment' },
  { name: 'responsavelId', kind: 'text' },
  { name: 'elaboradorId', kind: 'text' },
  { name: 'elaboraram', kind: 'text' },
  { name: 'revisaram', kind: 'text' },
  { name: 'saldoContabil', kind: 'amount' },
  { name: 'saldoConciliado', kind: 'amount' },
  { name: 'ajustes', kind: 'amount' },
  { name: 'diferenca', kind: 'amount' },
];
/** The status in words and the deadline in Brasília: after the others, absent in dossiers without composicoes.csv. */
export const WORD_COLUMNS: readonly Column[] = [
  { name: 'situacao', kind: 'text' },
  { name: 'prazoBrasilia', kind: 'text' },
];

/** After them, where a change of some balance wants an explanation: the change with debit positive. */
export const VARIATION_COLUMNS: readonly Column[] = [
  { name: 'comparado', kind: 'amount' },
  { name: 'explicada', kind: 'boolean' },
];

/** After them, where some account has one: why a rule approved it or did not. */
export const APPROVAL_COLUMNS: readonly Column[] = [{ name: 'aprovacaoAutomatica', kind: 'text' }];

/**
 * @param events of the month's stream, upcast, in order
 * @param partsOf the parts that an event names, as stored
 * @throws Error when the events are of no whole stream
 */
export function reconciliationRows(
  { companyId, competence }: Readonly<{ companyId: number; competence: string }>,
  events: Iterable<Recorded>,
  partsOf: (event: Recorded) => readonly Uint8Array[],
): readonly Row[] {
  let state = reconciliations.initial();
  for (const event of events) state = reconciliations.evolve(state, event, partsOf(event));
  return state.items.map((item) => ({ ...rowOf(state, item), empresaId: companyId, competencia: competence }));
}

function rowOf({ deadlines }: Reconciliations, item: Reconciliation): Row {
  const { bookBalanceCents, reconciledCents, adjustmentsCents } = item;
  const dueAt = deadlines && dueAtOf(item.status, deadlines);
  return {
    id: item.reconciliationId,
    contaId: item.accountId,
    contaCodigo: item.accountCode,
    contaDescricao: item.accountName,
    departamento: item.department,
    setor: item.sector,
    status: item.status,
    prazo: dueAt,
    responsavelId: item.ownerId,
    elaboradorId: item.preparerId,
    elaboraram: item.prepared,
    revisaram: item.reviewed,
    saldoContabil: amountOf(bookBalanceCents),
    saldoConciliado: amountOf(reconciledCents),
    ajustes: amountOf(adjustmentsCents),
    diferenca: amountOf(bookBalanceCents - reconciledCents - adjustmentsCents),
    comparado: item.comparedCents === null ? null : amountOf(item.comparedCents),
    explicada: item.comparedCents === null ? null : item.explained,
    aprovacaoAutomatica: item.approvalReason,
    situacao: reconciliationStates[item.status].name,
    prazoBrasilia: dueAt && timeInSaoPaulo(dueAt),
  };
}
