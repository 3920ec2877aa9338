// Whose trial balance a document is, and whether that company may send one.
import type { ImportReason } from '../../domain/trialBalance/refusals.js';
import { refuse } from '../../domain/problem.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Registers } from '../../domain/registers.js';
import type { DocumentHead } from './document.js';

/** `companyId` is looked up first; a foreign company is as unknown as one that does not exist. */
export function companyOf(
  registers: Registers,
  clientId: number,
  { companyId, cnpj }: Pick<DocumentHead, 'companyId' | 'cnpj'>,
): CompanyFacts {
  if (companyId !== null)
    return registers.company(clientId, companyId) ?? refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
  if (cnpj === null) throw new Error('a document without companyId and cnpj must have been refused');
  return registers.companyByCnpj(clientId, cnpj) ?? refuse({ is: 'CompanyNotFound', by: 'cnpj', cnpj });
}

export function refuseCompany(company: CompanyFacts, { cnpj }: Pick<DocumentHead, 'cnpj'>): void {
  if (cnpj !== null && cnpj !== company.cnpj) refuseReason({ is: 'CnpjOfAnotherCompany', cnpj });
  if (company.status !== 'ACTIVE') refuse({ is: 'CompanyNotActive' });
  if (!company.modules.includes('RECONCILIATION')) refuse({ is: 'ModuleNotContracted' });
}

function refuseReason(reason: ImportReason): never {
  return refuse({ is: 'ImportRefused', reasons: [reason], lineErrors: [], lineErrorCount: 0 });
}
