// A cell as text, and text as it is compared with known words.
import type { Cell } from '../formats/table.js';

const COMPARED_LENGTH_MAX = 200;

/** The text of a text cell, trimmed; '' for an empty cell and for numbers, dates and booleans. */
export function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell.replace(/\u00a0/g, ' ').trim() : '';
}

/** Any cell as text, untrimmed: a date as YYYY-MM-DD. */
export function shownText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

/** Without the apostrophe that a CSV of this service has before what a spreadsheet takes for a formula. */
export function unescapedText(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, '');
}

export function isBlank(cell: Cell | undefined): boolean {
  return typeof cell === 'string' ? cell.trim() === '' : cell === undefined || cell === null;
}

/** Lower case without accents and without `R$`; a lost letter (U+FFFD) as `?`. */
export function plainText(text: string): string {
  return text
    .slice(0, COMPARED_LENGTH_MAX)
    .replace(/\(?\s*R\$\s*\)?/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\uFFFD/g, '?');
}

/**
 * A copy of a text: a slice keeps the large text alive that it was cut from. V8 copies slices of up to 12
 * characters.
 */
export function detachedText(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}
