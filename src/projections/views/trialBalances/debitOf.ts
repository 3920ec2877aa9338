// What a debit is in the amounts of an account whose balance is zero, which says nothing: as in the line of the released version.
import { without, type ReadModels } from '../../engine/readStore.js';
import type { StoredReconciliation } from '../reconciliations/reconciliationRows.js';
import { balancesIn } from './accountBalances.js';
import { notListed, trialBalances } from './trialBalances.js';

const headers = without(trialBalances, notListed);

/** The row, with `debit` where its balance is zero and the released version lists the account. */
export async function withDebit<Row extends StoredReconciliation>(
  store: ReadModels,
  row: Row,
): Promise<Row & Readonly<{ debit?: 1 | -1 }>> {
  const { clientId, empresaId, competencia, contaCodigo, saldoContabil } = row;
  if (saldoContabil !== 0) return row;
  const found = await store.lookUp(headers, clientId, ['empresaId', 'competencia'], [[empresaId, competencia]]);
  const released = found.filter((one) => one.released && !one.replaced);
  const [balance] = (await balancesIn(store, clientId, released, contaCodigo)).values();
  return balance === undefined ? row : { ...row, debit: balance.debitSign };
}
