// Rows pasted from a spreadsheet: cells separated by tabs, or by semicolons where there is no tab.
import { parse } from 'csv-parse/sync';

const HEADING = /^(descri|hist[oó]rico|data$|valor|documento)/i;

/** Characters of all cells of a row: none of as many is accepted. */
const ROW_CHARACTERS_MAX = 2_000;

/**
 * Cells in the order of the columns; blank rows and a heading are omitted. Never throws: what is no table is one
 * cell a row.
 */
export function pastedRows(text: string): readonly (readonly string[])[] {
  const rows = parsed(text).filter((cells) => cells.some((cell) => cell !== ''));
  return rows.slice(isHeading(rows[0] ?? []) ? 1 : 0);
}

function parsed(text: string): readonly (readonly string[])[] {
  try {
    const rows: readonly (readonly string[])[] = parse(text, {
      delimiter: text.includes('\t') ? '\t' : ';',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      bom: true,
      max_record_size: ROW_CHARACTERS_MAX,
    });
    return rows;
  } catch {
    return text.split(/\r?\n/).map((line) => [line.trim()]);
  }
}

function isHeading(cells: readonly string[]): boolean {
  return cells.filter((cell) => HEADING.test(cell)).length >= 2;
}
