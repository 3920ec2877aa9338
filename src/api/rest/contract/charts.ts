// Contract of GET /api/v1/chart-of-accounts and /{id}/accounts.
import { z } from 'zod';
import { cnpj, companyId, exactText, limit, page, requiredCompanyId } from './parameters.js';

/** The reference asks for `companyId`; a `cnpj` beside it must be the same company's. */
export const chartsQuery = z.object({ companyId: requiredCompanyId, cnpj: cnpj.optional(), page, limit });

export const chartRow = z.strictObject({
  id: z.int(),
  empresaId: z.int(),
  nome: z.string(),
  vigenciaInicio: z.iso.date(),
  vigenciaFim: z.iso.date().nullable(),
  ativo: z.boolean(),
  versao: z.int(),
});

export const accountsQuery = z.object({
  page,
  limit,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  codigo: exactText('codigo').optional(),
});

export const accountRow = z.strictObject({
  id: z.int(),
  planoId: z.int(),
  empresaId: z.int(),
  codigo: z.string(),
  codigoReduzido: z.string(),
  descricao: z.string(),
  tipo: z.enum(['ANALYTICAL', 'SYNTHETIC']),
  natureza: z.enum(['DEBIT', 'CREDIT', 'MIXED']),
  classificacao: z.string(),
  departamento: z.string(),
  setor: z.string(),
  exigeConciliacao: z.boolean(),
});
