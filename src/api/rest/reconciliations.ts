import type { z } from 'zod';
import type { PersonNames } from '../../commands/people/personNames.js';
import type { Page } from '../../projections/engine/pages.js';
import {
  listReconciliations,
  type ReconciliationRow,
  type ShownOwner,
} from '../../projections/views/reconciliations.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseQuery } from '../http/request/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { reconciliationRow, reconciliationsQuery } from './contract/reconciliations.js';
import type { ListAnswers } from './listAnswer.js';

const FIELDS = Object.keys(reconciliationRow.shape);

export function reconciliationRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/reconciliations',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const query = parseQuery(reconciliationsQuery, context.querystring);
        const found = await readReconciliations(deps, key.clientId, query);
        lists.answer({ context, key, query, fields: FIELDS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readReconciliations(
  deps: ReadDependencies,
  clientId: number,
  asked: z.output<typeof reconciliationsQuery>,
): Promise<Page<ReconciliationRow>> {
  const { page, limit, updatedSince, period, status, slaStatus, responsavel, ...filter } = asked;
  const { pages, registers, names, clock } = deps;
  const query = {
    page,
    limit,
    changedSince: updatedSince,
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
