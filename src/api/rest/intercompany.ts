import { z } from 'zod';
import {
  intercompanyExample,
  intercompanyRow,
  listIntercompany,
} from '../../projections/views/competences/intercompany.js';
import { ofCompanies } from '../openapi/errors.js';
import { reconcilingCompanies } from './companyFilter.js';
import { ofCompetencePage } from './contract/parameters.js';
import { listOf } from './list.js';

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
  query: z.object({
    ...ofCompetencePage,
  }),
  errors: ofCompanies,
  /** @throws DomainError CompanyNotFound, ModuleNotContracted */
  read(deps, { clientId }, { period: competence, page, limit, order, ...filter }) {
    const companyIds = [reconcilingCompanies(deps, clientId, filter) ?? []].flat();
    const visible = (companyId: number): boolean => deps.registers.company(clientId, companyId) !== null;
    return listIntercompany(deps, { clientId }, { companyIds, visible, competence, page, limit, order });
  },
});
