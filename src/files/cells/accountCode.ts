// The cell of an account's code: whether it may be one, and its text. Source: docs/spec/files.md#account-codes.
import type { Cell } from '../formats/table.js';

const TEXT_MAX = 1_000;
const CODE = /^\d[\d.\-/]*$/;

/** Holds a digit and no blank, so that titles, totals and page headers are not codes. */
const CODE_WITH_LETTERS = /^(?=.*\d)[\p{L}\d][\p{L}\d.,\-/_]*$/u;

/** A long code that a spreadsheet turned into a number; its digits are lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d{1,3}$/i;

const CODE_AND_NAME = /^\s*(\d[\d.\-/]*\d|\d)(?:\s*[-–—:|]\s*|\s+)(\(?[^\d\s].*)$/su;

/** Code and name of `1.1.01 - Caixa`, `11101 (Caixa)` or `1.1.01 Caixa`; null for anything else. */
export function splitCodeAndName(text: string): Readonly<{ code: string; name: string }> | null {
  const [, code, remainder] = CODE_AND_NAME.exec(text.slice(0, TEXT_MAX)) ?? [];
  if (code === undefined || remainder === undefined || !/\p{L}/u.test(remainder)) return null;
  const name = /^\((.*)\)$/su.exec(remainder.trim())?.[1] ?? remainder;
  return { code, name: name.trim() };
}

/** Numbers and dates too, as spreadsheets turn codes into them. */
export function looksLikeCode(cell: Cell): boolean {
  if (typeof cell === 'number') return Number.isFinite(cell) && cell >= 0;
  if (typeof cell === 'string') return CODE.test(cell.trim());
  return cell !== null && typeof cell === 'object';
}

/** The same, or with the name beside it. */
export function holdsCode(cell: Cell): boolean {
  return looksLikeCode(cell) || (typeof cell === 'string' && splitCodeAndName(cell) !== null);
}

/**
 * Whether a row with this text is a line: codes with letters count too. Source: docs/spec/files.md#skipped-rows.
 */
export function mayBeCode(text: string): boolean {
  return CODE.test(text) || CODE_WITH_LETTERS.test(text) || SCIENTIFIC.test(text);
}

/** The code as text, also of a number or a date; "" for an empty cell. */
export function codeText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return trimmed(cell);
  if (typeof cell === 'number') return String(cell);
  if (cell !== null && typeof cell === 'object') return cell.date;
  return '';
}

/** Without padding and without the marks of a text for spreadsheets (`="1.1"`, `'1.1`). */
function trimmed(text: string): string {
  const first = text.charCodeAt(0);
  const lastUnit = text.charCodeAt(text.length - 1);
  if (first >= 0x30 && first <= 0x39 && lastUnit >= 0x30 && lastUnit <= 0x39) return text;
  const bare = text.replace(/\u00a0/g, ' ').trim();
  const quoted = /^=?"([^"]*)"$/.exec(bare)?.[1] ?? bare;
  return quoted.startsWith("'") ? quoted.slice(1) : quoted;
}
