// The month in the name of a file or a sheet: `balancete_112024.csv`, `BALANCETE MAR 2026`.
import type { Competence } from '../../domain/kernel/competence.js';
import { plainText } from './cellText.js';
import { monthNamed } from './monthNames.js';
import { periodIn } from './periodInText.js';
import { competenceOf, MONTH_FIRST_IN_NAME, NAMED_MONTH_IN_NAME, YEAR_FIRST_IN_NAME } from './periodPatterns.js';

/** @returns null when the name holds no month, or several */
export function competenceInName(fileName: string): Competence | null {
  const name = plainText(fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, ''));
  const found = new Set([
    ...[...name.matchAll(YEAR_FIRST_IN_NAME)].map(([, year, month]) => competenceOf(year, Number(month))),
    ...[...name.matchAll(MONTH_FIRST_IN_NAME)].map(([, month, year]) => competenceOf(year, Number(month))),
    ...[...name.matchAll(NAMED_MONTH_IN_NAME)].map(([, month = '', year]) =>
      competenceOf(year, monthNamed(month)),
    ),
  ]);
  found.delete(null);
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}

/** Whether a name is that of several months: `balancete jan a mar 2026`, `1º trim 2026` by the caller's pattern. */
export function isOfSeveralMonths(fileName: string): boolean {
  const name = plainText(fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')).replace(/_/g, ' ');
  const months = new Set(name.split(/[^a-z]+/).flatMap((word) => monthNamed(word) ?? []));
  return months.size > 1 || periodIn(name, 'range')?.is === 'range';
}
