import { z } from 'zod';
import { checklistExample, checklistRow, listChecklist } from '../../projections/views/competences/checklist.js';
import { ofCompanies } from '../openapi/errors.js';
import { reconcilingCompanies } from './companyFilter.js';
import { ofCompetencePage } from './contract/parameters.js';
import { listOf } from './list.js';

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
  query: z.object({
    ...ofCompetencePage,
  }),
  errors: ofCompanies,
  /** @throws DomainError CompanyNotFound, ModuleNotContracted */
  read(deps, { clientId }, { period: competence, page, limit, order, ...filter }) {
    const companyIds = [reconcilingCompanies(deps, clientId, filter) ?? []].flat();
    return listChecklist(deps.checklist, deps, { clientId }, { companyIds, competence, page, limit, order });
  },
});
