// Rows as CSV (RFC 4180): a heading row of field names, CRLF, quotes where they are needed. A spreadsheet must not take a
// text for a formula, and reads numbers only with the decimal mark of its language.

export type CsvFormat = Readonly<{ separator: string; decimalMark: string }>;
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
export const PLAIN: CsvFormat = { separator: ',', decimalMark: '.' };
/** As spreadsheets set to Portuguese read and write it. */
export const BRAZILIAN: CsvFormat = { separator: ';', decimalMark: ',' };

const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]/;
const LINE_END = '\r\n';

/** @param fields names of the columns, in order */
export function csvOf(fields: readonly string[], rows: readonly object[], format: CsvFormat): string {
  let text = fields.join(format.separator) + LINE_END;
  for (const row of rows) {
    const cells = fields.map((field) => cellOf((row as Record<string, unknown>)[field], format));
    text += cells.join(format.separator) + LINE_END;
  }
  return text;
}

/** Numbers, booleans, texts, lists of words and null; null is an empty cell. */
function cellOf(value: unknown, { decimalMark }: Pick<CsvFormat, 'decimalMark'>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', decimalMark);
  if (Array.isArray(value)) return cellOf(value.join(' '), { decimalMark });
  if (typeof value !== 'string') return JSON.stringify(value);
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
