// Maps values to cells of an XLSX. Texts are always text cells, so that codes keep their zeros and no formula runs.
// Source: docs/spec/requests.md#xlsx.
import { SAO_PAULO_BEHIND_UTC_MS } from '../domain/kernel/calendarDate.js';

export type ColumnKind = 'text' | 'integer' | 'amount' | 'boolean' | 'date' | 'moment';
export type Column = Readonly<{ name: string; kind: ColumnKind }>;

/** Built-in formats; spreadsheets show them in the notation of the user's language. */
export const FORMATS = { amount: '#,##0.00', date: 'm/d/yy', moment: 'm/d/yy h:mm' } as const;
export type Format = keyof typeof FORMATS;

/** A value of a JSON row: dates are `YYYY-MM-DD`, moments ISO 8601; a list of words becomes one text. */
export type CellValue = string | number | boolean | null | undefined | readonly string[];

/** Null: an empty cell. */
export type XlsxCell =
  | Readonly<{ is: 'text'; text: string }>
  | Readonly<{ is: 'number'; number: number; format: Format | null }>
  | Readonly<{ is: 'boolean'; boolean: boolean }>
  | null;

/** Excel rejects files with longer texts in a cell. */
export const TEXT_LENGTH_MAX = 32_767;
/** Text that readers decode as an escaped character (ECMA-376 part 1, 22.9.2.19: ST_Xstring). */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

const DAY_SECONDS = 86_400;
/** 1970-01-01 in days since the epoch of spreadsheets. */
const SERIAL_1970 = 25_569;

export function xlsxCell(kind: ColumnKind, value: CellValue): XlsxCell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return { is: 'boolean', boolean: value };
  if (typeof value === 'number')
    return { is: 'number', number: value, format: kind === 'amount' ? 'amount' : null };
  const text = typeof value === 'string' ? value : value.join(' ');
  if (kind !== 'date' && kind !== 'moment') return textCell(text);
  const ms = Date.parse(text) - (kind === 'moment' ? SAO_PAULO_BEHIND_UTC_MS : 0);
  return Number.isNaN(ms) ? textCell(text) : { is: 'number', number: serialOf(ms), format: kind };
}

/** Cuts texts that exceed the limit. */
export function textCell(text: string): XlsxCell {
  const escaped = text.replace(LOOKS_ESCAPED, '_x005F_');
  if (escaped.length <= TEXT_LENGTH_MAX) return { is: 'text', text: escaped };
  return { is: 'text', text: `${escaped.slice(0, TEXT_LENGTH_MAX - 1)}…` };
}

/** Truncates to seconds: Excel rounds fractions up and would show the last millisecond of a day as the next day. */
function serialOf(ms: number): number {
  return Math.floor(ms / 1_000) / DAY_SECONDS + SERIAL_1970;
}
