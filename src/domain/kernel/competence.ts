// A competence: the month a trial balance is for, written YYYY-MM, from 2000-01 to 2100-12.
// Source: docs/spec/numbers.md#competences.

export type Competence = string & { readonly __competence: true };

const SHAPE = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** @returns the competence, or null when the text is not one */
export function parseCompetence(text: string): Competence | null {
  const year = Number(SHAPE.exec(text)?.[1] ?? 0);
  return year >= 2000 && year <= 2100 ? (text as Competence) : null;
}

/** The month right after; the month after 2100-12 is 2101-01, which nothing can be imported for. */
export function nextCompetence(competence: Competence): Competence {
  return shifted(competence, 1);
}

export function previousCompetence(competence: Competence): Competence {
  return shifted(competence, -1);
}

/** The current month in America/Sao_Paulo, UTC−3 all year (docs/spec/numbers.md#competences). */
export function competenceAt(now: Date): Competence {
  return new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 7) as Competence;
}

function shifted(competence: Competence, months: number): Competence {
  const [year, month] = competence.split('-').map(Number) as [number, number];
  const index = year * 12 + (month - 1) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}` as Competence;
}
