// The id of a row about one company in one competence. Rows in descending id are in descending competence, so that the newest
// ones are read without touching older ones.
import type { Competence } from '../../../domain/kernel/competence.js';

/** Company ids are below this number: ids stay exact integers. */
const COMPANY_IDS = 1_000_000_000;
export const HIGHEST_COMPANY_ID = COMPANY_IDS - 1;

export function competenceId(companyId: number, competence: Competence): number {
  const [year, month] = competence.split('-').map(Number) as [number, number];
  return (year * 12 + month) * COMPANY_IDS + companyId;
}
