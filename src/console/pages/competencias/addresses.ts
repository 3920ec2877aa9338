// The addresses of Competências and its filter.
import type { Competence } from '../../../domain/kernel/competence.js';
import { askedIn } from '../../asked.js';

export const COMPETENCES = '/console/competencias';

/** Null: all. `page`: of the companies, from 1. */
export type Filter = Readonly<{ companyId: number | null; period: Competence | null; page: number }>;

export function closeAddress(companyId: number, competence: string): string {
  return `${COMPETENCES}/${companyId}/${competence}/fechar`;
}

export function reopenAddress(companyId: number, competence: string): string {
  return `${COMPETENCES}/${companyId}/${competence}/reabrir`;
}

/** As in the address, without `?`. */
export function filterText({ companyId, period, page }: Filter): string {
  const query = new URLSearchParams();
  if (companyId !== null) query.set('companyId', String(companyId));
  if (period !== null) query.set('period', period);
  if (page > 1) query.set('page', String(page));
  return query.toString();
}

export function filterFrom(querystring: string): Filter {
  const { number, month, page } = askedIn({ querystring });
  return { companyId: number('companyId'), period: month(), page };
}

/** The page with a filter. */
export function competencesPage(filter: Filter): string {
  const text = filterText(filter);
  return text === '' ? COMPETENCES : `${COMPETENCES}?${text}`;
}
