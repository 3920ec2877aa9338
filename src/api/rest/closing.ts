// Lists about the closing of a competence: its checklist, balances between companies, and schedules.
import * as z from 'zod';
import { checklistExample, checklistRow, listChecklist } from '../../projections/views/competences/checklist.js';
import {
  intercompanyExample,
  intercompanyRow,
  listIntercompany,
} from '../../projections/views/competences/intercompany.js';
import {
  listSchedules,
  scheduleExample,
  scheduleFilters,
  scheduleRow,
} from '../../projections/views/schedules.js';
import { ofCompanies } from '../openapi/errors.js';
import { knownCompany, listOf, reconcilingCompanies } from './list.js';
import { ofCompaniesPage, ofCompetencePage, period, updatedSince } from './contract/parameters.js';

export const checklist = listOf({
  name: 'checklistDoFechamento',
  path: '/api/v1/closing-checklist',
  scope: 'reconciliations:read',
  tag: 'Conciliações',
  summary: 'Lista o checklist de fechamento de uma competência, empresa por empresa',
  rowName: 'PontoDoChecklist',
  row: checklistRow,
  example: checklistExample,
  inGraphql: [
    'Um ponto do checklist de fechamento de uma empresa',
    'Uma página de pontos do checklist de fechamento',
    'O checklist de fechamento de uma competência',
  ],
  query: z.object(ofCompetencePage),
  errors: ofCompanies,
  read(deps, reader, { period: competence, page, limit, order, ...filter }) {
    const companyIds = [reconcilingCompanies(deps, reader, filter)].flat();
    return listChecklist(deps, reader, { companyIds, competence, page, limit, order });
  },
});

export const intercompany = listOf({
  name: 'saldosEntreEmpresas',
  path: '/api/v1/intercompany-balances',
  scope: 'trial_balances:read',
  tag: 'Balancetes',
  summary: 'Lista os saldos que as empresas do cliente têm entre si em uma competência, lado a lado',
  rowName: 'SaldoEntreEmpresas',
  row: intercompanyRow,
  example: intercompanyExample,
  inGraphql: [
    'Os saldos de duas empresas entre si, lado a lado',
    'Uma página de saldos entre empresas',
    'Os saldos que as empresas do cliente têm entre si em uma competência',
  ],
  query: z.object(ofCompetencePage),
  errors: ofCompanies,
  read(deps, reader, { period: competence, page, limit, order, ...filter }) {
    const companyIds = [reconcilingCompanies(deps, reader, filter)].flat();
    const visible = (companyId: number): boolean => knownCompany(deps, reader, companyId) !== null;
    return listIntercompany(deps, reader, { companyIds, visible, competence, page, limit, order });
  },
});

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
  read(deps, reader, { companyId, cnpj, updatedSince: changedSince, ...query }) {
    const companies = reconcilingCompanies(deps, reader, { companyId, cnpj });
    return listSchedules(deps.pages, reader, { ...query, companies, changedSince });
  },
});
