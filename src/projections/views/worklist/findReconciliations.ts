// Finds reconciliations by code, description or balance, for the search over everything.
import type { Pages } from '../../engine/pages.js';
import type { Condition } from '../../engine/readStore.js';
import { reconciliations } from '../reconciliations/reconciliations.js';
import type { StoredReconciliation } from '../reconciliations/reconciliationRows.js';
import { inCompanies, type Companies, type Scope } from '../scope.js';
import { whereSearched } from './searchText.js';

/** The newest first. @param amountCents a balance, whatever its side; null: the text is no amount */
export async function findReconciliations(
  { store }: Pages,
  { clientId }: Scope,
  { text, amountCents, companies }: Readonly<{ text: string; amountCents: number | null; companies: Companies }>,
  limit: number,
): Promise<readonly StoredReconciliation[]> {
  const byAmount: readonly Condition[] =
    amountCents === null ? [] : [{ field: 'saldoContabil', in: [amountCents, -amountCents] }];
  const range = { order: 'desc', afterId: null, skip: 0, limit } as const;
  const asked = [whereSearched('busca', text), byAmount].filter(({ length }) => length > 0);
  const found = await Promise.all(
    asked.map((where) =>
      store.scan(reconciliations, { clientId, where: [...inCompanies(companies), ...where] }, range),
    ),
  );
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => b.id - a.id).slice(0, limit);
}
