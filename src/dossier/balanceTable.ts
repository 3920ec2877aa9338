// The lines of the newest version, from its parts: rows of balancete.csv and balancete.xlsx. Source: docs/dossie.md.
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { natures } from '../domain/charts/events.js';
import { amountOf } from '../domain/kernel/money.js';
import { decodePart, natureLetter } from '../domain/trialBalance/lines/lineParts.js';
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

/**
 * @param version null: nothing was imported
 */
export function balanceRows(
  version: TrialBalanceVersioned['data'] | null,
  parts: readonly Uint8Array[],
): readonly Row[] {
  return version === null ? [] : parts.flatMap((part) => rowsOf(version, part));
}

function rowsOf(
  { trialBalanceId, companyId, competence }: TrialBalanceVersioned['data'],
  part: Uint8Array,
): Row[] {
  const columns = decodePart(part);
  const cents = (column: readonly number[], at: number) => column[at] as number;
  return columns.accountCode.map((contaCodigo, at) => {
    const letter = columns.nature[at];
    const debit = (column: readonly number[]) =>
      amountOf(cents(column, at) * (columns.debitSign[at] === '-' ? -1 : 1) + 0);
    return {
      balanceteId: trialBalanceId,
      empresaId: companyId,
      competencia: competence,
      contaCodigo,
      contaDescricao: columns.accountName[at] as string,
      saldoAnterior: amountOf(cents(columns.previousBalanceCents, at)),
      debito: amountOf(cents(columns.debitCents, at)),
      credito: amountOf(cents(columns.creditCents, at)),
      saldoFinal: amountOf(cents(columns.finalBalanceCents, at)),
      natureza: natures.find((nature) => natureLetter(nature) === letter) ?? '',
      saldoAnteriorDevedor: debit(columns.previousBalanceCents),
      saldoFinalDevedor: debit(columns.finalBalanceCents),
    };
  });
}
