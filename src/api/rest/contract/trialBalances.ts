// Contract of the routes of trial balances. The import's body is checked where it is parsed (src/workers/json).
import { z } from 'zod';
import { COMPETENCE_PATTERN } from '../../../domain/kernel/competence.js';
import { trialBalanceStatuses } from '../../../projections/views/trialBalances.js';
import {
  cnpj,
  companyId,
  exactText,
  limit,
  oneOf,
  page,
  period,
  updatedSince,
  validateOnly,
} from './parameters.js';

export const trialBalancesQuery = z.object({
  page,
  limit,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  status: oneOf('status', trialBalanceStatuses).optional().describe('Somente com este status'),
  updatedSince,
});

export const trialBalanceRow = z.strictObject({
  id: z.int().describe('Identificador desta versão do balancete'),
  empresaId: z.int().describe('Empresa do balancete'),
  empresaNome: z.string().describe('Razão social da empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  versao: z.int().describe('Número da versão dentro da competência'),
  status: z
    .enum(trialBalanceStatuses)
    .describe(
      'IMPORTED: versão mais nova e ainda não liberada; RELEASED: a que está em conciliação; SUPERSEDED: substituída',
    ),
  importadoEm: z.iso.datetime({ precision: 3 }).describe('Quando foi importado (ISO 8601 em UTC)'),
  importadoPor: z.string().describe('Nome da chave que importou'),
  linhas: z.int().describe('Quantidade de linhas'),
});

export const linesQuery = z.object({
  page,
  limit,
  contaCodigo: exactText('contaCodigo').optional().describe('Somente as linhas desta conta'),
  updatedSince,
});

export const trialBalanceLineRow = z.strictObject({
  balanceteId: z.int().describe('Balancete da linha'),
  empresaId: z.int().describe('Empresa do balancete'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  contaCodigo: z.string().describe('Código da conta'),
  contaDescricao: z.string().describe('Descrição da conta'),
  saldoAnterior: z.number().describe('Saldo anterior em reais'),
  debito: z.number().describe('Total de débitos em reais'),
  credito: z.number().describe('Total de créditos em reais'),
  saldoFinal: z.number().describe('Saldo final em reais'),
});

export const importQuery = z.object({ validateOnly });

/** `data` of a successful import; `alteracoes` with `validateOnly` alone. */
export const importResult = z.strictObject({
  reenvio: z.boolean().describe('Verdadeiro quando o conteúdo é igual ao da versão atual e nada foi gravado'),
  trialBalanceId: z
    .int()
    .nullable()
    .describe('Balancete criado; no reenvio o já existente; nulo em validateOnly sem versão igual'),
  enviadas: z.int().describe('Linhas recebidas'),
  importadas: z.int().describe('Linhas que entraram no balancete'),
  ignoradasForaDoPlano: z.int().describe('Linhas deixadas de fora porque a conta não existe no plano'),
  ignoradasQueNaoConciliam: z
    .int()
    .describe('Linhas deixadas de fora porque a conta não participa da conciliação'),
  avisos: z.array(z.string()).describe('Avisos; nunca impedem a importação'),
  alteracoes: z
    .strictObject({ incluidas: z.int(), alteradas: z.int(), removidas: z.int() })
    .optional()
    .describe('Só com validateOnly: o que mudaria em relação à versão atual'),
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

const amount = (description: string) => z.number().describe(`${description}, no máximo duas casas decimais`);

/** As the import's body is read where it is parsed (src/workers/json). One of companyId and cnpj is required. */
export const importRequest = z.object({
  companyId: z.int().optional().describe('Identificador da empresa; informe companyId ou cnpj'),
  cnpj: z.string().optional().describe('CNPJ da empresa, com ou sem máscara'),
  period: z.string().meta({ pattern: COMPETENCE_PATTERN, description: 'Competência (AAAA-MM)' }),
  chartName: z.string().describe('Nome do plano de contas a usar'),
  lineItems: z
    .array(
      z.object({
        accountCode: z.string().describe('Código da conta'),
        accountName: z.string().optional().describe('Nome da conta; sem ele vale o do plano de contas'),
        previousBalance: amount('Saldo anterior'),
        debit: amount('Total de débitos'),
        credit: amount('Total de créditos'),
        finalBalance: amount('Saldo final'),
        cnpj: z.string().optional().describe('Conferido com o da importação'),
        period: z.string().optional().describe('Conferida com a da importação'),
      }),
    )
    .min(1)
    .max(20_000)
    .describe('As linhas do balancete, de 1 a 20.000'),
});
