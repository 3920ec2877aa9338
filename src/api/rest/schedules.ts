import { z } from 'zod';
import {
  listSchedules,
  scheduleExample,
  scheduleFilters,
  scheduleRow,
} from '../../projections/views/schedules.js';
import { ofCompanies } from '../openapi/errors.js';
import { reconcilingCompanies } from './companyFilter.js';
import { ofCompaniesPage, period, updatedSince } from './contract/parameters.js';
import { listOf } from './list.js';

/** Keys read schedules; people make and end them, as they compose. */
export const schedules = listOf({
  name: 'cronogramas',
  path: '/api/v1/schedules',
  scope: 'reconciliations:read',
  tag: 'Conciliações',
  summary: 'Lista os cronogramas das contas e, com period, o saldo que cada um espera',
  rowName: 'Cronograma',
  row: scheduleRow,
  example: scheduleExample,
  inGraphql: [
    'Um item que se repete por regra na composição de uma conta',
    'Uma página de cronogramas',
    'Os cronogramas das contas e o saldo que esperam em uma competência',
  ],
  query: z.object({
    ...ofCompaniesPage,
    ...scheduleFilters,
    period: period.optional().describe('A competência (AAAA-MM) do saldo esperado'),
    updatedSince,
  }),
  errors: ofCompanies,
  /** @throws DomainError CompanyNotFound, ModuleNotContracted */
  read(deps, { clientId }, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const companies = reconcilingCompanies(deps, clientId, { companyId, cnpj });
    return listSchedules(deps.pages, { clientId }, { ...query, companies, changedSince });
  },
});
