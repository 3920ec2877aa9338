// Contract of GET /api/v1/reconciliations.
import { z } from 'zod';
import { reconciliationStatuses } from '../../../projections/views/reconciliations.js';
import { slaStatuses } from '../../../projections/views/deadlineStatus.js';
import { cnpj, companyId, exactText, limit, oneOf, page, period, updatedSince } from './parameters.js';

export const reconciliationsQuery = z.object({
  page,
  limit,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  status: oneOf('status', reconciliationStatuses).optional().describe('Somente com este status'),
  slaStatus: oneOf('slaStatus', slaStatuses)
    .optional()
    .describe('Somente com esta situação do prazo no momento da leitura'),
  responsavel: exactText('responsavel').optional().describe('Somente com este nome em responsavelNome'),
  updatedSince,
});

export const reconciliationRow = z.strictObject({
  id: z.int().describe('Identificador da conciliação'),
  empresaId: z.int().describe('Empresa da conciliação'),
  empresaNome: z.string().describe('Razão social da empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  contaId: z.int().describe('Identificador da conta'),
  contaCodigo: z.string().describe('Código da conta'),
  contaDescricao: z.string().describe('Descrição da conta'),
  status: z.enum(reconciliationStatuses).describe('Etapa da conciliação (16 estados)'),
  responsavelNome: z.string().describe('Responsável atual; vazio quando ninguém foi definido'),
  responsavelPapel: z.string().describe('Papel do responsável atual'),
  prazo: z.iso.datetime({ precision: 3 }).describe('Prazo do responsável atual (ISO 8601 em UTC)'),
  slaStatus: z.enum(slaStatuses).describe('Situação do prazo no momento da leitura (5 estados)'),
  saldoContabil: z.number().describe('Saldo contábil em reais'),
  saldoConciliado: z.number().describe('Saldo conciliado em reais'),
  diferenca: z.number().describe('Saldo contábil menos saldo conciliado menos ajustes'),
  ajustes: z.number().describe('Soma dos ajustes explicados em reais'),
});
