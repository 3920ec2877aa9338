// GET /api/v1/companies: the companies of a client.
import type { ClientEvent, CompanyFacts, CompanyStatus, TaxRegime } from '../../domain/clients/events.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, showsNothing, writes } from '../engine/projection.js';
import { view } from '../engine/readStore.js';
import type { Scope } from './scope.js';

export type CompanyRow = Readonly<{
  id: number;
  razaoSocial: string;
  nomeFantasia: string;
  cnpj: string;
  regimeTributario: TaxRegime;
  status: CompanyStatus;
  empresaControladoraId: number | null;
}>;
type Stored = CompanyRow & Readonly<{ clientId: number }>;

const companies = view<Stored>({
  name: 'companies',
  version: 1,
  fields: {
    id: 'integer',
    razaoSocial: 'text',
    nomeFantasia: 'text',
    cnpj: 'text',
    regimeTributario: 'text',
    status: 'text',
    empresaControladoraId: 'integer',
    clientId: 'integer',
  },
  indexes: [['clientId']],
});
const { put } = writes(companies);

const stored = (facts: CompanyFacts) =>
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
    ClientNamed: showsNothing,
    CompanyRegistered: ({ data }) => [stored(data)],
    CompanyChanged: ({ data }) => [stored(data)],
    ChartRegistered: showsNothing,
    MappingSaved: showsNothing,
    UserRegistered: showsNothing,
    UserRolesChanged: showsNothing,
    UserRenamed: showsNothing,
    UserErased: showsNothing,
    HolidaysChanged: showsNothing,
    DeadlinesChanged: showsNothing,
    DefaultOwnersChanged: showsNothing,
    AutoApprovalChanged: showsNothing,
  },
});

export async function listCompanies(pages: Pages, scope: Scope, request: PageRequest): Promise<Page<CompanyRow>> {
  const page = await pages.list(companies, { clientId: scope.clientId, where: [] }, request);
  return { ...page, rows: page.rows.map(({ clientId: _, ...row }) => row) };
}
