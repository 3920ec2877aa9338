// Every pattern of a date, a month or a range of them. The only file to edit for another one: what may stand alone
// in a cell goes into DATE_FORMS or MONTH_FORMS; what may stand in a longer text, or in the name of a file, into
// the part below. Labels of periods in headings/metadataVocabulary.ts.
// Source: docs/spec/numbers.md#competences-in-text, docs/spec/numbers.md#ranges-in-text.
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import { dateOfSerial } from '../formats/sheetCells.js';
import { plainText } from './cellText.js';

// Names of months as reports write them, in Portuguese, English and Spanish. The only file to edit for another
// spelling.

/** Names of months, January first; lower case without accents, abbreviations included. */
const NAMES = [
  'jan janeiro january ene enero',
  'fev fevereiro feb february febrero',
  'mar marco march marzo',
  'abr abril apr april',
  'mai maio may mayo',
  'jun junho june junio',
  'jul julho july julio',
  'ago agosto aug august',
  'set setembro sep sept september septiembre setiembre',
  'out outubro oct october octubre',
  'nov novembro november noviembre',
  'dez dezembro dec december dic diciembre',
];

const MONTH_OF = new Map(NAMES.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)));

/** Source of a pattern for what may be a month's name: its first three letters and the rest of a word. */
export const MONTH_NAME = `(?:${[...new Set([...MONTH_OF.keys()].map((name) => name.slice(0, 3)))].join('|')})[a-z]{0,7}`;

/** January is 1; null for a text that is not the name of a month. */
export function monthNamed(text: string): number | null {
  return MONTH_OF.get(plainText(text).trim()) ?? null;
}

/** The groups of a match. */
export type Groups = readonly string[];

/** A text that is a date, and nothing else; the first form that makes a valid date counts. */
export const DATE_FORMS: readonly (readonly [RegExp, (parts: Groups) => string | null])[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([, year, month, day]) => validDate(year, month, day)],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{2})(\d{2})(\d{4})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{1,2})\/(\d{1,2})\s+de\s+(\d{4})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year, month, day]) => validDate(year, month, day)],
  [
    /^(\d{1,2})º?[\s-]+(?:de\s+|of\s+)?([a-z]{3,10})\.?(?:\s+del?\s+|[\s,-]+)(\d{4}|\d{2})$/,
    ([, day, name = '', year]) => validDate(year, String(monthNamed(name) ?? ''), day),
  ],
  [
    /^([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/,
    ([, name = '', day, year]) => validDate(year, String(monthNamed(name) ?? ''), day),
  ],
];

/** A text that is a month, and nothing else. */
export const MONTH_FORMS: readonly (readonly [RegExp, (parts: Groups) => Competence | null])[] = [
  [/^(\d{4})[-/.](\d{1,2})$/, ([, year, month]) => competenceOf(year, Number(month))],
  [/^0{0,2}(\d{1,2})\s?[-/.]\s?(\d{4})$/, ([, month, year]) => competenceOf(year, Number(month))],
  [/^(\d{4})(\d{2})(?:\.0)?$/, ([, year, month]) => competenceOf(year, Number(month))],
  [/^(\d{2})(\d{4})(?:\.0)?$/, ([, month, year]) => competenceOf(year, Number(month))],
  [
    /^([a-z]{3,10})\.?(?:\s*(?:[-/.,]|del?)\s*|\s+)(\d{4}|\d{2})$/,
    ([, name = '', year]) => competenceOf(year, monthNamed(name)),
  ],
  [/^(\d{5})(?:\.\d+)?$/, ([, serial]) => monthOfSerial(Number(serial))],
];

// Inside a longer text without accents, in lower case; used by periodIn.

const NUMERIC_DATE = '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})(?!\\d)';
const ISO_DATE = '20\\d\\d[-/.]\\d\\d[-/.]\\d\\d(?!\\d)';
const DATE = `${NUMERIC_DATE}|${ISO_DATE}`;
const DATE_IN_WORDS =
  `\\d{1,2}º?[\\s-]+(?:de\\s+)?${MONTH_NAME}\\.?(?:\\s+del?\\s+|[\\s,-]+)20\\d\\d|` +
  `${MONTH_NAME}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+20\\d\\d|\\d{1,2}/\\d{1,2}\\s+de\\s+20\\d\\d`;
const MONTH =
  `(?<![\\d/.-])(?:0?[1-9]|1[0-2])[/.-]20\\d\\d(?![\\d/.-]\\d)|20\\d\\d[/.-](?:0[1-9]|1[0-2])(?![\\d/.-]\\d)|` +
  `\\b${MONTH_NAME}\\.?(?:\\s*[-/.,]\\s*|\\s+del?\\s+|\\s+)(?:20\\d\\d|\\d\\d)(?!\\d)`;

/** Forms that only an end of a range may have: without a mark between the parts, or with zeros and blanks. */
const COMPACT =
  '\\b20\\d\\d(?:0[1-9]|1[0-2])(?:[0-3]\\d)?\\b|\\b0{0,2}(?:1[0-2]|[1-9])\\s?[/.-]\\s?20\\d\\d(?!\\d)';
/** The first end of a range whose year stands at the second one. */
const WITHOUT_YEAR = `\\d{1,2}/\\d{1,2}(?!\\d)|\\d{1,2}º?\\s+(?:de\\s+)?${MONTH_NAME}|${MONTH_NAME}\\s+\\d{1,2}(?!\\d)|${MONTH_NAME}|\\d{1,2}º?`;
const FILLERS = '(?:(?:o|dia|mes|de|del|el|the|day)\\s+)*';
const END_LABEL =
  '(?:(?:data|dt|periodo|per|mes|compet[a-z]*|comp|fecha|period|date)\\b[.\\s]*)?(?:final|fim|fin|termino|end(?:ing)?|ate|hasta|to)\\b\\.?\\s*(?:date)?';
const JOINED_BY = `\\s*(?:\\.\\.\\.?|=?>|[-–—~|/])\\s*|[\\s,;]*\\b(?:a|ate|e|to|al|ao|hasta|through|thru|until|and|y)\\b\\s*:?\\s*${FILLERS}|[\\s,;|]*${END_LABEL}\\s*[?:]*\\s*`;
const WHOLE_END = `${DATE_IN_WORDS}|${DATE}|${MONTH}|${COMPACT}`;
export const RANGE = new RegExp(
  `(?<![\\d/.-])(?<first>${WHOLE_END}|${WITHOUT_YEAR})(?:(?<joint>${JOINED_BY})|[\\s,;]+)(?<last>${WHOLE_END})`,
  'g',
);
/** `Períodos 1 a 3 2026`, `Período de: 1 até: 3 Ano: 2026`. */
export const NUMBERED_MONTHS =
  /\b(?:periodos?|meses|mes|competencias?|period)\b\s*(?:de|from)?\s*:?\s*0{0,2}(\d{1,2})\s*(?:\ba\b|\bate\b|\bto\b|-|–)\s*:?\s*0{0,2}(\d{1,2})\s*(?:[/.-]|\bde\b|\bano\b\s*:?|\bexercicio\b\s*:?)?\s*(20\d\d)\b/;
/** `Fiscal Year 2026 Period From 1 To 3`. */
export const NUMBERED_AFTER_YEAR = /\b(20\d\d)\b\s*\bperiods?\b\s*(?:from)?\s*(\d{1,2})\s*(?:to|-)\s*(\d{1,2})\b/;
/** A range after these is not the report's: streets are named after days. */
export const OF_SOMETHING_ELSE =
  /\b(?:vigencia|validade|contrato|mandato|rua|av|avenida|praca|travessa|largo|alameda|rodovia)\b.{0,30}$/;

export const TIME = /\b\d{1,2}:\d{2}(?::\d{2})?h?\b/g;
export const DATE_OR_MONTH = new RegExp(`${DATE_IN_WORDS}|${DATE}|${MONTH}`);
export const WHOLE_MONTH = new RegExp(`^(?:${MONTH})$`);
export const EACH_DATE = new RegExp(`\\b${NUMERIC_DATE}|\\b${ISO_DATE}\\b`, 'g');

// Patterns in the name of a file or a sheet; used by competenceInName.

export const YEAR_FIRST_IN_NAME = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])(?!\d)/g;
export const MONTH_FIRST_IN_NAME =
  /(?<!\d|\d[-_. ])(0?[1-9]|1[0-2])[-_. ]?(20\d\d)(?!\d|[-_. ]?(?:0[1-9]|1[0-2])(?!\d))/g;
export const NAMED_MONTH_IN_NAME = /(?<![a-z])([a-z]{3,9})[-_. /]*(?:de)?[-_. ]*(20\d\d|\d\d)(?!\d)/g;

/** Day counts of a spreadsheet, of 2000-01-01 and 2100-12-31. */
const SERIAL_MIN = 36_526;
const SERIAL_MAX = 73_415;

/** @param year of four digits, or of two from 2000 on */
export function competenceOf(year: string | undefined, month: number | null): Competence | null {
  if (year === undefined || month === null) return null;
  return parseCompetence(`${fullYear(year)}-${String(month).padStart(2, '0')}`);
}

function monthOfSerial(serial: number): Competence | null {
  return parseCompetence(dateOfDays(serial)?.slice(0, 7) ?? '');
}

/** YYYY-MM-DD of a spreadsheet's count of days whose cell has lost its format; null for other numbers. */
export function dateOfDays(serial: number): string | null {
  return serial < SERIAL_MIN || serial > SERIAL_MAX ? null : dateOfSerial(serial, false);
}

/** YYYY-MM-DD; null for a day that does not exist. */
export function validDate(yearText = '', monthText = '', dayText = ''): string | null {
  const year = Number(fullYear(yearText));
  const month = Number(monthText);
  const day = Number(dayText);
  if (year < 1900 || year > 2200) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function fullYear(digits: string): string {
  return digits.length === 2 ? `20${digits}` : digits;
}
