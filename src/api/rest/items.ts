import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import { listItemsOf, listOpenItems, type ItemRow } from '../../projections/views/items/items.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseId, parseQuery } from '../http/request/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { columnsOf } from './contract/columns.js';
import { itemRow, itemsQuery, openItemRow, openItemsQuery } from './contract/items.js';
import { pathId } from './contract/parameters.js';
import type { ListAnswers } from './listAnswer.js';
import { readReconciliation } from './reconciliations.js';

const COLUMNS = columnsOf(itemRow);
const OPEN_COLUMNS = columnsOf(openItemRow);

export function itemRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/reconciliations/{id}/items',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const id = parseId(pathId, context.params['id']);
        const query = parseQuery(itemsQuery, context.querystring);
        const { clientId } = key;
        await readReconciliation(limitedTo(deps, key), clientId, id);
        const { updatedSince: changedSince, ...request } = query;
        const publicId = await deps.publicIds();
        const found = await listItemsOf(deps.pages, { clientId }, id, { ...request, changedSince }, { publicId });
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/open-items',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const query = parseQuery(openItemsQuery, context.querystring);
        const found = await readOpenItems(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: OPEN_COLUMNS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readOpenItems(
  deps: ReadDependencies,
  clientId: number,
  { companyId, cnpj, updatedSince, ...query }: z.output<typeof openItemsQuery>,
): Promise<Page<ItemRow>> {
  const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
  const publicId = await deps.publicIds();
  return listOpenItems(
    deps.pages,
    { clientId },
    { ...query, companies, changedSince: updatedSince },
    { publicId },
  );
}
