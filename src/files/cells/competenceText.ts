// Competences in every form reports write them. Source: docs/spec/numbers.md#competences-in-text.
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { Cell } from '../formats/table.js';
import { plain } from '../headings/headingText.js';

/** A range over several months is an accumulated trial balance. Dates are YYYY-MM-DD. */
export type Period =
  Readonly<{ is: 'month'; competence: Competence }> | Readonly<{ is: 'range'; from: string; to: string }>;

const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  janeiro: 1,
  january: 1,
  fev: 2,
  fevereiro: 2,
  feb: 2,
  february: 2,
  mar: 3,
  marco: 3,
  march: 3,
  abr: 4,
  abril: 4,
  apr: 4,
  april: 4,
  mai: 5,
  maio: 5,
  may: 5,
  jun: 6,
  junho: 6,
  june: 6,
  jul: 7,
  julho: 7,
  july: 7,
  ago: 8,
  agosto: 8,
  aug: 8,
  august: 8,
  set: 9,
  setembro: 9,
  sep: 9,
  sept: 9,
  september: 9,
  out: 10,
  outubro: 10,
  oct: 10,
  october: 10,
  nov: 11,
  novembro: 11,
  november: 11,
  dez: 12,
  dezembro: 12,
  dec: 12,
  december: 12,
};

const TEXT_MAX = 120;
/** Days since 1899-12-30, as spreadsheets count, of 2000-01-01 and 2100-12-31. */
const [SERIAL_MIN, SERIAL_MAX] = [36_526, 73_415];
const DAY_MS = 86_400_000;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);

/** @returns null when the cell is empty or tells no month */
export function periodOfCell(cell: Cell | undefined): Period | null {
  if (typeof cell === 'number') return periodOfText(String(cell));
  if (typeof cell === 'string') return periodOfText(cell);
  return cell !== null && typeof cell === 'object' ? ofDate(cell.date) : null;
}

export function periodOfText(text: string): Period | null {
  const tidy = plain(text.slice(0, TEXT_MAX))
    .replace(/\u00a0/g, ' ')
    .replace(/^\s*de\s+/, '')
    .trim();
  if (tidy === '') return null;
  return dayOrMonth(tidy) ?? range(tidy);
}

/** January is 1; null for what is no month's name. */
export function monthNamed(text: string): number | null {
  const name = plain(text).trim();
  return Object.hasOwn(MONTHS, name) ? (MONTHS[name] ?? null) : null;
}

/** `08`, `8`, `agosto`; with a year in a place of its own. */
export function monthAndYear(month: string, year: string): Competence | null {
  const named = monthNamed(month) ?? (/^\s*\d{1,2}\s*$/.test(month) ? Number(month) : null);
  const digits = /^\s*(\d{4})(?:\.0)?\s*$/.exec(year)?.[1];
  return named === null || digits === undefined ? null : competenceOf(Number(digits), named);
}

/** The one month a file's name tells, as in `balancete_112024.csv`; null when none, or several. */
export function competenceOfName(fileName: string): Competence | null {
  const name = plain(fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, ''));
  const found = new Set<Competence>();
  const add = (year: string | undefined, month: number): void => {
    const competence = competenceOf(fullYear(year ?? ''), month);
    if (competence !== null) found.add(competence);
  };
  for (const [, year, month] of name.matchAll(/(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])(?![\d])/g))
    add(year, Number(month));
  for (const [, month, year] of name.matchAll(
    /(?<!\d|\d[-_. ])(0?[1-9]|1[0-2])[-_. ]?(20\d\d)(?!\d|[-_. ]?(?:0[1-9]|1[0-2])(?!\d))/g,
  ))
    add(year, Number(month));
  for (const [, month = '', year] of name.matchAll(
    /(?<![a-z])([a-z]{3,9})[-_. /]*(?:de)?[-_. ]*(20\d\d|\d\d)(?!\d)/g,
  ))
    if (Object.hasOwn(MONTHS, month)) add(year, MONTHS[month] ?? 0);
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

function dayOrMonth(text: string): Period | null {
  const date = dateOf(text);
  if (date !== null) return ofDate(date);
  const month = monthOf(text);
  return month === null ? null : { is: 'month', competence: month };
}

function monthOf(text: string): Competence | null {
  let match = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (match) return competenceOf(Number(match[1]), Number(match[2]));
  match = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (match) return competenceOf(Number(match[2]), Number(match[1]));
  match = /^(\d{6})(?:\.0)?$/.exec(text);
  if (match) {
    const [head, tail] = [Number(text.slice(0, 4)), Number(text.slice(4, 6))];
    return competenceOf(head, tail) ?? competenceOf(Number(text.slice(2, 6)), Number(text.slice(0, 2)));
  }
  match = /^([a-z]{3,9})\.?(?:\s*(?:[-/.]|de)\s*|\s+)(\d{4}|\d{2})$/.exec(text);
  if (match === null || !Object.hasOwn(MONTHS, match[1] ?? '')) return serialMonth(text);
  return competenceOf(fullYear(match[2] ?? ''), MONTHS[match[1] ?? ''] ?? 0);
}

function serialMonth(text: string): Competence | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return null;
  const serial = Math.floor(Number(text));
  if (serial < SERIAL_MIN || serial > SERIAL_MAX) return null;
  return parseCompetence(new Date(SERIAL_ZERO_MS + serial * DAY_MS).toISOString().slice(0, 7));
}

/** @returns YYYY-MM-DD */
function dateOf(text: string): string | null {
  const bare = text.replace(/[t ]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?z?$/, '');
  let match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare);
  if (match) return validDate(Number(match[1]), Number(match[2]), Number(match[3]));
  match = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(bare);
  if (match) return validDate(Number(match[3]), Number(match[2]), Number(match[1]));
  match = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2})$/.exec(bare);
  if (match) return validDate(fullYear(match[3] ?? ''), Number(match[2]), Number(match[1]));
  match = /^(\d{2})(\d{2})(\d{4})$/.exec(bare);
  if (match === null) return null;
  return (
    validDate(Number(match[3]), Number(match[2]), Number(match[1])) ??
    validDate(Number(bare.slice(0, 4)), Number(bare.slice(4, 6)), Number(bare.slice(6)))
  );
}

/** Whether a date in one of the forms above is the last of its month. */
export function endsMonth(text: string): boolean {
  const date = dateOf(text);
  return date !== null && date === endOf(parseCompetence(date.slice(0, 7)));
}

function validDate(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2200) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function range(text: string): Period | null {
  const parts = /^(\S.*?)\s*(?:\ba\b|\bate\b|–|\s-\s)\s*(?:de\s+)?(\S.*)$/.exec(text);
  return parts === null ? null : periodBetween(parts[1] ?? '', parts[2] ?? '');
}

/** Months or dates; null where one of them is neither. The last day of a month is written as 31 where only the month is known. */
export function periodBetween(first: string, last: string): Period | null {
  const from = dateOf(first) ?? startOf(monthOf(first));
  const to = dateOf(last) ?? endOf(monthOf(last));
  if (from === null || to === null) return null;
  return from.slice(0, 7) === to.slice(0, 7) ? ofDate(from) : { is: 'range', from, to };
}

function startOf(month: Competence | null): string | null {
  return month === null ? null : `${month}-01`;
}

function endOf(month: Competence | null): string | null {
  if (month === null) return null;
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function ofDate(date: string): Period | null {
  const competence = parseCompetence(date.slice(0, 7));
  return competence === null ? null : { is: 'month', competence };
}

function competenceOf(year: number, month: number): Competence | null {
  return parseCompetence(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`);
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}
