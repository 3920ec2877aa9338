// Contract of the routes of trial balances. The import's body is checked where it is parsed (commands/importDocument).
import { z } from 'zod';
import { trialBalanceStatuses } from '../../../projections/views/trialBalances.js';
import { cnpj, companyId, exactText, limit, oneOf, page, period, validateOnly } from './parameters.js';

export const trialBalancesQuery = z.object({
  page,
  limit,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  status: oneOf('status', trialBalanceStatuses).optional(),
});

export const trialBalanceRow = z.strictObject({
  id: z.int(),
  empresaId: z.int(),
  empresaNome: z.string(),
  competencia: z.string(),
  versao: z.int(),
  status: z.enum(trialBalanceStatuses),
  importadoEm: z.iso.datetime({ precision: 3 }),
  importadoPor: z.string(),
  linhas: z.int(),
});

export const linesQuery = z.object({ page, limit, contaCodigo: exactText('contaCodigo').optional() });

export const trialBalanceLineRow = z.strictObject({
  balanceteId: z.int(),
  empresaId: z.int(),
  competencia: z.string(),
  contaCodigo: z.string(),
  contaDescricao: z.string(),
  saldoAnterior: z.number(),
  debito: z.number(),
  credito: z.number(),
  saldoFinal: z.number(),
});

export const importQuery = z.object({ validateOnly });

/** `data` of a successful import; `alteracoes` with `validateOnly` alone. */
export const importResult = z.strictObject({
  reenvio: z.boolean(),
  trialBalanceId: z.int().nullable(),
  enviadas: z.int(),
  importadas: z.int(),
  ignoradasForaDoPlano: z.int(),
  ignoradasQueNaoConciliam: z.int(),
  avisos: z.array(z.string()),
  alteracoes: z.strictObject({ incluidas: z.int(), alteradas: z.int(), removidas: z.int() }).optional(),
});

/** `data` of a successful import of a file; `interpretacao` with `validateOnly` alone. */
export const fileImportResult = importResult.extend({
  interpretacao: z
    .strictObject({
      formato: z.enum(['csv', 'txt', 'xml', 'xlsx', 'xls', 'html', 'ecd']),
      codificacao: z.string().nullable(),
      separador: z.string().nullable(),
      planilha: z.string().nullable(),
      linhaCabecalho: z.int(),
      colunas: z.record(z.string(), z.string()),
      convencao: z.string(),
    })
    .optional(),
});
