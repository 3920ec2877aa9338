// Rows as CSV (RFC 4180): a heading row of field names, CRLF, quotes where needed. Texts that a spreadsheet would
// run as a formula are escaped; numbers have the decimal mark of the client's language
// (docs/spec/requests.md#csv).
import { stringify } from 'csv-stringify/sync';

export type CsvFormat = Readonly<{ separator: string; decimalMark: string }>;
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
export const PLAIN: CsvFormat = { separator: ',', decimalMark: '.' };
/** The format of spreadsheets in Brazilian Portuguese. */
export const BRAZILIAN: CsvFormat = { separator: ';', decimalMark: ',' };

const FORMULA_START = /^[=+\-@\t\r]/;
/** Texts are quoted alike in both formats; numbers with a decimal comma are not quoted. */
const NEEDS_QUOTES = /[";\r\n]/;

/** Without it, Excel takes a file for Windows-1252. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** @param fields names of the columns, in order. Null becomes an empty cell, a list one cell */
export function csvOf(
  fields: readonly string[],
  rows: readonly object[],
  format: CsvFormat,
  { header = true }: Readonly<{ header?: boolean }> = {},
): string {
  return stringify([...rows], {
    header,
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
