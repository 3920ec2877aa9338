import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import { listIntercompany, type IntercompanyRow } from '../../projections/views/competences/intercompany.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseQuery } from '../http/request/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { columnsOf } from './contract/columns.js';
import { intercompanyQuery, intercompanyRow } from './contract/intercompany.js';
import type { ListAnswers } from './listAnswer.js';

const COLUMNS = columnsOf(intercompanyRow);

export function intercompanyRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/intercompany-balances',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const query = parseQuery(intercompanyQuery, context.querystring);
        const found = await readIntercompany(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readIntercompany(
  deps: ReadDependencies,
  clientId: number,
  { period: competence, page, limit, ...filter }: z.output<typeof intercompanyQuery>,
): Promise<Page<IntercompanyRow>> {
  const companies = reconcilingCompanies(deps, clientId, filter) ?? [];
  const companyIds = typeof companies === 'number' ? [companies] : companies;
  const visible = (companyId: number): boolean => deps.registers.company(clientId, companyId) !== null;
  return listIntercompany(deps, { clientId }, { companyIds, visible, competence, page, limit });
}
