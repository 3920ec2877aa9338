// Contract of GET /api/v1/reconciliations.
import { z } from 'zod';
import { reconciliationStatuses } from '../../../projections/views/reconciliations.js';
import { cnpj, companyId, limit, oneOf, page, period } from './parameters.js';

export const reconciliationsQuery = z.object({
  page,
  limit,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  status: oneOf('status', reconciliationStatuses).optional(),
});

export const reconciliationRow = z.strictObject({
  id: z.int(),
  empresaId: z.int(),
  empresaNome: z.string(),
  competencia: z.string(),
  contaId: z.int(),
  contaCodigo: z.string(),
  contaDescricao: z.string(),
  status: z.enum(reconciliationStatuses),
  responsavelNome: z.string(),
  responsavelPapel: z.string(),
  prazo: z.iso.datetime({ precision: 3 }),
  slaStatus: z.enum(['ON_TIME', 'DUE_SOON', 'OVERDUE', 'COMPLETED_ON_TIME', 'COMPLETED_LATE']),
  saldoContabil: z.number(),
  saldoConciliado: z.number(),
  diferenca: z.number(),
  ajustes: z.number(),
});
