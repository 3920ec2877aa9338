import type { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import type { Page, Pagination } from '../../projections/engine/pages.js';
import {
  findTrialBalance,
  findTrialBalanceRow,
  hasAllLines,
  linesChangedUntil,
  listTrialBalanceLines,
  listTrialBalances,
  type TrialBalanceRow,
} from '../../projections/views/trialBalances/trialBalances.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseId, parseIdAndQuery, parseQuery } from '../http/request/query.js';
import { HttpError } from '../http/response/problems.js';
import { reconcilingCompanies, requireModule } from './companyFilter.js';
import { columnsOf } from './contract/columns.js';
import { pathId, requirePeriodsInOrder } from './contract/parameters.js';
import {
  anyLineRow,
  linesQuery,
  trialBalanceLineRow,
  trialBalanceRow,
  trialBalancesQuery,
} from './contract/trialBalances.js';
import type { ListAnswers } from './listAnswer.js';
import { answerRow } from './rowAnswer.js';

const COLUMNS = columnsOf(trialBalanceRow);
const LINE_COLUMNS = columnsOf(trialBalanceLineRow);
const WHOLE_COLUMNS = columnsOf(anyLineRow);

export function trialBalanceRoutes(deps: ReadDependencies, lists: ListAnswers): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/trial-balances',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const query = parseQuery(trialBalancesQuery, context.querystring);
        const found = await readTrialBalances(limitedTo(deps, key), key.clientId, query);
        await lists.answer({ context, key, query, columns: COLUMNS }, found);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/trial-balances/{id}',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const text = context.params['id'];
        if (text === 'arquivo') throw new HttpError({ is: 'MethodNotAllowed', allow: 'POST' });
        const id = parseId(pathId, text);
        answerRow({ context, key }, await readTrialBalance(limitedTo(deps, key), key.clientId, id));
      },
    },
    {
      method: 'GET',
      path: '/api/v1/trial-balances/{id}/lines',
      scope: 'trial_balances:read',
      async handle(context, key) {
        const id = { schema: pathId, text: context.params['id'] };
        const { id: trialBalanceId, query } = parseIdAndQuery(id, linesQuery, context.querystring);
        const lines = await findLines(limitedTo(deps, key), key.clientId, trialBalanceId, query);
        const columns = query.escopo === undefined ? LINE_COLUMNS : WHOLE_COLUMNS;
        const call = { context, key, query, columns };
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
  { page, limit, order, updatedSince, companyId, cnpj, ...filters }: z.output<typeof trialBalancesQuery>,
): Promise<Page<TrialBalanceRow>> {
  requirePeriodsInOrder(filters);
  const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
  const query = { ...filters, companies, page, limit, order, changedSince: updatedSince };
  const { pages, registers, names } = deps;
  const joined = { companyName: registers.companyName, personNames: names.of };
  return listTrialBalances(pages, { clientId }, query, joined);
}

/** @throws DomainError TrialBalanceNotFound, ModuleNotContracted */
async function readTrialBalance(deps: ReadDependencies, clientId: number, id: number): Promise<TrialBalanceRow> {
  const { pages, registers, names } = deps;
  const joined = { companyName: registers.companyName, personNames: names.of };
  const row = await findTrialBalanceRow(pages, { clientId }, id, joined);
  const company = row && registers.company(clientId, row.empresaId);
  if (!row || !company) return refuse({ is: 'TrialBalanceNotFound' });
  requireModule(company);
  return row;
}

type Lines = Readonly<{ rowsJson: Uint8Array; pagination: Pagination; changedUntil: number }>;

/**
 * Checks that the trial balance exists and may be read; `read` then reads its lines.
 * @throws DomainError TrialBalanceNotFound, ModuleNotContracted, LeftOutLinesNotStored
 */
export async function findLines(
  deps: ReadDependencies,
  clientId: number,
  trialBalanceId: number,
  { page, limit, order, updatedSince, contaCodigo, escopo }: z.output<typeof linesQuery>,
): Promise<Readonly<{ changedUntil: number; read(): Promise<Lines> }>> {
  const header = await findTrialBalance(deps.pages, { clientId }, trialBalanceId);
  const company = header && deps.registers.company(clientId, header.empresaId);
  if (!header || !company) return refuse({ is: 'TrialBalanceNotFound' });
  requireModule(company);
  const isWhole = escopo === 'todas';
  if (isWhole && !(await hasAllLines(deps.pages, { clientId }, header)))
    return refuse({ is: 'LeftOutLinesNotStored', trialBalanceId });
  const query = { trialBalanceId, contaCodigo, isWhole, page, limit, order, changedSince: updatedSince };
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
