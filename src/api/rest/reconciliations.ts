import type { z } from 'zod';
import type { PersonNames } from '../../commands/people/personNames.js';
import { refuse } from '../../domain/problem.js';
import type { Page } from '../../projections/engine/pages.js';
import {
  findReconciliationRow,
  listReconciliations,
  type ReadContext,
  type ReconciliationRow,
  type ShownOwner,
} from '../../projections/views/reconciliations/reconciliations.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseId, parseQuery } from '../http/request/query.js';
import { reconcilingCompanies, requireModule } from './companyFilter.js';
import { columnsOf } from './contract/columns.js';
import { pathId } from './contract/parameters.js';
import { reconciliationRow, reconciliationsQuery } from './contract/reconciliations.js';
import type { ListAnswers } from './listAnswer.js';
import { answerRow } from './rowAnswer.js';

const COLUMNS = columnsOf(reconciliationRow);

export function reconciliationRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/reconciliations',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const query = parseQuery(reconciliationsQuery, context.querystring);
        const found = await readReconciliations(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/reconciliations/{id}',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const id = parseId(pathId, context.params['id']);
        answerRow({ context, key }, await readReconciliation(limitedTo(deps, key), key.clientId, id));
      },
    },
  ];
}

async function contextOf({ registers, names, clock, publicIds }: ReadDependencies): Promise<ReadContext> {
  const publicId = await publicIds();
  return { companyName: registers.companyName, personNames: names.of, now: clock.now(), publicId };
}

/** @throws DomainError NoSuchReconciliation, ModuleNotContracted */
export async function readReconciliation(
  deps: ReadDependencies,
  clientId: number,
  id: number,
): Promise<ReconciliationRow> {
  const row = await findReconciliationRow(deps.pages, { clientId }, id, await contextOf(deps));
  const company = row && deps.registers.company(clientId, row.empresaId);
  if (!row || !company) return refuse({ is: 'NoSuchReconciliation' });
  requireModule(company);
  return row;
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readReconciliations(
  deps: ReadDependencies,
  clientId: number,
  {
    page,
    limit,
    order,
    updatedSince,
    companyId,
    cnpj,
    responsavel,
    ...filters
  }: z.output<typeof reconciliationsQuery>,
): Promise<Page<ReconciliationRow>> {
  const { pages, names } = deps;
  const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
  const owner = responsavel === undefined ? undefined : await ownerShownAs(names, clientId, responsavel);
  const query = { ...filters, companies, owner, page, limit, order, changedSince: updatedSince };
  return listReconciliations(pages, { clientId }, query, await contextOf(deps));
}

/** Everyone whom `responsavelNome` shows under this name: two people may share one. */
async function ownerShownAs(names: PersonNames, clientId: number, name: string): Promise<ShownOwner> {
  return name === 'Sistema' ? name : { personIds: await names.idsOf(clientId, name) };
}
