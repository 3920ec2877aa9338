import type { z } from 'zod';
import type { PersonNames } from '../../commands/personNames.js';
import type { Page } from '../../projections/engine/pages.js';
import {
  listReconciliations,
  type ReconciliationRow,
  type ShownOwner,
} from '../../projections/views/reconciliations.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { rowsAnswer } from '../http/answer.js';
import { parseQuery } from '../http/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { reconciliationsQuery } from './contract/reconciliations.js';

export function reconciliationRoutes(deps: ReadDependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/reconciliations',
      scope: 'reconciliations:read',
      async handle(context, { clientId }) {
        const query = parseQuery(reconciliationsQuery, context.querystring);
        const found = await readReconciliations(deps, clientId, query);
        return rowsAnswer(found.rows, found.pagination);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readReconciliations(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, period, status, slaStatus, responsavel, ...filter }: z.output<typeof reconciliationsQuery>,
): Promise<Page<ReconciliationRow>> {
  const { pages, registers, names, clock } = deps;
  const query = {
    page,
    limit,
    companies: reconcilingCompanies(deps, clientId, filter),
    ...(period !== undefined && { competence: period }),
    ...(status !== undefined && { status }),
    ...(slaStatus !== undefined && { slaStatus }),
    ...(responsavel !== undefined && { owner: await ownerShownAs(names, clientId, responsavel) }),
  };
  const present = { companyName: registers.companyName, personNames: names.of, now: clock.now() };
  return listReconciliations(pages, { clientId }, query, present);
}

/** By the name that `responsavelNome` shows; two people may share one. */
async function ownerShownAs(names: PersonNames, clientId: number, name: string): Promise<ShownOwner> {
  return name === 'Sistema' ? name : { personIds: await names.idsOf(clientId, name) };
}
