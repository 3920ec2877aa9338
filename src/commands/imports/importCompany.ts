// Finds the company of a document and checks that it may import.
import type { ImportReason } from '../../domain/trialBalance/refusals.js';
import { refuse } from '../../domain/problem.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Registers } from '../../domain/registers.js';
import type { DocumentHead } from './document.js';

type Identifiers = Pick<DocumentHead, 'companyId' | 'cnpj'>;

/** `companyId` takes precedence over `cnpj`. @returns null where the requester knows no such company, or neither is given */
export function companyOf(
  registers: Registers,
  { clientId, companyIds }: Requester,
  { companyId, cnpj }: Identifiers,
): CompanyFacts | null {
  const found =
    companyId === null ? registers.companyByCnpj(clientId, cnpj ?? '') : registers.company(clientId, companyId);
  return found !== null && (companyIds?.includes(found.companyId) ?? true) ? found : null;
}

/** A company that the requester does not know is refused like one that does not exist. */
export function refuseUnknown({ companyId, cnpj }: Identifiers): never {
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
