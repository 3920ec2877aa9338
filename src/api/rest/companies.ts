import { z } from 'zod';
import { refuse } from '../../domain/problem.js';
import { companyExample, companyRow, findCompany, listCompanies } from '../../projections/views/companies.js';
import { isKnownTo } from '../auth/keyCompanies.js';
import { companyNotFound } from '../openapi/errors.js';
import { limit, order, page, updatedSince } from './contract/parameters.js';
import { listOf } from './list.js';

export const companies = listOf({
  name: 'empresas',
  path: '/api/v1/companies',
  scope: 'companies:read',
  tag: 'Empresas',
  summary: 'Lista as empresas do cliente da chave',
  rowName: 'Empresa',
  row: companyRow,
  example: companyExample,
  inGraphql: ['Uma empresa do cliente', 'Uma página de empresas', 'As empresas do cliente da chave'],
  query: z.object({ page, limit, order, updatedSince }),
  errors: [],
  read({ pages }, { clientId, companyIds }, { updatedSince: changedSince, ...query }) {
    return listCompanies(pages, { clientId }, { ...query, changedSince, companyIds });
  },
  one: {
    operationId: 'lerEmpresa',
    summary: 'Lê uma empresa',
    says: 'Identificador da empresa',
    errors: [companyNotFound],
    async find({ pages }, reader, companyId) {
      const row = isKnownTo(reader, companyId) ? await findCompany(pages, reader, companyId) : null;
      return row ?? refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
    },
  },
});
