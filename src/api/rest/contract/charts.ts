// Contract of GET /api/v1/chart-of-accounts and /{id}/accounts.
import { z } from 'zod';
import { natures, accountKinds } from '../../../domain/charts/events.js';
import { importReasonSentence } from '../../../messages/imports/importReasons.js';
import { chartId, cnpj, companyId, limit, order, page, updatedSince } from './parameters.js';
import { exactText } from '../../../projections/views/filters.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';

/** `companyId` or `cnpj` is required; both must be the same company's. */
export const chartsQuery = z
  .object({
    companyId: companyId.optional().describe('Somente desta empresa; informe companyId ou cnpj'),
    cnpj: cnpj.optional(),
    page,
    limit,
    order,
    updatedSince,
  })
  .refine(({ companyId, cnpj }) => companyId !== undefined || cnpj !== undefined, {
    message: importReasonSentence({ is: 'IdentifierMissing' }),
    // Beside other problems too, but not where one of the two is given and wrong.
    when: ({ issues }) => !issues.some(({ path: [name] = [] }) => name === 'companyId' || name === 'cnpj'),
  });

export const chartRow = z.strictObject({
  id: z.int().describe('Identificador do plano de contas'),
  empresaId: z.int().describe('Empresa do plano'),
  nome: z.string().describe('Nome do plano; é o chartName da importação'),
  vigenciaInicio: z.iso.date().describe('Início da vigência (AAAA-MM-DD)'),
  vigenciaFim: z.iso.date().nullable().describe('Fim da vigência (AAAA-MM-DD); nulo enquanto não há'),
  ativo: z.boolean().describe('Se o plano está ativo; uma empresa pode ter mais de um plano ativo'),
  versao: z.int().describe('Versão do plano; começa em 1 e cresce a cada alteração'),
});

export const chartExample: z.output<typeof chartRow> = {
  id: 1,
  empresaId: 1,
  nome: 'Plano Geral',
  vigenciaInicio: '2020-01-01',
  vigenciaFim: null,
  ativo: true,
  versao: 1,
};

export const accountsQuery = z.object({
  chartId,
  page,
  limit,
  order,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  codigo: exactText('codigo').optional().describe('Somente a conta com este código'),
  updatedSince,
});

export const accountRow = z.strictObject({
  id: z.int().describe('Identificador da conta'),
  planoId: z.int().describe('Plano de contas da conta'),
  empresaId: z.int().describe('Empresa da conta'),
  codigo: z.string().describe('Código da conta'),
  codigoReduzido: z.string().describe('Código reduzido'),
  descricao: z.string().describe('Descrição da conta'),
  tipo: z.enum(valuesOf(accountKinds)).describe('Analítica ou sintética; conta sintética nunca concilia'),
  natureza: z.enum(natures).describe('Natureza do saldo da conta'),
  classificacao: z.string().describe('Classificação'),
  departamento: z.string().describe('Departamento'),
  setor: z.string().describe('Setor'),
  exigeConciliacao: z
    .boolean()
    .describe('Se a conta participa da conciliação; só estas contas entram na importação'),
});

export const accountExample: z.output<typeof accountRow> = {
  id: 10,
  planoId: 1,
  empresaId: 1,
  codigo: '1.1.01',
  codigoReduzido: '101',
  descricao: 'Caixa',
  tipo: 'ANALYTICAL',
  natureza: 'DEBIT',
  classificacao: '',
  departamento: 'Financeiro',
  setor: '',
  exigeConciliacao: true,
};
