// The addresses of Competências and its filter.
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { pageOf } from '../balancetes/query.js';

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

/** What is not understood filters nothing. */
export function filterFrom(text: string): Filter {
  const query = new URLSearchParams(text);
  const companyId = query.get('companyId') ?? '';
  return {
    companyId: /^[1-9][0-9]{0,8}$/.test(companyId) ? Number(companyId) : null,
    period: parseCompetence(query.get('period') ?? ''),
    page: pageOf(query.get('page') ?? ''),
  };
}

/** The page with a filter. */
export function competencesPage(filter: Filter): string {
  const text = filterText(filter);
  return text === '' ? COMPETENCES : `${COMPETENCES}?${text}`;
}
