// Finds reconciliations for the search over everything: by code, description, balance or a document.
import type { Where } from '../../../domain/kernel/where.js';
import type { CompositionItem } from '../../../domain/reconciliation/events.js';
import type { Pages } from '../../engine/pages.js';
import { reconciliations, reconciliationsById } from '../reconciliations/reconciliations.js';
import { compositions } from '../reconciliationPage/entries.js';
import { inCompanies, type Companies, type Scope } from '../scope.js';
import { searchedWords, searchTextOf, whereSearched } from './searchText.js';

/** The newest first; `document`: found by the text. @param amountCents a balance, either side; null: no amount */
export async function findReconciliations(
  { store }: Pages,
  { clientId }: Scope,
  { text, amountCents, companies }: Readonly<{ text: string; amountCents: number | null; companies: Companies }>,
  limit: number,
) {
  const range = { order: 'desc', limit } as const;
  const matches = (where: readonly Where[]) => ({ clientId, where: [inCompanies(companies), ...where] });
  const byAmount: readonly Where[] =
    amountCents === null ? [] : [{ saldoContabil: { in: [amountCents, -amountCents] } }];
  const conditions = [whereSearched('busca', text), byAmount].filter(({ length }) => length > 0);
  const byDocument = whereSearched('documentos', text);
  const composed = byDocument.length === 0 ? [] : await store.scan(compositions, matches(byDocument), range);
  const documents = new Map(composed.map(({ id, items }) => [id, documentIn(items, text)]));
  const rowLists = await Promise.all([
    reconciliationsById(store, clientId, documents.keys()),
    ...conditions.map((where) => store.scan(reconciliations, matches(where), range)),
  ]);
  const rows = new Map(
    rowLists.flat().map((row) => [row.id, { ...row, document: documents.get(row.id) ?? null }]),
  );
  return [...rows.values()].sort((a, b) => b.id - a.id).slice(0, limit);
}

/** The first document of a composition with a word that the text begins. @param items as stored */
function documentIn(items: string, text: string): string | null {
  const [word = ''] = searchedWords(text);
  const documents = (JSON.parse(items) as readonly CompositionItem[]).map(({ document }) => document ?? '');
  return documents.find((document) => ` ${searchTextOf('', document)}`.includes(` ${word}`)) ?? null;
}
