import type { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import type { Page, Pagination } from '../../projections/engine/pages.js';
import {
  findTrialBalance,
  linesChangedUntil,
  listTrialBalanceLines,
  listTrialBalances,
  type TrialBalanceRow,
} from '../../projections/views/trialBalances.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseIdAndQuery, parseQuery } from '../http/request/query.js';
import { reconcilingCompanies, requireModule } from './companyFilter.js';
import { pathId } from './contract/parameters.js';
import { linesQuery, trialBalanceLineRow, trialBalanceRow, trialBalancesQuery } from './contract/trialBalances.js';
import type { ListAnswers } from './listAnswer.js';

const FIELDS = Object.keys(trialBalanceRow.shape);
const LINE_FIELDS = Object.keys(trialBalanceLineRow.shape);

export function trialBalanceRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/trial-balances',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const query = parseQuery(trialBalancesQuery, context.querystring);
        const found = await readTrialBalances(deps, key.clientId, query);
        lists.answer({ context, key, query, fields: FIELDS }, found);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/trial-balances/{id}/lines',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: trialBalanceId, query } = parseIdAndQuery(id, linesQuery, context.querystring);
        const lines = await findLines(deps, key.clientId, trialBalanceId, query);
        const call = { context, key, query, fields: LINE_FIELDS };
        await lists.unchanging(call, lines.changedUntil, async () => {
          const { rowsJson: rows, pagination, changedUntil } = await lines.read();
          return { rows, pagination, changedUntil };
        });
      },
    },
  ];
}

/** @throws DomainError CompanyNotFound, ModuleNotContracted */
export async function readTrialBalances(
  deps: ReadDependencies,
  clientId: number,
  { page, limit, updatedSince, period, status, ...filter }: z.output<typeof trialBalancesQuery>,
): Promise<Page<TrialBalanceRow>> {
  const query = {
    page,
    limit,
    changedSince: updatedSince,
    companies: reconcilingCompanies(deps, clientId, filter),
    ...(period !== undefined && { competence: period }),
    ...(status !== undefined && { status }),
  };
  const { pages, registers, names } = deps;
  const joined = { companyName: registers.companyName, personNames: names.of };
  return listTrialBalances(pages, { clientId }, query, joined);
}

type Lines = Readonly<{ rowsJson: Uint8Array; pagination: Pagination; changedUntil: number }>;

/**
 * That the lines are there and may be read, before they are.
 * @throws DomainError TrialBalanceNotFound, ModuleNotContracted
 */
export async function findLines(
  deps: ReadDependencies,
  clientId: number,
  trialBalanceId: number,
  { page, limit, contaCodigo, updatedSince }: z.output<typeof linesQuery>,
): Promise<Readonly<{ changedUntil: number; read(): Promise<Lines> }>> {
  const header = await findTrialBalance(deps.pages, { clientId }, trialBalanceId);
  const company = header && deps.registers.company(clientId, header.empresaId);
  if (!header || !company) return refuse({ is: 'TrialBalanceNotFound' });
  requireModule(company);
  const query = {
    trialBalanceId,
    page,
    limit,
    changedSince: updatedSince,
    ...(contaCodigo !== undefined && { accountCode: contaCodigo }),
  };
  const changedUntil = await linesChangedUntil(deps.pages);
  return {
    changedUntil,
    async read() {
      const found = await listTrialBalanceLines(deps.pages, { clientId }, query, header);
      return found ? { ...found, changedUntil } : refuse({ is: 'TrialBalanceNotFound' });
    },
  };
}

/** `rowsJson` is the JSON text of the array of rows. @throws as `findLines` */
export async function readLines(
  deps: ReadDependencies,
  clientId: number,
  trialBalanceId: number,
  query: z.output<typeof linesQuery>,
): Promise<Lines> {
  return (await findLines(deps, clientId, trialBalanceId, query)).read();
}
