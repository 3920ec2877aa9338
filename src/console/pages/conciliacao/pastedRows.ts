// Rows pasted from a spreadsheet: cells separated by tabs, or by semicolons where there is no tab.
import { parse } from 'csv-parse/sync';
import { amountFromBrazilian } from '../../brazilianText.js';

/** How headings name the columns. */
const HEADINGS = {
  descricao: /^(descri|hist[oó]rico)/i,
  data: /^(data|dt)\b(?!.*baixa)/i,
  valor: /^valor/i,
  documento: /^doc/i,
  baixa: /\bbaixa/i,
} as const;
type Column = keyof typeof HEADINGS;
/** Heads the column that says which side each amount without a minus is on. */
const SIDE = /^(lado|natureza|d ?\/ ?c)$/i;

const TOTAL = /^(sub-?\s?)?tota(l|is)\b|^soma\b/i;

/** Characters of all cells of a row: none of as many is accepted. */
const ROW_CHARACTERS_MAX = 2_000;

/**
 * Cells in the order of the columns, where a heading that names description and amount may have another; blank
 * rows, a heading and a total of the others are omitted. Never throws: what is no table is one cell a row.
 */
export function pastedRows(text: string, columns: readonly Column[]): readonly (readonly string[])[] {
  const rows = parsed(text).filter((cells) => cells.some((cell) => cell !== ''));
  const [first = [], ...others] = rows;
  if (!isHeading(first)) return withoutTotal(rows, columns.indexOf('valor'));
  const placeOf = (column: Column): number => first.findIndex((cell) => HEADINGS[column].test(cell));
  const valuesAt = placeOf('valor');
  if (placeOf('descricao') < 0 || valuesAt < 0) return withoutTotal(others, columns.indexOf('valor'));
  const places = columns.map(placeOf);
  const sideAt = first.findIndex((cell) => SIDE.test(cell));
  return withoutTotal(others, valuesAt).map((cells) =>
    places.map((place) => (place === valuesAt ? sided(cells[place], cells[sideAt]) : (cells[place] ?? ''))),
  );
}

function sided(amount = '', side = ''): string {
  const { decimal, side: own } = amountFromBrazilian(amount) ?? { decimal: '-', side: null };
  return own === null && !decimal.startsWith('-') && /^[dc]/i.test(side) ? `${amount} ${side.charAt(0)}` : amount;
}

/** The last row is no item where it is named a total and has the sum of the others. */
function withoutTotal(rows: readonly (readonly string[])[], valuesAt: number): readonly (readonly string[])[] {
  const items = rows.slice(0, -1);
  const last = rows.at(-1) ?? [];
  if (!last.some((cell) => TOTAL.test(cell))) return rows;
  const sum = items.reduce((cents, cells) => cents + centsIn(cells[valuesAt] ?? ''), 0);
  return Math.abs(sum) === Math.abs(centsIn(last.findLast((cell) => amountFromBrazilian(cell)) ?? ''))
    ? items
    : rows;
}

/** NaN for what is no amount. */
function centsIn(text: string): number {
  const amount = amountFromBrazilian(text);
  return amount === null ? NaN : Math.round(Number(amount.decimal) * 100) * (amount.side === 'C' ? -1 : 1);
}

function parsed(text: string): readonly (readonly string[])[] {
  const delimiter = text.includes('\t') ? '\t' : ';';
  try {
    const rows: readonly (readonly string[])[] = parse(text, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      bom: true,
      max_record_size: ROW_CHARACTERS_MAX,
    });
    return rows;
  } catch {
    // Quotes that begin a cell without enclosing it: `"Casa" Ltda`.
    const cellsOf = (line: string) => (line.length > ROW_CHARACTERS_MAX ? [line] : line.split(delimiter));
    return text.split(/\r?\n/).map((line) => cellsOf(line).map((cell) => cell.trim()));
  }
}

/** A cell with a digit tells of an item. */
function isHeading(cells: readonly string[]): boolean {
  const isNamed = (cell: string): boolean => Object.values(HEADINGS).some((heading) => heading.test(cell));
  return cells.filter(isNamed).length >= 2 && !cells.some((cell) => /\d/.test(cell));
}
