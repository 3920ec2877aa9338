// Addresses of Auditoria, and the company that they ask for.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Query } from '../../route.js';
import { paths } from '../../paths.js';

export const MOMENT = `${paths.audit}/momento`;

/** Address of the items that an event recorded for a reconciliation. */
export function recordedAddress(id: number, revision: number): string {
  return `${paths.audit}/itens/${id}/${revision}`;
}

/** A company, or `OF_NO_COMPANY` for the events of the client alone. */
export type Audited = Pick<CompanyFacts, 'companyId' | 'clientId' | 'legalName'>;

/** The first one where none is asked for. @returns null where there is none, or it is not seen */
export function companyAsked<Of extends Audited>({ number }: Query, seen: readonly Of[]): Of | null {
  const id = number('companyId');
  return (id === null ? seen[0] : seen.find(({ companyId }) => companyId === id)) ?? null;
}
