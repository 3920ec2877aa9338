import type { z } from 'zod';
import type { Page } from '../../projections/engine/pages.js';
import { listSchedules, type ScheduleRow } from '../../projections/views/schedules.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseQuery } from '../http/request/query.js';
import { reconcilingCompanies } from './companyFilter.js';
import { columnsOf } from './contract/columns.js';
import { scheduleRow, schedulesQuery } from './contract/schedules.js';
import type { ListAnswers } from './listAnswer.js';

const COLUMNS = columnsOf(scheduleRow);

/** Keys read schedules; people make and end them, as they compose. */
export function scheduleRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/schedules',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const query = parseQuery(schedulesQuery, context.querystring);
        const found = await readSchedules(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readSchedules(
  deps: ReadDependencies,
  clientId: number,
  { companyId, cnpj, updatedSince: changedSince, ...query }: z.output<typeof schedulesQuery>,
): Promise<Page<ScheduleRow>> {
  const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
  return listSchedules(deps.pages, { clientId }, { ...query, companies, changedSince });
}
