// Rows as CSV (RFC 4180): a heading row of field names, CRLF, quotes where they are needed. A spreadsheet must not take a
// text for a formula, and reads numbers only with the decimal mark of its language (docs/spec/requests.md#csv).
import { stringify } from 'csv-stringify/sync';

export type CsvFormat = Readonly<{ separator: string; decimalMark: string }>;
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
export const PLAIN: CsvFormat = { separator: ',', decimalMark: '.' };
/** As spreadsheets set to Portuguese read and write it. */
export const BRAZILIAN: CsvFormat = { separator: ';', decimalMark: ',' };

const FORMULA_START = /^[=+\-@\t\r]/;
/** Texts are quoted alike in both formats; a number with a decimal comma never is. */
const NEEDS_QUOTES = /[";\r\n]/;

/** @param fields names of the columns, in order; null is an empty cell, a list of words one cell */
export function csvOf(fields: readonly string[], rows: readonly object[], format: CsvFormat): string {
  return stringify([...rows], {
    header: true,
    columns: [...fields],
    delimiter: format.separator,
    record_delimiter: 'windows',
    quoted_match: NEEDS_QUOTES,
    cast: {
      number: (value) => String(value).replace('.', format.decimalMark),
      boolean: String,
      string: cellOf,
      object: (words) => cellOf((words as unknown as readonly string[]).join(' ')),
    },
  });
}

function cellOf(text: string) {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return harmless.includes(',') ? { value: harmless, quoted: true } : harmless;
}
