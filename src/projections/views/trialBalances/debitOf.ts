// What a debit is in the amounts of an account. A balance of zero says nothing: the line of the released version does.
import type { ReadModels } from '../../engine/readStore.js';
import { balancesOfAccounts } from './accountBalances.js';
import { listedTrialBalances as headers } from './trialBalances.js';

type Account = Readonly<{ empresaId: number; competencia: string; contaCodigo: string; saldoContabil: number }>;
/** What a debit is where the balance is zero; absent where nothing tells. */
export type WithDebit = Readonly<{ debit?: 1 | -1 }>;

/** The book balance of a reconciliation. */
export type Book = Readonly<{ saldoContabil: number; saldoContabilDevedor: number }> & WithDebit;

/** What a debit is in the amounts of a reconciliation, which have the sign of the trial balance: its book balance tells, or its line. */
export function debitOf({ saldoContabil, saldoContabilDevedor, debit = 1 }: Book): 1 | -1 {
  if (saldoContabil === 0) return debit;
  return saldoContabil === saldoContabilDevedor ? 1 : -1;
}

/** The rows, those with `debit` whose balance is zero and which the released version lists. @param rows at most a page */
export async function withDebits<Row extends Account>(
  store: ReadModels,
  clientId: number,
  rows: readonly Row[],
): Promise<readonly (Row & WithDebit)[]> {
  const months = new Map(
    rows
      .filter(({ saldoContabil }) => saldoContabil === 0)
      .map(({ empresaId, competencia }) => [`${empresaId} ${competencia}`, [empresaId, competencia]]),
  );
  if (months.size === 0) return rows;
  const versions = await store.lookUp(headers, clientId, ['empresaId', 'competencia'], [...months.values()]);
  const released = new Map<string, (typeof versions)[number]>();
  for (const head of versions)
    if (head.released && !head.replaced) released.set(`${head.empresaId} ${head.competencia}`, head);
  const headOf = ({ saldoContabil, empresaId, competencia }: Row) =>
    saldoContabil === 0 ? released.get(`${empresaId} ${competencia}`) : undefined;
  const wanted = rows.flatMap((row) => {
    const head = headOf(row);
    return head === undefined ? [] : [[head, row.contaCodigo] as const];
  });
  const balanceOf = await balancesOfAccounts(store, clientId, wanted);
  return rows.map((row) => {
    const head = headOf(row);
    const balance = head === undefined ? null : balanceOf(head.id, row.contaCodigo);
    return balance === null ? row : { ...row, debit: balance.debitSign };
  });
}

/** As `withDebits`, of one row. */
export async function withDebit<Row extends Account & Readonly<{ clientId: number }>>(
  store: ReadModels,
  row: Row,
): Promise<Row & WithDebit> {
  const [withDebitRow = row] = await withDebits(store, row.clientId, [row]);
  return withDebitRow;
}
