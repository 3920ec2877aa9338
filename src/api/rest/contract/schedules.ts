// Contract of GET /api/v1/schedules.
import { z } from 'zod';
import { scheduleKindValues } from '../../../domain/books/schedules.js';
import { cnpj, companyId, exactText, limit, order, page, period, updatedSince } from './parameters.js';

export const schedulesQuery = z.object({
  page,
  limit,
  order,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  contaCodigo: exactText('contaCodigo').optional().describe('Somente da conta com este código'),
  period: period.optional().describe('A competência (AAAA-MM) do saldo esperado'),
  updatedSince,
});

export const scheduleRow = z.strictObject({
  id: z.int().describe('Identificador do cronograma'),
  empresaId: z.int().describe('Empresa'),
  contaCodigo: z.string().describe('Código da conta'),
  descricao: z.string().describe('Descrição dos itens'),
  tipo: z.enum(scheduleKindValues).describe('Como o saldo esperado segue de mês a mês'),
  valor: z
    .number()
    .describe('Valor inteiro em reais, com o sinal de saldoContabil; por mês quando o tipo é FIXED'),
  inicio: z.string().describe('Primeira competência (AAAA-MM)'),
  meses: z.int().describe('Número de meses'),
  encerradoEm: z
    .string()
    .nullable()
    .describe('Competência (AAAA-MM) a partir da qual nada mais é esperado; null enquanto não foi encerrado'),
  esperado: z.number().nullable().describe('Saldo esperado em reais no fim de period; null sem period'),
});

export const scheduleExample: z.output<typeof scheduleRow> = {
  id: 4,
  empresaId: 1,
  contaCodigo: '1.1.06.01',
  descricao: 'Seguro da frota',
  tipo: 'LINEAR',
  valor: 12000,
  inicio: '2026-01',
  meses: 12,
  encerradoEm: null,
  esperado: 4000,
};
