// Contract of GET /api/v1/intercompany-balances.
import { z } from 'zod';
import { debitPositive } from './pages.js';
import { cnpj, companyId, limit, page, period } from './parameters.js';

export const intercompanyQuery = z.object({
  page,
  limit,
  period: period.describe('A competência (AAAA-MM)'),
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
});

export const intercompanyRow = z.strictObject({
  empresaId: z.int().describe('Empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  prefixo: z.string().describe('Início do código das contas da empresa'),
  saldo: z
    .number()
    .nullable()
    .describe(`${debitPositive('Saldo final dessas contas')}; nulo sem balancete`),
  contraparteId: z.int().describe('A outra empresa'),
  contrapartePrefixo: z.string().describe('Início do código das contas da outra empresa'),
  contraparteSaldo: z
    .number()
    .nullable()
    .describe(`${debitPositive('Saldo final das contas da outra empresa')}; nulo sem balancete`),
  diferenca: z.number().nullable().describe('Soma dos dois saldos em reais: zero quando as empresas concordam'),
});

export const intercompanyExample: z.output<typeof intercompanyRow> = {
  empresaId: 1,
  competencia: '2026-08',
  prefixo: '1.1.08',
  saldo: 1500,
  contraparteId: 2,
  contrapartePrefixo: '2.1.08',
  contraparteSaldo: -1450,
  diferenca: 50,
};
