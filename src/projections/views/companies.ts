// GET /api/v1/companies: the companies of a client.
import * as z from 'zod';
import { companyStatuses, taxRegimes, type ClientEvent, type CompanyFacts } from '../../domain/clients/events.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, writes } from '../engine/projection.js';
import { view, without } from '../engine/readStore.js';
import { fieldsOf, type Scope } from './scope.js';

export const companyRow = z.strictObject({
  id: z.int().describe('Identificador da empresa; é o companyId das outras rotas'),
  razaoSocial: z.string().describe('Razão social'),
  nomeFantasia: z.string().describe('Nome fantasia'),
  cnpj: z.string().describe('CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas'),
  regimeTributario: z.enum(valuesOf(taxRegimes)).describe('Regime tributário'),
  status: z.enum(valuesOf(companyStatuses)).describe('Situação da empresa'),
  empresaControladoraId: z.int().nullable().describe('Identificador da empresa controladora; nulo quando não há'),
});
export type CompanyRow = Readonly<z.output<typeof companyRow>>;
type Stored = CompanyRow & Readonly<{ clientId: number }>;

export const companyExample: CompanyRow = {
  id: 1,
  razaoSocial: 'Comércio Exemplo Ltda.',
  nomeFantasia: 'Exemplo',
  cnpj: '11222333000181',
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  empresaControladoraId: null,
};

const companies = view<Stored>({
  name: 'companies',
  version: 1,
  fields: { ...fieldsOf(companyRow), clientId: 'integer' },
  indexes: [['clientId']],
});
const { put } = writes(companies);
const listedCompanies = without(companies, ['clientId']);

const putCompany = (facts: CompanyFacts) =>
  put({
    id: facts.companyId,
    razaoSocial: facts.legalName,
    nomeFantasia: facts.tradeName,
    cnpj: facts.cnpj,
    regimeTributario: facts.taxRegime,
    status: facts.status,
    empresaControladoraId: facts.parentCompanyId,
    clientId: facts.clientId,
  });

export const companiesProjection = projection<ClientEvent>({
  name: 'companies',
  streamPrefixes: ['client-'],
  views: [companies],
  on: {
    CompanyRegistered: ({ data }) => [putCompany(data)],
    CompanyChanged: ({ data }) => [putCompany(data)],
  },
});

/** `companyIds`: only these; undefined: all. */
type CompaniesQuery = PageRequest & Readonly<{ companyIds?: readonly number[] | undefined }>;

export function listCompanies(
  pages: Pages,
  scope: Scope,
  { companyIds, ...request }: CompaniesQuery,
): Promise<Page<CompanyRow>> {
  const where = { id: companyIds && { in: companyIds } };
  return pages.list(listedCompanies, { clientId: scope.clientId, where }, request);
}

/** @returns null when no company of this client has the id */
export function findCompany({ store }: Pages, { clientId }: Scope, companyId: number): Promise<CompanyRow | null> {
  return store.get(listedCompanies, clientId, companyId);
}
