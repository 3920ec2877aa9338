// balancete.csv: the lines of the newest version, from its parts. Source: docs/dossie.md.
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { natures } from '../domain/charts/events.js';
import { amountOf } from '../domain/kernel/money.js';
import { decodePart, natureLetter } from '../domain/trialBalance/lines/lineParts.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../spreadsheets/csv.js';

const FIELDS = [
  'balanceteId',
  'empresaId',
  'competencia',
  'contaCodigo',
  'contaDescricao',
  'saldoAnterior',
  'debito',
  'credito',
  'saldoFinal',
  'natureza',
  'saldoAnteriorDevedor',
  'saldoFinalDevedor',
] as const;

type Row = Readonly<Record<(typeof FIELDS)[number], string | number>>;

/**
 * Natures and signs are empty for parts of version 0.1.0, which have none.
 * @param version null: nothing was imported
 */
export function balanceCsv(version: TrialBalanceVersioned['data'] | null, parts: readonly Uint8Array[]): string {
  const rows = version === null ? [] : parts.flatMap((part) => rowsOf(version, part));
  const heading = `${BYTE_ORDER_MARK}${FIELDS.join(BRAZILIAN.separator)}\r\n`;
  return heading + csvOf(FIELDS, rows, BRAZILIAN, { header: false });
}

function rowsOf(
  { trialBalanceId, companyId, competence }: TrialBalanceVersioned['data'],
  part: Uint8Array,
): Row[] {
  const columns = decodePart(part);
  const cents = (column: readonly number[], at: number) => column[at] as number;
  return columns.accountCode.map((contaCodigo, at) => {
    const letter = columns.nature?.[at];
    const debit = (column: readonly number[]) =>
      letter === undefined ? '' : amountOf(cents(column, at) * (columns.debitSign?.[at] === '-' ? -1 : 1) + 0);
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
