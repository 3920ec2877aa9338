// Open items for people: each with what tells the side of its amount.
import type { Page, Pages } from '../engine/pages.js';
import { storedOpenItems, type OpenItemsQuery, type StoredItem } from './items.js';
import { reconciliationsById } from './reconciliations/reconciliations.js';
import type { Scope } from './scope.js';
import { withDebits, type Book } from './trialBalances/debitOf.js';

/** Lists `storedOpenItems`, each with the book balance of its account in its competence. */
export async function openItemsWithBooks(
  pages: Pages,
  scope: Scope,
  query: OpenItemsQuery,
): Promise<Page<StoredItem & Book>> {
  const page = await storedOpenItems(pages, scope, query);
  const ids = page.rows.map(({ conciliacaoId }) => conciliacaoId);
  const accounts = await reconciliationsById(pages.store, scope.clientId, ids);
  const books = new Map(accounts.map((row) => [row.id, row]));
  const rows = page.rows.map((row) => {
    const { saldoContabil = 0, saldoContabilDevedor = 0, contaId } = books.get(row.conciliacaoId) ?? {};
    return { ...row, saldoContabil, saldoContabilDevedor, contaId };
  });
  return { ...page, rows: await withDebits(pages.store, scope.clientId, rows) };
}
