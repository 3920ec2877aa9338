// The filter of Auditoria in its address. What is not understood filters nothing.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { isCalendarDate } from '../../../domain/kernel/calendarDate.js';
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { eventKinds, type EventKind } from '../../../projections/views/audit.js';

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

const WHO_LENGTH_MAX = 100;

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

export function auditFilterIn(address: URLSearchParams): AuditFilter {
  const text = (name: string): string => (address.get(name) ?? '').trim();
  const date = (name: string): string | null => (isCalendarDate(text(name)) ? text(name) : null);
  return {
    companyId: companyIdIn(address),
    period: parseCompetence(text('period')),
    from: date('de'),
    to: date('ate'),
    kind: eventKinds.find((kind) => kind === text('tipo')) ?? null,
    who: text('quem').slice(0, WHO_LENGTH_MAX),
    account: text('conta').slice(0, WHO_LENGTH_MAX),
  };
}

function companyIdIn(address: URLSearchParams): number | null {
  const given = (address.get('companyId') ?? '').trim();
  return /^(0|[1-9][0-9]{0,8})$/.test(given) ? Number(given) : null;
}

/** A company, or `OF_NO_COMPANY` for the events of the client alone. */
export type Audited = Pick<CompanyFacts, 'companyId' | 'clientId' | 'legalName'>;

/** The first one the person sees where none is asked for. @returns null when there is none, or they do not see it */
export function companyAsked<Of extends Audited>(address: URLSearchParams, seen: readonly Of[]): Of | null {
  const asked = companyIdIn(address);
  return (asked === null ? seen[0] : seen.find(({ companyId }) => companyId === asked)) ?? null;
}

export function auditAddress({ companyId, period, from, to, kind, who, account }: AuditFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (companyId !== null) address.set('companyId', String(companyId));
  for (const [name, value] of [
    ['period', period],
    ['de', from],
    ['ate', to],
    ['tipo', kind],
    ['quem', who],
    ['conta', account],
  ] as const)
    if (value !== null && value !== '') address.set(name, value);
  return address;
}
