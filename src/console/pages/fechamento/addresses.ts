// Where the numbers of Fechamento lead: the list of exactly what they count.
import { dayInSaoPaulo } from '../../../domain/kernel/calendarDate.js';
import type { CompanyMonth, Turn } from '../../../projections/views/competences/closingMonths.js';
import { paths } from '../../paths.js';

/** Whose turn it is, as the list's filter `vez` says it. */
const turnFilters: Readonly<Record<Exclude<Turn, 'done'>, string>> = {
  SUPERVISOR: 'supervisor',
  PREPARER: 'elaborador',
  REVIEWER: 'revisor',
  APPROVER: 'aprovador',
};

/** One company, those of a group, or all that the person sees. */
export type Place = Readonly<{ companyId: number | null; groupId?: number; competence: string }>;

const filters = ({ companyId, groupId, competence }: Place): string => {
  const company =
    companyId !== null ? `companyId=${companyId}&` : groupId !== undefined ? `grupo=${groupId}&` : '';
  return `${company}period=${competence}`;
};
const list =
  (queue: string, more = '') =>
  (place: Place): string =>
    `${paths.reconciliations}?fila=${queue}&${filters(place)}${more}`;

export const allAddress = list('todas');
export const overdueAddress = list('atrasadas');
export const dueSoonAddress = list('todas', '&slaStatus=DUE_SOON');
export const differenceAddress = list('todas', '&vez=iniciadas&diferenca=sim');
export const unbegunAddress = list('todas', '&vez=naoIniciadas');
export const unfinishedAddress = list('todas', '&vez=abertas');
export const trialBalancesAddress = (place: Place): string => `${paths.trialBalances}?${filters(place)}`;
export const sendAddress = (place: Place): string => `${paths.trialBalances}/enviar?${filters(place)}`;
export const competencesAddress = (place: Place): string => `${paths.competences}?${filters(place)}`;
export const dossiersAddress = (place: Place): string => `${paths.audit}?${filters(place)}#dossies`;
export const closingAddress = (competence: string): string => `${paths.closing}?period=${competence}`;
export const checklistAddress = ({ companyId, competence }: Place): string =>
  `${paths.closing}/${companyId}/${competence}/checklist`;

export function turnAddress(place: Place, turn: Turn): string {
  return (turn === 'done' ? list('concluidas') : list('todas', `&vez=${turnFilters[turn]}`))(place);
}

/** Unfinished ones of a person, or of nobody yet. @param name as `responsavelNome` has it */
export function waitedAddress(place: Place, name: string): string {
  return unfinishedAddress(place) + (name === '' ? '' : `&responsavel=${encodeURIComponent(name)}`);
}

export function afterClosingAddress({ company, competence, state }: CompanyMonth): string {
  const day = dayInSaoPaulo(state?.closing?.em ?? '');
  return `${paths.audit}?companyId=${company.companyId}&period=${competence}&de=${day}`;
}

export function rowAddress({ stage, company, competence }: CompanyMonth): string {
  const place = { companyId: company.companyId, competence };
  if (stage === 'AWAITING' || stage === 'IMPORTED') return trialBalancesAddress(place);
  if (stage === 'CHECKLIST') return checklistAddress(place);
  return stage === 'READY' || stage === 'CLOSED' ? competencesAddress(place) : allAddress(place);
}

/** Roles have no colours: the further the work, the paler; done is green. */
export const turnShades: Readonly<Record<Turn, object>> = {
  SUPERVISOR: { 'fill-opacity': 0.85 },
  PREPARER: { 'fill-opacity': 0.55 },
  REVIEWER: { 'fill-opacity': 0.35 },
  APPROVER: { 'fill-opacity': 0.18 },
  done: { class: 'done' },
};
