// Resolves the companies of a list from companyId and cnpj, within the key's client, before the list is read.
import { refuse } from '../../domain/problem.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { importReasonSentence } from '../../messages/imports/reasons.js';
import type { Companies } from '../../projections/views/scope.js';
import type { ReadDependencies } from '../dependencies.js';

type Lookup = Pick<ReadDependencies, 'registers'>;
export type CompanyFilter = Readonly<{ companyId?: number | undefined; cnpj?: string | undefined }>;

/**
 * Another client's company is answered like one that does not exist.
 * @returns null when the filter names no company
 * @throws DomainError CompanyNotFound; ParameterInvalid when both are given and differ
 */
export function companyAsked({ registers }: Lookup, clientId: number, filter: CompanyFilter): CompanyFacts | null {
  const { companyId, cnpj } = filter;
  if (companyId !== undefined) {
    const company = registers.company(clientId, companyId);
    if (!company) return refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
    if (cnpj !== undefined && cnpj !== company.cnpj)
      refuse({ is: 'ParameterInvalid', messages: [importReasonSentence({ is: 'CnpjOfAnotherCompany', cnpj })] });
    return company;
  }
  if (cnpj === undefined) return null;
  return registers.companyByCnpj(clientId, cnpj) ?? refuse({ is: 'CompanyNotFound', by: 'cnpj', cnpj });
}

/**
 * The company asked for, or all of the client's that have contracted the module.
 * @throws DomainError as above; ModuleNotContracted for a company, or a whole client, without the module
 */
export function reconcilingCompanies(lookup: Lookup, clientId: number, filter: CompanyFilter): Companies {
  const company = companyAsked(lookup, clientId, filter);
  if (company) {
    requireModule(company);
    return company.companyId;
  }
  const companyIds = lookup.registers.reconcilingCompanyIds(clientId);
  return companyIds.length > 0 ? companyIds : refuse({ is: 'ModuleNotContracted' });
}

export function requireModule({ modules }: Pick<CompanyFacts, 'modules'>): void {
  if (!modules.includes('RECONCILIATION')) refuse({ is: 'ModuleNotContracted' });
}
