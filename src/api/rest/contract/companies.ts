// Contract of GET /api/v1/companies.
import { z } from 'zod';
import { limit, page } from './parameters.js';

export const companiesQuery = z.object({ page, limit });

export const companyRow = z.strictObject({
  id: z.int(),
  razaoSocial: z.string(),
  nomeFantasia: z.string(),
  cnpj: z.string(),
  regimeTributario: z.enum([
    'REAL_PROFIT',
    'PRESUMED_PROFIT',
    'ARBITRATED_PROFIT',
    'SIMPLES_NACIONAL',
    'MEI',
    'EXEMPT_IMMUNE',
  ]),
  status: z.enum(['ACTIVE', 'INACTIVE', 'SUSPENDED']),
  empresaControladoraId: z.int().nullable(),
});
