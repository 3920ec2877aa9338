// Finds the company of a document and checks that it may import.
import type { ImportReason } from '../../domain/trialBalance/refusals.js';
import { refuse } from '../../domain/problem.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Registers } from '../../domain/registers.js';
import type { DocumentHead } from './document.js';

/** `companyId` takes precedence over `cnpj`; a company that the requester does not know is refused like one that does not exist. */
export function companyOf(
  registers: Registers,
  { clientId, companyIds }: Requester,
  { companyId, cnpj }: Pick<DocumentHead, 'companyId' | 'cnpj'>,
): CompanyFacts {
  if (companyId === null && cnpj === null)
    throw new Error('a document without companyId and cnpj must have been refused');
  const found =
    companyId === null ? registers.companyByCnpj(clientId, cnpj ?? '') : registers.company(clientId, companyId);
  if (found !== null && (companyIds?.includes(found.companyId) ?? true)) return found;
  if (companyId !== null) return refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
  return refuse({ is: 'CompanyNotFound', by: 'cnpj', cnpj: cnpj ?? '' });
}

/** `companyIds`: the only companies that it knows; absent: all of the client. */
export type Requester = Readonly<{ clientId: number; companyIds?: readonly number[] | undefined }>;

export function refuseCompany(company: CompanyFacts, { cnpj }: Pick<DocumentHead, 'cnpj'>): void {
  if (cnpj !== null && cnpj !== company.cnpj) refuseReason({ is: 'CnpjOfAnotherCompany', cnpj });
  if (company.status !== 'ACTIVE') refuse({ is: 'CompanyNotActive' });
  if (!company.modules.includes('RECONCILIATION')) refuse({ is: 'ModuleNotContracted' });
}

function refuseReason(reason: ImportReason): never {
  return refuse({ is: 'ImportRefused', reasons: [reason], lineErrors: [], lineErrorCount: 0 });
}
