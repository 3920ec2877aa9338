// GET /api/v1/companies: the companies of a client.
import type { ClientEvent, CompanyFacts, CompanyStatus, TaxRegime } from '../../domain/clients/events.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { ignored, projection, writes } from '../engine/projection.js';
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
    ClientNamed: ignored,
    CompanyRegistered: ({ data }) => [stored(data)],
    CompanyChanged: ({ data }) => [stored(data)],
    ChartRegistered: ignored,
    MappingSaved: ignored,
    StatementMappingSaved: ignored,
    UserRegistered: ignored,
    UserRolesChanged: ignored,
    UserRenamed: ignored,
    UserErased: ignored,
    SignInLinkMade: ignored,
    SignInLinksSeen: ignored,
    MailChosen: ignored,
    HolidaysChanged: ignored,
    DeadlinesChanged: ignored,
    DefaultOwnersChanged: ignored,
    AutoApprovalChanged: ignored,
    CarryRuleChanged: ignored,
    ClosedMonthsRuleChanged: ignored,
    ToleranceChanged: ignored,
    VariationRulesChanged: ignored,
    RiskRulesChanged: ignored,
    ChecklistChanged: ignored,
    ClosingStatementChanged: ignored,
    IntercompanyChanged: ignored,
  },
});

/** `companyIds`: only these; undefined: all. */
export type CompaniesQuery = PageRequest & Readonly<{ companyIds?: readonly number[] | undefined }>;

export async function listCompanies(
  pages: Pages,
  scope: Scope,
  { companyIds, ...request }: CompaniesQuery,
): Promise<Page<CompanyRow>> {
  const where = companyIds === undefined ? [] : [{ field: 'id', in: companyIds }];
  const page = await pages.list(companies, { clientId: scope.clientId, where }, request);
  return { ...page, rows: page.rows.map(shown) };
}

/** @returns null when no company of this client has the id */
export async function findCompany(
  pages: Pages,
  { clientId }: Scope,
  companyId: number,
): Promise<CompanyRow | null> {
  const found = await pages.store.get(companies, clientId, companyId);
  return found === null ? null : shown(found);
}

const shown = ({ clientId: _, ...row }: Stored): CompanyRow => row;
