// The filter of Auditoria in its address.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { eventKinds, type EventKind } from '../../../projections/views/audit.js';
import type { Asked } from '../../route.js';

export const AUDIT = '/console/auditoria';
/** Of the lists as of a moment. */
export const MOMENT = `${AUDIT}/momento`;

/** Of the items that an event recorded for a reconciliation. */
export function recordedAddress(id: number, revision: number): string {
  return `${AUDIT}/itens/${id}/${revision}`;
}

/** Of the form that downloads the dossier. */
export function dossierAddress(companyId: number, period: Competence): string {
  return `${AUDIT}/dossies/${companyId}/${period}`;
}

/** Null: all. `from` and `to` are YYYY-MM-DD, inclusive. */
export type AuditFilter = Readonly<{
  companyId: number | null;
  period: Competence | null;
  from: string | null;
  to: string | null;
  kind: EventKind | null;
  who: string;
  /** The code of an account; "": all. */
  account: string;
}>;

export function auditFilterIn({ text, number, month, date, oneOf }: Asked): AuditFilter {
  return {
    ...{ companyId: number('companyId'), period: month(), from: date('de'), to: date('ate') },
    ...{ kind: oneOf('tipo', eventKinds), who: text('quem'), account: text('conta') },
  };
}

/** A company, or `OF_NO_COMPANY` for the events of the client alone. */
export type Audited = Pick<CompanyFacts, 'companyId' | 'clientId' | 'legalName'>;

/** The first one the person sees where none is asked for. @returns null when there is none, or they do not see it */
export function companyAsked<Of extends Audited>({ number }: Asked, seen: readonly Of[]): Of | null {
  const asked = number('companyId');
  return (asked === null ? seen[0] : seen.find(({ companyId }) => companyId === asked)) ?? null;
}
