// Contract of the routes of trial balances. The body of an import is checked while it is parsed (src/workers/json).
import { z } from 'zod';
import { conventionNames } from '../../../domain/books/events.js';
import { natures } from '../../../domain/charts/events.js';
import { COMPETENCE_PATTERN } from '../../../domain/kernel/competence.js';
import { reconciliationStatuses } from '../../../domain/reconciliation/states.js';
import { trialBalanceStatuses } from '../../../domain/books/versionStatus.js';
import { situations } from '../../../domain/trialBalance/lines/wholeBalance.js';
import {
  cnpj,
  companyId,
  current,
  limit,
  order,
  page,
  period,
  periodFrom,
  periodTo,
  trialBalanceId,
  updatedSince,
  validateOnly,
} from './parameters.js';
import { exactText, oneOf } from '../../../projections/views/filters.js';
import { interpretation } from './pages.js';
import { debitPositive } from '../../../projections/views/row.js';

export const trialBalancesQuery = z.object({
  page,
  limit,
  order,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  periodFrom,
  periodTo,
  current,
  status: oneOf('status', trialBalanceStatuses).optional().describe('Somente com este status'),
  updatedSince,
});

const CONVENTION = 'Sinal dos saldos como enviados';

export const trialBalanceRow = z.strictObject({
  id: z.int().describe('Identificador desta versão do balancete'),
  empresaId: z.int().describe('Empresa do balancete'),
  empresaNome: z.string().describe('Razão social da empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  versao: z.int().describe('Número da versão dentro da competência'),
  status: z.enum(trialBalanceStatuses).describe('Situação desta versão'),
  importadoEm: z.iso.datetime({ precision: 3 }).describe('Quando foi importado (ISO 8601 em UTC)'),
  importadoPor: z.string().describe('Nome da chave que importou'),
  linhas: z.int().describe('Quantidade de linhas'),
  convencao: z.enum(Object.values(conventionNames)).describe(CONVENTION),
});

export const trialBalanceExample: z.output<typeof trialBalanceRow> = {
  id: 7,
  empresaId: 1,
  empresaNome: 'Comércio Exemplo Ltda.',
  competencia: '2026-08',
  versao: 1,
  status: 'RELEASED',
  importadoEm: '2026-09-02T12:00:00.000Z',
  importadoPor: 'ERP',
  linhas: 1,
  convencao: 'NATURAL',
};

export const linesQuery = z.object({
  trialBalanceId,
  page,
  limit,
  order,
  contaCodigo: exactText('contaCodigo').optional().describe('Somente as linhas desta conta'),
  escopo: oneOf('escopo', ['todas'])
    .optional()
    .describe(
      '`todas`: também as linhas que não entraram no balancete, na ordem do arquivo, cada uma com situacao',
    ),
  updatedSince,
});

/** Without `escopo`. */
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
  natureza: z.enum(natures).describe('Natureza da conta no plano de contas quando foi importada'),
  saldoAnteriorDevedor: z.number().describe(debitPositive('Saldo anterior')),
  saldoFinalDevedor: z.number().describe(debitPositive('Saldo final')),
});

/** With `escopo=todas`, and as the contract says both. */
export const anyLineRow = trialBalanceLineRow.extend({
  situacao: z.enum(situations).optional().describe('Só com escopo=todas: se a linha entrou no balancete'),
});

export const lineExample: z.output<typeof trialBalanceLineRow> = {
  balanceteId: 7,
  empresaId: 1,
  competencia: '2026-08',
  contaCodigo: '1.1.01',
  contaDescricao: 'Caixa',
  saldoAnterior: 1000,
  debito: 500.25,
  credito: 200,
  saldoFinal: 1300.25,
  natureza: 'DEBIT',
  saldoAnteriorDevedor: 1000,
  saldoFinalDevedor: 1300.25,
};

export const importQuery = z.object({ validateOnly });

/** Lists of at most 200; the totals count all. */
const impact = z
  .strictObject({
    conciliacoesAfetadas: z
      .array(
        z.strictObject({
          id: z.int(),
          contaCodigo: z.string(),
          status: z.enum(reconciliationStatuses).describe('Situação atual'),
          saldoAtual: z.number(),
          saldoNovo: z.number(),
        }),
      )
      .optional()
      .describe(
        'Conciliações enviadas ou aprovadas que voltariam a BALANCE_CHANGED quando a versão fosse liberada, no máximo 200; só para chaves com reconciliations:read',
      ),
    totalConciliacoesAfetadas: z.int().optional(),
    continuidade: z
      .array(
        z.strictObject({
          competencia: z.string().describe('Competência seguinte (AAAA-MM)'),
          contaCodigo: z.string(),
          esperado: z.number().describe('Saldo final neste balancete'),
          encontrado: z.number().describe('Saldo anterior no balancete da competência seguinte'),
        }),
      )
      .describe('Contas cujo saldo anterior na competência seguinte deixaria de conferir, no máximo 200'),
    totalContinuidade: z.int(),
  })
  .describe('Só com validateOnly: o que a versão afetaria além das próprias linhas');

/** `data` of a successful import; `alteracoes` and `impacto` only with `validateOnly`. */
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
  versao: z.int().nullable().describe('Número da versão na competência; nulo em validateOnly sem versão igual'),
  convencao: z.enum(Object.values(conventionNames)).describe(CONVENTION),
  alteracoes: z
    .strictObject({ incluidas: z.int(), alteradas: z.int(), removidas: z.int() })
    .optional()
    .describe('Só com validateOnly: o que mudaria em relação à versão atual'),
  impacto: impact.optional(),
});

export const importResultExample = {
  reenvio: false,
  trialBalanceId: 7,
  enviadas: 1,
  importadas: 1,
  ignoradasForaDoPlano: 0,
  ignoradasQueNaoConciliam: 0,
  avisos: [],
  versao: 1,
  convencao: 'NATURAL',
} as const;

/** `data` of a successful import of a file; `interpretacao` only with `validateOnly`. */
export const fileImportResult = importResult.extend({
  interpretacao: interpretation.optional(),
});

const amount = (description: string) => z.number().describe(`${description}, no máximo duas casas decimais`);

/** Describes the body that src/workers/json parses. One of companyId and cnpj is required. */
export const importRequest = z.object({
  companyId: z.int().optional().describe('Identificador da empresa; informe companyId ou cnpj'),
  cnpj: z.string().optional().describe('CNPJ da empresa, numérico ou alfanumérico, com ou sem máscara'),
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

export const importRequestExample = {
  cnpj: '11.222.333/0001-81',
  period: '2026-08',
  chartName: 'Plano Geral',
  lineItems: [
    {
      accountCode: '1.1.01',
      accountName: 'Caixa',
      previousBalance: 1000,
      debit: 500.25,
      credit: 200,
      finalBalance: 1300.25,
    },
  ],
} as const;
