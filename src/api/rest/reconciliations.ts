import { SYSTEM } from '../../domain/kernel/event.js';
import * as z from 'zod';
import type { PersonNames } from '../../commands/people/personNames.js';
import {
  anyItemExample,
  anyItemRow,
  listItemsOf,
  listOpenItems,
  openItemExample,
  openItemFilters,
  openItemRow,
} from '../../projections/views/items.js';
import {
  reconciliationExample,
  reconciliationRow,
  type ReadContext,
  type ReconciliationRow,
} from '../../projections/views/reconciliations/reconciliationRows.js';
import {
  findReconciliationRow,
  listReconciliations,
  reconciliationFilters,
  type ShownOwner,
} from '../../projections/views/reconciliations/reconciliations.js';
import type { ReadDependencies } from '../dependencies.js';
import { moduleNotContracted, ofCompanies, reconciliationNotFound } from '../openapi/errors.js';
import { listOf, mayRead, reconcilingCompanies, type Reader } from './list.js';
import { limit, ofCompaniesPage, order, page, pathId, period, updatedSince } from './contract/parameters.js';

export const reconciliations = listOf({
  name: 'conciliacoes',
  path: '/api/v1/reconciliations',
  scope: 'reconciliations:read',
  tag: 'Conciliações',
  summary: 'Lista as conciliações com etapa, responsável e prazo',
  rowName: 'Conciliacao',
  row: reconciliationRow,
  example: reconciliationExample,
  inGraphql: ['A conciliação de uma conta', 'Uma página de conciliações', 'As conciliações'],
  query: z.object({
    ...ofCompaniesPage,
    period: period.optional(),
    ...reconciliationFilters,
    updatedSince,
  }),
  errors: ofCompanies,
  async read(deps, reader, { updatedSince: changedSince, companyId, cnpj, responsavel, ...query }) {
    const companies = reconcilingCompanies(deps, reader, { companyId, cnpj });
    const { clientId } = reader;
    const owner = responsavel === undefined ? undefined : await ownerShownAs(deps.names, clientId, responsavel);
    const filter = { ...query, changedSince, companies, owner };
    return listReconciliations(deps.pages, { clientId }, filter, await contextOf(deps));
  },
  one: {
    operationId: 'lerConciliacao',
    summary: 'Lê uma conciliação',
    says: 'Identificador da conciliação',
    errors: [moduleNotContracted, reconciliationNotFound],
    find: readReconciliation,
  },
});

async function contextOf({ registers, names, clock, publicIds }: ReadDependencies): Promise<ReadContext> {
  const publicId = await publicIds();
  return { companyName: registers.companyName, personNames: names.of, now: clock.now(), publicId };
}

/** @throws DomainError NoSuchReconciliation, ModuleNotContracted */
async function readReconciliation(deps: ReadDependencies, reader: Reader, id: number): Promise<ReconciliationRow> {
  const row = await findReconciliationRow(deps.pages, reader, id, await contextOf(deps));
  return mayRead(deps, reader, row, { is: 'NoSuchReconciliation' });
}

/** Everyone whom `responsavelNome` shows under this name: two people may share one. */
async function ownerShownAs(names: PersonNames, clientId: number, name: string): Promise<ShownOwner> {
  return name === SYSTEM ? name : { personIds: await names.idsOf(clientId, name) };
}

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
  query: z.object({
    reconciliationId: pathId,
    page,
    limit,
    order,
    minAgeDays: openItemFilters.minAgeDays,
    updatedSince,
  }),
  inPath: { name: 'reconciliationId', says: 'Identificador da conciliação' },
  errors: [moduleNotContracted, reconciliationNotFound],
  async read(deps, reader, { reconciliationId, updatedSince: changedSince, ...request }) {
    await readReconciliation(deps, reader, reconciliationId);
    const publicId = await deps.publicIds();
    return listItemsOf(deps.pages, reader, reconciliationId, { ...request, changedSince }, { publicId });
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
  async read(deps, reader, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const companies = reconcilingCompanies(deps, reader, { companyId, cnpj });
    const publicId = await deps.publicIds();
    return listOpenItems(deps.pages, reader, { ...query, companies, changedSince }, { publicId });
  },
});
