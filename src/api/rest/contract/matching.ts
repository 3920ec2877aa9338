// Contract of POST /api/v1/reconciliations/{id}/arquivos.
import { z } from 'zod';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { itemSourceWords } from '../../../domain/reconciliation/events.js';
import { matchRuleWords } from '../../../messages/statements.js';
import { limit, page } from './parameters.js';

export const matchingQuery = z.object({
  page: page.describe('Página de cada lista da resposta, a partir de 1'),
  limit: limit.describe('Linhas por página de cada lista'),
});

export const matchingParts = z.object({
  file: z.string().meta({
    format: 'binary',
    description:
      'O razão da conta, ou uma lista de itens: CSV, XLSX ou OFX de até 50 MB. O extrato é um segundo file, depois do razão',
  }),
  colunas: z
    .string()
    .optional()
    .describe(
      'Colunas que o serviço não reconhece, em JSON: {"razao":{"data":"Dt. mov.","descricao":"Texto","valor":"nº 4"},"extrato":{…}}; sem elas, as salvas para a empresa',
    ),
  inverter: z
    .string()
    .optional()
    .describe('Lados cujos sinais se invertem: razao, extrato ou os dois, separados por vírgula'),
  saldo: z.string().optional().describe('Saldo final do extrato, como -1234.56; sem ele, o do arquivo'),
});

const line = z.strictObject({
  linha: z.int().describe('Linha do arquivo; 0 para um item em aberto de um mês anterior'),
  data: z.iso.date(),
  descricao: z.string(),
  documento: z.string().describe('Vazio quando não há'),
  contraparte: z.string().describe('Vazia quando não há'),
  valor: z.number().describe('Em reais: positivo quando entra na conta'),
});
const bothSides = { razao: z.array(line), extrato: z.array(line) };

export const matchingResult = z.strictObject({
  pares: z.array(
    z.strictObject({
      regra: z.enum(valuesOf(matchRuleWords)).describe('A regra que formou o par'),
      regraNome: z.string(),
      ...bothSides,
    }),
  ),
  sobras: z.strictObject(bothSides).describe('As linhas que não estão em nenhum par'),
  itens: z
    .array(
      z.strictObject({
        descricao: z.string(),
        data: z.iso.date(),
        valor: z.number().describe('Em reais, com o sinal de saldoContabil'),
        documento: z.string(),
        baixado: z.iso.date().nullable(),
        fonte: z.enum(valuesOf(itemSourceWords)).describe('De onde o item é'),
      }),
    )
    .describe('A composição que resultaria'),
  totais: z
    .strictObject({ pares: z.int(), itens: z.int(), sobrasRazao: z.int(), sobrasExtrato: z.int() })
    .describe('Quantas linhas cada lista tem em todas as páginas'),
  saldoExtrato: z.number().nullable().describe('Em reais; null quando ninguém o informa'),
  saldoConciliado: z.number().nullable().describe('A soma dos itens em aberto'),
  diferenca: z.number().nullable().describe('A diferença para saldoContabil, descontados os ajustes'),
  repetidas: z.int().describe('Linhas de uma lista que a composição já tem'),
  somasNaoProcuradas: z.int().describe('Somas que não foram procuradas, porque seriam combinações demais'),
});

const exampleLine = {
  ...{ linha: 2, data: '2026-08-04', descricao: 'Depósito', documento: '17', contraparte: '', valor: 100 },
};

export const matchingExample: z.output<typeof matchingResult> = {
  pares: [
    {
      ...{ regra: 'DOCUMENTO', regraNome: 'Mesmo valor e documento' },
      ...{ razao: [exampleLine], extrato: [{ ...exampleLine, descricao: 'TED recebida', documento: '000017' }] },
    },
  ],
  sobras: { razao: [], extrato: [] },
  itens: [
    {
      ...{ descricao: 'Saldo do extrato', data: '2026-08-31', valor: 1300.25, documento: '' },
      ...{ baixado: null, fonte: 'SALDO' },
    },
  ],
  totais: { pares: 1, itens: 1, sobrasRazao: 0, sobrasExtrato: 0 },
  ...{ saldoExtrato: 1300.25, saldoConciliado: 1300.25, diferenca: 0, repetidas: 0, somasNaoProcuradas: 0 },
};
