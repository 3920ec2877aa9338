import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import { listChecklist, type ChecklistRow } from '../../projections/views/competences/checklist.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseQuery } from '../http/request/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { checklistQuery, checklistRow } from './contract/checklist.js';
import { columnsOf } from './contract/columns.js';
import type { ListAnswers } from './listAnswer.js';

const COLUMNS = columnsOf(checklistRow);

export function checklistRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/closing-checklist',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const query = parseQuery(checklistQuery, context.querystring);
        const found = await readChecklist(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readChecklist(
  deps: ReadDependencies,
  clientId: number,
  { period: competence, page, limit, ...filter }: z.output<typeof checklistQuery>,
): Promise<Page<ChecklistRow>> {
  const companies = reconcilingCompanies(deps, clientId, filter) ?? [];
  const companyIds = typeof companies === 'number' ? [companies] : companies;
  return listChecklist(deps.checklist, deps, { clientId }, { companyIds, competence, page, limit });
}
