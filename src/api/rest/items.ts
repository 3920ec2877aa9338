import { z } from 'zod';
import {
  anyItemExample,
  anyItemRow,
  listItemsOf,
  listOpenItems,
  openItemExample,
  openItemFilters,
  openItemRow,
} from '../../projections/views/items/items.js';
import { moduleNotContracted, ofCompanies, reconciliationNotFound } from '../openapi/errors.js';
import { reconcilingCompanies } from './companyFilter.js';
import { limit, ofCompaniesPage, order, page, pathId, period, updatedSince } from './contract/parameters.js';
import { listOf } from './list.js';
import { readReconciliation } from './reconciliations.js';

export const itemsOfReconciliation = listOf({
  name: 'itensDaConciliacao',
  path: '/api/v1/reconciliations/{id}/items',
  scope: 'reconciliations:read',
  tag: 'Conciliações',
  summary: 'Lista os itens da composição de uma conciliação, em aberto e baixados',
  rowName: 'ItemDaComposicao',
  row: anyItemRow,
  example: anyItemExample,
  inGraphql: null,
  query: z.object({ reconciliationId: pathId, page, limit, order, updatedSince }),
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
  query: z.object({
    ...ofCompaniesPage,
    period: period.optional(),
    ...openItemFilters,
    updatedSince,
  }),
  errors: ofCompanies,
  /** @throws DomainError CompanyNotFound, ModuleNotContracted */
  async read(deps, { clientId }, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
    const publicId = await deps.publicIds();
    return listOpenItems(deps.pages, { clientId }, { ...query, companies, changedSince }, { publicId });
  },
});
