// The month in the name of a file or a sheet: `balancete_112024.csv`, `BALANCETE MAR 2026`.
import type { Competence } from '../../domain/kernel/competence.js';
import { plainText } from './cellText.js';
import { monthNamed } from './monthNames.js';
import { periodIn } from './periodInText.js';
import { competenceOf } from './periodText.js';

const YEAR_FIRST = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])(?!\d)/g;
const MONTH_FIRST = /(?<!\d|\d[-_. ])(0?[1-9]|1[0-2])[-_. ]?(20\d\d)(?!\d|[-_. ]?(?:0[1-9]|1[0-2])(?!\d))/g;
const NAMED_MONTH = /(?<![a-z])([a-z]{3,9})[-_. /]*(?:de)?[-_. ]*(20\d\d|\d\d)(?!\d)/g;

/** @returns null when the name holds no month, or several */
export function competenceInName(fileName: string): Competence | null {
  const name = plainText(fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, ''));
  const found = new Set([
    ...[...name.matchAll(YEAR_FIRST)].map(([, year, month]) => competenceOf(year, Number(month))),
    ...[...name.matchAll(MONTH_FIRST)].map(([, month, year]) => competenceOf(year, Number(month))),
    ...[...name.matchAll(NAMED_MONTH)].map(([, month = '', year]) => competenceOf(year, monthNamed(month))),
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
