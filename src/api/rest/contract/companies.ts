// Contract of GET /api/v1/companies.
import { z } from 'zod';
import { companyStatuses, taxRegimes } from '../../../domain/clients/events.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { limit, order, page, updatedSince } from './parameters.js';

export const companiesQuery = z.object({ page, limit, order, updatedSince });

export const companyRow = z.strictObject({
  id: z.int().describe('Identificador da empresa; é o companyId das outras rotas'),
  razaoSocial: z.string().describe('Razão social'),
  nomeFantasia: z.string().describe('Nome fantasia'),
  cnpj: z.string().describe('CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas'),
  regimeTributario: z.enum(valuesOf(taxRegimes)).describe('Regime tributário'),
  status: z.enum(valuesOf(companyStatuses)).describe('Situação da empresa'),
  empresaControladoraId: z.int().nullable().describe('Identificador da empresa controladora; nulo quando não há'),
});

export const companyExample: z.output<typeof companyRow> = {
  id: 1,
  razaoSocial: 'Comércio Exemplo Ltda.',
  nomeFantasia: 'Exemplo',
  cnpj: '11222333000181',
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  empresaControladoraId: null,
};
