// Contract of GET /api/v1/closing-checklist.
import { z } from 'zod';
import { checklistPointKinds } from '../../../domain/clients/checklist.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { cnpj, companyId, limit, page, period } from './parameters.js';

export const checklistQuery = z.object({
  page,
  limit,
  period: period.describe('A competência (AAAA-MM)'),
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
});

export const checklistRow = z.strictObject({
  empresaId: z.int().describe('Empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  tipo: z.enum(valuesOf(checklistPointKinds)).describe('O que o ponto é; todos menos LIVRE são calculados'),
  descricao: z.string().describe('O ponto em palavras'),
  papel: z.string().nullable().describe('Papel de quem conclui o ponto; nulo: qualquer papel que trabalha'),
  diaUtil: z.int().nullable().describe('Dia útil depois do fim do mês até o qual se conclui; nulo: sem prazo'),
  prazo: z.iso.date().nullable().describe('A data desse dia útil (AAAA-MM-DD)'),
  impeditivo: z.boolean().describe('true: a competência não fecha enquanto o ponto não está concluído'),
  feito: z.boolean().describe('true: concluído'),
  feitoEm: z.iso.datetime().nullable().describe('Quando uma pessoa concluiu; nulo nos calculados e nos pendentes'),
  feitoPor: z.string().describe('Quem concluiu; vazio nos calculados e nos pendentes'),
  comentario: z.string().describe('Por que foi reaberto; vazio quando não foi'),
});

export const checklistExample: z.output<typeof checklistRow> = {
  empresaId: 1,
  competencia: '2026-08',
  tipo: 'LIVRE',
  descricao: 'Inventário conferido',
  papel: 'Supervisor',
  diaUtil: 3,
  prazo: '2026-09-03',
  impeditivo: true,
  feito: true,
  feitoEm: '2026-09-02T17:40:00.000Z',
  feitoPor: 'Sofia Lima',
  comentario: '',
};
