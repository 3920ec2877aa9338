// Contract of GET /api/v1/reconciliations.
import { z } from 'zod';
import { approvalReasons } from '../../../domain/clients/autoApproval.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { reconciliationStatuses } from '../../../projections/views/reconciliations/reconciliations.js';
import { slaStatuses } from '../../../domain/reconciliation/states.js';
import { debitPositive } from '../../../projections/views/row.js';
import { cnpj, companyId, limit, order, page, period, updatedSince } from './parameters.js';
import { exactText, oneOf, wholeNumber } from '../../../projections/views/filters.js';

export const reconciliationsQuery = z.object({
  page,
  limit,
  order,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  status: oneOf('status', reconciliationStatuses).optional().describe('Somente com este status'),
  slaStatus: oneOf('slaStatus', slaStatuses)
    .optional()
    .describe('Somente com esta situação do prazo no momento da leitura'),
  responsavel: exactText('responsavel').optional().describe('Somente com este nome em responsavelNome'),
  itensHaMaisDe: wholeNumber('itensHaMaisDe deve ser um número inteiro de dias')
    .optional()
    .describe('Somente com um item em aberto há mais dias do que este número'),
  variacao: oneOf('variacao', ['sim'])
    .optional()
    .describe('`sim`: somente as que variaram mais do que a regra da empresa deixa sem explicação'),
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
  reconciliationId: z.uuid().describe('Identificador público: o reconciliationId dos webhooks'),
  saldoContabilDevedor: z.number().describe(debitPositive('Saldo contábil')),
  variacao: z
    .number()
    .nullable()
    .describe('Variação do saldo que pede explicação, débito positivo; nulo quando nenhuma regra pede'),
  aprovacaoAutomatica: z
    .enum(valuesOf(approvalReasons))
    .nullable()
    .describe(
      'Por que uma regra da empresa aprovou a conta na liberação, ou não aprovou; nulo quando não há regra para a conta',
    ),
});

export const reconciliationExample: z.output<typeof reconciliationRow> = {
  id: 3,
  empresaId: 1,
  empresaNome: 'Comércio Exemplo Ltda.',
  competencia: '2026-08',
  contaId: 10,
  contaCodigo: '1.1.01',
  contaDescricao: 'Caixa',
  status: 'IN_ELABORATION',
  responsavelNome: 'Ana Souza',
  responsavelPapel: 'Elaborador',
  prazo: '2026-09-09T02:59:59.999Z',
  slaStatus: 'ON_TIME',
  saldoContabil: 1300.25,
  saldoConciliado: 1300.25,
  diferenca: 0,
  ajustes: 0,
  reconciliationId: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f',
  saldoContabilDevedor: 1300.25,
  variacao: null,
  aprovacaoAutomatica: null,
};
