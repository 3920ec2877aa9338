// Names of months as reports write them, in Portuguese, English and Spanish. The only file to edit for another spelling.
import { plainText } from './cellText.js';

/** By month, January first; lower case without accents, abbreviations included. */
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
