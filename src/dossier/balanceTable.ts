// The lines of the newest version, from its parts: rows of balancete.csv and balancete.xlsx, and with those that do not enter of
// balancete-completo.csv and .xlsx. Source: docs/dossie.md.
import type { TrialBalanceLine, TrialBalanceVersioned } from '../domain/books/events.js';
import { amountOf } from '../domain/kernel/money.js';
import { decodeLeftOut, decodePart, inFileOrder, situationOf } from '../domain/trialBalance/lines.js';
import type { Column } from '../spreadsheets/xlsxCell.js';
import type { Row } from './workbook.js';

export const BALANCE_COLUMNS: readonly Column[] = [
  { name: 'balanceteId', kind: 'integer' },
  { name: 'empresaId', kind: 'integer' },
  { name: 'competencia', kind: 'text' },
  { name: 'contaCodigo', kind: 'text' },
  { name: 'contaDescricao', kind: 'text' },
  { name: 'saldoAnterior', kind: 'amount' },
  { name: 'debito', kind: 'amount' },
  { name: 'credito', kind: 'amount' },
  { name: 'saldoFinal', kind: 'amount' },
  { name: 'natureza', kind: 'text' },
  { name: 'saldoAnteriorDevedor', kind: 'amount' },
  { name: 'saldoFinalDevedor', kind: 'amount' },
];

export const WHOLE_COLUMNS: readonly Column[] = [...BALANCE_COLUMNS, { name: 'situacao', kind: 'text' }];

/** @param version null: nothing was imported */
export function balanceRows(
  version: TrialBalanceVersioned['data'] | null,
  parts: readonly Uint8Array[],
): readonly Row[] {
  return version === null ? [] : parts.flatMap(decodePart).map((line) => rowOf(version, line));
}

/** All lines of the file, in its order. */
export function wholeRows(
  version: TrialBalanceVersioned['data'],
  parts: readonly Uint8Array[],
  leftOut: readonly Uint8Array[],
): readonly Row[] {
  const lines = inFileOrder(parts.flatMap(decodePart), leftOut.flatMap(decodeLeftOut));
  return lines.map((line) => ({ ...rowOf(version, line), situacao: situationOf(line) }));
}

function rowOf(
  { trialBalanceId, companyId, competence }: TrialBalanceVersioned['data'],
  line: TrialBalanceLine,
): Row {
  return {
    balanceteId: trialBalanceId,
    empresaId: companyId,
    competencia: competence,
    contaCodigo: line.accountCode,
    contaDescricao: line.accountName,
    saldoAnterior: amountOf(line.previousBalanceCents),
    debito: amountOf(line.debitCents),
    credito: amountOf(line.creditCents),
    saldoFinal: amountOf(line.finalBalanceCents),
    natureza: line.nature,
    saldoAnteriorDevedor: amountOf(line.previousBalanceCents * line.debitSign + 0),
    saldoFinalDevedor: amountOf(line.finalBalanceCents * line.debitSign + 0),
  };
}
