import { listItemsOf, listOpenItems } from '../../projections/views/items/items.js';
import { moduleNotContracted, ofCompanies, reconciliationNotFound } from '../openapi/errors.js';
import { reconcilingCompanies } from './companyFilter.js';
import {
  itemExample,
  itemRow,
  itemsQuery,
  openItemExample,
  openItemRow,
  openItemsQuery,
} from './contract/items.js';
import { listOf } from './list.js';
import { readReconciliation } from './reconciliations.js';

export const itemsOfReconciliation = listOf({
  name: 'itensDaConciliacao',
  path: '/api/v1/reconciliations/{id}/items',
  scope: 'reconciliations:read',
  tag: 'Conciliações',
  summary: 'Lista os itens da composição de uma conciliação, em aberto e baixados',
  rowName: 'ItemDaComposicao',
  row: itemRow,
  example: itemExample,
  inGraphql: null,
  query: itemsQuery,
  inPath: { name: 'reconciliationId', says: 'Identificador da conciliação' },
  errors: [moduleNotContracted, reconciliationNotFound],
  /** @throws DomainError NoSuchReconciliation, ModuleNotContracted */
  async read(deps, { clientId }, { reconciliationId, updatedSince: changedSince, ...request }) {
    await readReconciliation(deps, clientId, reconciliationId);
    const publicId = await deps.publicIds();
    return listItemsOf(deps.pages, { clientId }, reconciliationId, { ...request, changedSince }, { publicId });
  },
});

export const openItems = listOf({
  name: 'itensEmAberto',
  path: '/api/v1/open-items',
  scope: 'reconciliations:read',
  tag: 'Conciliações',
  summary: 'Lista os itens em aberto das composições, com a idade de cada um',
  rowName: 'ItemEmAberto',
  row: openItemRow,
  example: openItemExample,
  inGraphql: [
    'Um item em aberto da composição de uma conta',
    'Uma página de itens em aberto',
    'Os itens em aberto das composições',
  ],
  query: openItemsQuery,
  errors: ofCompanies,
  /** @throws DomainError CompanyNotFound, ModuleNotContracted */
  async read(deps, { clientId }, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
    const publicId = await deps.publicIds();
    return listOpenItems(deps.pages, { clientId }, { ...query, companies, changedSince }, { publicId });
  },
});
