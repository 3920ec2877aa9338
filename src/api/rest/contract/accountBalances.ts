// Contract of GET /api/v1/accounts/{id}/balances.
import { z } from 'zod';
import { trialBalanceStatuses } from '../../../domain/books/versionStatus.js';
import { debitPositive } from './pages.js';
import { accountId, limit, order, page, periodFrom, periodTo, updatedSince } from './parameters.js';

export const accountBalancesQuery = z.object({
  accountId,
  page,
  limit,
  order,
  periodFrom,
  periodTo,
  updatedSince,
});

export const accountBalanceRow = z.strictObject({
  competencia: z.string().describe('Competência (AAAA-MM)'),
  balanceteId: z.int().describe('Balancete do saldo: a versão mais nova da competência'),
  versao: z.int().describe('Número da versão dentro da competência'),
  status: z.enum(trialBalanceStatuses).describe('Situação desta versão'),
  saldoAnterior: z.number().describe('Saldo anterior em reais'),
  debito: z.number().describe('Total de débitos em reais'),
  credito: z.number().describe('Total de créditos em reais'),
  saldoFinal: z.number().describe('Saldo final em reais'),
  saldoFinalDevedor: z.number().describe(debitPositive('Saldo final')),
  variacao: z
    .number()
    .nullable()
    .describe(
      'Saldo final menos o da competência anterior, com os sinais de saldoFinal; nulo sem balancete da anterior',
    ),
  variacaoPercentual: z
    .number()
    .nullable()
    .describe('variacao em relação ao saldo da competência anterior, em %; nulo quando ele é zero ou não existe'),
  mediaDozeMeses: z
    .number()
    .nullable()
    .describe(
      'Média dos saldos finais da conta nas até doze competências anteriores que a trazem, com os sinais de saldoFinal; nulo sem nenhuma',
    ),
});

export const accountBalanceExample: z.output<typeof accountBalanceRow> = {
  competencia: '2026-08',
  balanceteId: 7,
  versao: 1,
  status: 'RELEASED',
  saldoAnterior: 1000,
  debito: 500.25,
  credito: 200,
  saldoFinal: 1300.25,
  saldoFinalDevedor: 1300.25,
  variacao: 300.25,
  variacaoPercentual: 30.03,
  mediaDozeMeses: 985.4,
};
