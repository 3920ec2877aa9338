// Reads the accounts of a chart from a workbook or a delimited text, by the headings of its columns.
// Source: docs/spec/console.md#charts.
import { HEADING_ROWS_MAX } from './headings/findHeading.js';
import {
  accountColumns,
  type AccountColumn,
  type AccountsTable,
  type AccountsTableFault,
  type AccountTableRow,
} from '../domain/charts/accountsTable.js';
import { plainText, shownText, unescapedText } from './cells/cellText.js';
import { readFirstTable } from './formats/openFile.js';
import type { Cell, Table, TableRow } from './formats/table.js';
import { ACCOUNT_HEADINGS, headingKey } from './headings/headingVocabulary.js';
import { repeats } from './headings/mappedHeading.js';

/** Words of cells for the values of a registers' file; other words stay and are refused there. */
const WORDS: Readonly<Partial<Record<AccountColumn, Readonly<Record<string, string | boolean>>>>> = {
  tipo: {
    analitica: 'ANALYTICAL',
    analitico: 'ANALYTICAL',
    a: 'ANALYTICAL',
    analytical: 'ANALYTICAL',
    sintetica: 'SYNTHETIC',
    sintetico: 'SYNTHETIC',
    s: 'SYNTHETIC',
    synthetic: 'SYNTHETIC',
  },
  natureza: {
    devedora: 'DEBIT',
    devedor: 'DEBIT',
    debito: 'DEBIT',
    d: 'DEBIT',
    debit: 'DEBIT',
    credora: 'CREDIT',
    credor: 'CREDIT',
    credito: 'CREDIT',
    c: 'CREDIT',
    credit: 'CREDIT',
    mista: 'MIXED',
    misto: 'MIXED',
    ambas: 'MIXED',
    dc: 'MIXED',
    mixed: 'MIXED',
  },
  exigeConciliacao: {
    sim: true,
    s: true,
    true: true,
    verdadeiro: true,
    '1': true,
    x: true,
    nao: false,
    n: false,
    false: false,
    falso: false,
    '0': false,
  },
};
const WRONG_CODES_MAX = 200;

type Places = ReadonlyMap<AccountColumn, number>;
type Heading = Readonly<{ cells: readonly Cell[]; places: Places; twice: AccountColumn | null }>;

/**
 * The accounts of the first visible table with a heading, in order.
 * @param accountsMax how many a file may have
 */
export function readAccountsTable(path: string, accountsMax: number): Promise<AccountsTable | AccountsTableFault> {
  return readFirstTable<AccountsTable | AccountsTableFault>(path, (table) => readTable(table, accountsMax));
}

async function readTable(table: Table, accountsMax: number): Promise<AccountsTable | AccountsTableFault> {
  let heading: Heading | null = null;
  let rowsSeen = 0;
  const rows: AccountTableRow[] = [];
  const wrongCodes: { row: number; shown: string }[] = [];
  for await (const batch of table.rows())
    for (const row of batch) {
      if (heading === null) {
        heading = headingIn(row);
        if (heading === null && ++rowsSeen >= HEADING_ROWS_MAX) return { is: 'HeadingMissing' };
        continue;
      }
      if (repeats(row, heading.cells, heading.places.values())) continue;
      const account = accountIn(row, heading.places);
      if (account === null) continue;
      if (rows.length >= accountsMax) return { is: 'TooManyAccounts', max: accountsMax };
      const code = row.cells[heading.places.get('codigo') ?? 0];
      if (hasLostZeros(code) && wrongCodes.length < WRONG_CODES_MAX)
        wrongCodes.push({ row: row.line, shown: shownText(code) });
      rows.push({ row: row.line, account });
    }
  if (heading === null) return { is: 'HeadingMissing' };
  if (heading.twice !== null) return columnTwice(heading, heading.twice);
  if (rows.length === 0) return { is: 'NoAccounts' };
  return { rows, ...columnsOf(heading), wrongCodes };
}

/** A row with a column for codes and one for descriptions. */
function headingIn({ cells }: TableRow): Heading | null {
  const places = new Map<AccountColumn, number>();
  let twice: AccountColumn | null = null;
  cells.forEach((cell, index) => {
    const column = columnOf(cell);
    if (column === null) return;
    if (places.has(column)) twice ??= column;
    else places.set(column, index);
  });
  return places.has('codigo') && places.has('descricao') ? { cells, places, twice } : null;
}

function columnOf(cell: Cell | undefined): AccountColumn | null {
  if (typeof cell !== 'string') return null;
  const key = headingKey(cell);
  return accountColumns.find((column) => ACCOUNT_HEADINGS[column].split(' ').includes(key)) ?? null;
}

function columnTwice({ cells }: Heading, column: AccountColumn): AccountsTableFault {
  const headings = cells.filter((cell) => columnOf(cell) === column).map((cell) => shownText(cell).trim());
  return { is: 'ColumnTwice', column, headings };
}

function columnsOf({ cells, places }: Heading): Pick<AccountsTable, 'columns' | 'unused'> {
  const columns: Partial<Record<AccountColumn, string>> = {};
  for (const [column, index] of places) columns[column] = shownText(cells[index]).trim();
  const used = new Set(places.values());
  const unused = cells
    .map((cell) => shownText(cell).trim())
    .filter((text, index) => text !== '' && !used.has(index));
  return { columns, unused };
}

/** Null for a row without anything in the columns that are read. */
function accountIn({ cells }: TableRow, places: Places): AccountTableRow['account'] | null {
  const account: Partial<Record<AccountColumn, string | boolean>> = {};
  let isEmpty = true;
  for (const [column, index] of places) {
    const text = unescapedText(shownText(cells[index]).trim());
    if (text === '') continue;
    isEmpty = false;
    // Some programs number their words: `1 - Sintética`.
    const word = plainText(text)
      .replace(/^\s*\d+\s*[-–:]\s*/, '')
      .trim();
    account[column] = WORDS[column]?.[word] ?? text;
  }
  return isEmpty ? null : account;
}

/** A code typed into a cell that is not of text: 1.10 becomes the number 1.1, of a text `1,1`, and 1.2 a date. */
function hasLostZeros(code: Cell | undefined): boolean {
  if (typeof code === 'string') return /^\s*\d+,\d+\s*$/.test(code);
  if (typeof code === 'number') return !Number.isInteger(code);
  return typeof code === 'object' && code !== null;
}
