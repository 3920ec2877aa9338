// Where the numbers of Fechamento lead: the list of exactly what they count.
import { dayInSaoPaulo } from '../../../domain/kernel/calendarDate.js';
import type { CompanyMonth, Turn } from '../../../projections/views/competences/closingMonths.js';
import type { Stage } from '../../../projections/views/competences/newestCompetences.js';
import type { Tone } from '../../../domain/kernel/vocabulary.js';

const LIST = '/console/conciliacoes';

/** Whose turn it is, as the list's filter `vez` says it. */
const turnFilters: Readonly<Record<Exclude<Turn, 'done'>, string>> = {
  SUPERVISOR: 'supervisor',
  PREPARER: 'elaborador',
  REVIEWER: 'revisor',
  APPROVER: 'aprovador',
};

/** Of one company, or of all that the person sees. */
export type Place = Readonly<{ companyId: number | null; competence: string }>;

export function turnAddress(place: Place, turn: Turn): string {
  return turn === 'done' ? list('concluidas', place) : `${list('todas', place)}&vez=${turnFilters[turn]}`;
}

export function allAddress(place: Place): string {
  return list('todas', place);
}

export function overdueAddress(place: Place): string {
  return list('atrasadas', place);
}

export function dueSoonAddress(place: Place): string {
  return `${list('todas', place)}&slaStatus=DUE_SOON`;
}

/** Unfinished ones of a person, or of nobody yet. @param name as `responsavelNome` has it */
export function waitedAddress(place: Place, name: string): string {
  const owner = name === '' ? '' : `&responsavel=${encodeURIComponent(name)}`;
  return `${list('todas', place)}&vez=abertas${owner}`;
}

/** The acts on reconciliations since the day of the closing. */
export function afterClosingAddress({ company, competence, state }: CompanyMonth): string {
  const day = dayInSaoPaulo(state?.closing?.at ?? '');
  return `/console/auditoria?companyId=${company.companyId}&period=${competence}&de=${day}`;
}

/** Begun ones with a difference. */
export function differenceAddress(place: Place): string {
  return `${list('todas', place)}&vez=iniciadas&diferenca=sim`;
}

export function unbegunAddress(place: Place): string {
  return `${list('todas', place)}&vez=naoIniciadas`;
}

export function trialBalancesAddress(place: Place): string {
  return `/console/balancetes?${filters(place)}`;
}

export function trialBalanceAddress(trialBalanceId: number): string {
  return `/console/balancetes/${trialBalanceId}`;
}

export function competencesAddress(place: Place): string {
  return `/console/competencias?${filters(place)}`;
}

/** The checklist of one company. */
export function checklistAddress({
  companyId,
  competence,
}: Readonly<{ companyId: number; competence: string }>): string {
  return `/console/fechamento/${companyId}/${competence}/checklist`;
}

/** Where the work of a company's stage is done. */
export function rowAddress({ stage, company, competence }: CompanyMonth): string {
  const place = { companyId: company.companyId, competence };
  switch (stage) {
    case 'AWAITING':
    case 'IMPORTED':
      return trialBalancesAddress(place);
    case 'RELEASED':
    case 'IN_WORK':
      return allAddress(place);
    case 'READY':
    case 'CLOSED':
      return competencesAddress(place);
  }
}

const list = (queue: string, place: Place): string => `${LIST}?fila=${queue}&${filters(place)}`;

function filters({ companyId, competence }: Place): string {
  return companyId === null ? `period=${competence}` : `companyId=${companyId}&period=${competence}`;
}

export const stageTones: Readonly<Record<Stage, Tone>> = {
  AWAITING: 'idle',
  IMPORTED: 'warn',
  RELEASED: 'plain',
  IN_WORK: 'plain',
  READY: 'done',
  CLOSED: 'done',
};

/** Roles have no colours: the further the work, the paler; done is green. */
export const turnShades: Readonly<Record<Turn, object>> = {
  SUPERVISOR: { 'fill-opacity': 0.85 },
  PREPARER: { 'fill-opacity': 0.55 },
  REVIEWER: { 'fill-opacity': 0.35 },
  APPROVER: { 'fill-opacity': 0.18 },
  done: { class: 'done' },
};
