// Contract of GET /api/v1/reconciliations/{id}/items and of GET /api/v1/open-items.
import { z } from 'zod';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { itemSourceWords } from '../../../domain/reconciliation/events.js';
import { ageBands } from '../../../domain/reconciliation/itemAge.js';
import {
  cnpj,
  companyId,
  exactText,
  limit,
  order,
  page,
  pathId,
  period,
  updatedSince,
  wholeNumber,
} from './parameters.js';

export const itemsQuery = z.object({ reconciliationId: pathId, page, limit, order, updatedSince });

export const openItemsQuery = z.object({
  page,
  limit,
  order,
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
  period: period.optional(),
  minAgeDays: wholeNumber('minAgeDays deve ser um número inteiro de dias')
    .optional()
    .describe('Somente itens com esta idade em dias ou mais'),
  contaCodigo: exactText('contaCodigo').optional().describe('Somente da conta com este código'),
  updatedSince,
});

export const openItemRow = z.strictObject({
  reconciliationId: z.uuid().describe('Identificador público da conciliação: o reconciliationId dos webhooks'),
  empresaId: z.int().describe('Empresa da conciliação'),
  competencia: z.string().describe('Competência (AAAA-MM) em que o item está'),
  contaCodigo: z.string().describe('Código da conta'),
  itemId: z.uuid().describe('Identificador do item na conta; continua o mesmo nas competências seguintes'),
  descricao: z.string().describe('Descrição do item'),
  data: z.iso.date().describe('Data do item (AAAA-MM-DD)'),
  valor: z.number().describe('Valor em reais com o sinal de saldoContabil'),
  documento: z.string().describe('Documento do item; vazio quando não há'),
  idadeDias: z.int().describe('Dias da data do item até o último dia da competência'),
  faixa: z.enum(ageBands).describe('Faixa da idade em dias'),
  origemCompetencia: z.string().describe('Competência (AAAA-MM) em que o item apareceu'),
  fonte: z.enum(valuesOf(itemSourceWords)).describe('De onde o item é'),
});

export const itemRow = openItemRow.extend({
  baixado: z.iso.date().nullable().describe('Dia da baixa (AAAA-MM-DD); null enquanto o item está em aberto'),
});

export const openItemExample: z.output<typeof openItemRow> = {
  reconciliationId: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f',
  empresaId: 1,
  competencia: '2026-08',
  contaCodigo: '1.1.02',
  itemId: '6f1c1f0a-6b0e-4a57-9d0f-3b2f5a1c7e01',
  descricao: 'Cheque não compensado',
  data: '2026-06-18',
  valor: -350.4,
  documento: 'CH 000881',
  idadeDias: 74,
  faixa: '61-90',
  origemCompetencia: '2026-06',
  fonte: 'RAZAO',
};
export const itemExample: z.output<typeof itemRow> = { ...openItemExample, baixado: null };
