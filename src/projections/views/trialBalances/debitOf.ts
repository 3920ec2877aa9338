// What a debit is in the amounts of an account. A balance of zero says nothing: the reconciliation does, or, where
// its release did not tell, the line of the released version, or, of an account that is gone from it, that of the
// version released before.
import type { ReadModels } from '../../engine/readStore.js';
import type { ReconciliationRow } from '../reconciliations/reconciliationRows.js';
import { accountKey, reconciliations } from '../reconciliations/reconciliations.js';
import { balancesOfAccounts } from './accountBalances.js';
import { versionsOfMonths } from './trialBalances.js';

/** `contaId`: tells reconciliations of one code in two charts apart; absent: any of them. */
type Account = Pick<ReconciliationRow, 'empresaId' | 'competencia' | 'contaCodigo' | 'saldoContabil'> &
  Readonly<{ contaId?: number | undefined }>;
/** What a debit is where the balance is zero; absent where nothing tells. */
export type WithDebit = Readonly<{ debit?: 1 | -1 }>;

export type Book = Readonly<{ saldoContabil: number; saldoContabilDevedor: number }> & WithDebit;

/** What a debit is in a reconciliation's amounts, signed as sent: its book balance tells, or its line. */
export function debitOf({ saldoContabil, saldoContabilDevedor, debit = 1 }: Book): 1 | -1 {
  if (saldoContabil === 0) return debit;
  return saldoContabil === saldoContabilDevedor ? 1 : -1;
}

/** With `debit` where the balance is zero and a released version lists it. @param rows at most a page */
export async function withDebits<Row extends Account>(
  store: ReadModels,
  clientId: number,
  rows: readonly Row[],
): Promise<readonly (Row & WithDebit)[]> {
  const rowsAtZero = rows.filter(({ saldoContabil }) => saldoContabil === 0);
  if (rowsAtZero.length === 0) return rows;
  const keyOf = ({ empresaId, competencia, contaCodigo }: Account) =>
    [empresaId, competencia, contaCodigo] as const;
  const stored = await store.lookUp(reconciliations, clientId, accountKey, rowsAtZero.map(keyOf));
  const placeOf = (row: Account, contaId: number | undefined) => [...keyOf(row), contaId].join(' ');
  const told = new Map(
    stored.flatMap((row) =>
      [row.contaId, undefined].map((contaId) => [placeOf(row, contaId), row.debito || undefined] as const),
    ),
  );
  const debitAt = (row: Row) => told.get(placeOf(row, row.contaId));
  const untold = rowsAtZero.filter((row) => debitAt(row) === undefined);
  const versionsOf = await versionsOfMonths(store, clientId, untold);
  const releasedOf = (row: Row) => versionsOf(row).filter(({ released }) => released);
  const wanted = untold.flatMap((row) => releasedOf(row).map((version) => [version, row.contaCodigo] as const));
  const balanceOf = await balancesOfAccounts(store, clientId, wanted);
  return rows.map((row) => {
    if (row.saldoContabil !== 0) return row;
    const [balance] = releasedOf(row).flatMap(({ id }) => balanceOf(id, row.contaCodigo) ?? []);
    const debit = debitAt(row) ?? balance?.debitSign;
    return debit === undefined ? row : { ...row, debit };
  });
}

export async function withDebit<Row extends Account & Readonly<{ clientId: number }>>(
  store: ReadModels,
  row: Row,
): Promise<Row & WithDebit> {
  const [withDebitRow = row] = await withDebits(store, row.clientId, [row]);
  return withDebitRow;
}
