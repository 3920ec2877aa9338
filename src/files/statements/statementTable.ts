// Movements in a table: its heading, then a line for each row with an amount.
import {
  statementColumns,
  type Statement,
  type StatementAsked,
  type StatementColumn,
  type StatementFault,
} from '../../domain/reconciliation/statements/statement.js';
import { centsOf } from '../../domain/kernel/money.js';
import { lastAmount, readAmount, type DecimalMark } from '../cells/amountText.js';
import { isBlank, plainText, shownText } from '../cells/cellText.js';
import { decimalMarkIn } from '../cells/decimalMark.js';
import { dateOf } from '../cells/periodText.js';
import { FileRefused, type Cell, type Table, type TableRow } from '../formats/table.js';
import { headingKey } from '../headings/headingText.js';
import { STATEMENT_HEADINGS } from '../headings/headingVocabulary.js';
import { lineCollector, type LineParts } from './statementLine.js';

const HEADING_ROWS_MAX = 40;
/** Balances between the movements: `Saldo de salários` is none. */
const BALANCE =
  /^(?:s a l d o|saldo (?:anterior|inicial|final|atual|total|parcial|disponivel|bloqueado|do dia|em|na)|saldo$)/;
/** In a row without a date. */
const TOTAL = /^(?:s ?a ?l ?d ?o|total|totais|subtotal)\b/;
const CREDIT = /^(?:c|cr|cred|credito|entrada|\+)$/;
const DEBIT = /^(?:d|db|deb|debito|saida|-)$/;

type Places = ReadonlyMap<StatementColumn, number>;
type Heading = Readonly<{ cells: readonly Cell[]; places: Places }>;

const synonyms = new Map(statementColumns.map((column) => [column, STATEMENT_HEADINGS[column].split(' ')]));

export async function readStatementTable(
  table: Table,
  asked: StatementAsked,
): Promise<Statement | StatementFault> {
  let heading: Heading | null = null;
  let rowsSeen = 0;
  const rows: TableRow[] = [];
  for await (const batch of table.rows())
    for (const row of batch) {
      if (heading === null) {
        heading = headingIn(row);
        if (heading === null && ++rowsSeen >= HEADING_ROWS_MAX) return { is: 'HeadingMissing' };
      } else if (row.cells.some((cell) => !isBlank(cell))) {
        if (rows.length >= asked.linesMax) return { is: 'TooManyLines', max: asked.linesMax };
        rows.push(row);
      }
    }
  return heading === null ? { is: 'HeadingMissing' } : statementOf(heading, rows, asked);
}

/** A row with columns for a date, a description and an amount. */
function headingIn({ cells }: TableRow): Heading | null {
  const keys = cells.map((cell) => (typeof cell === 'string' ? headingKey(cell) : ''));
  const places = new Map<StatementColumn, number>();
  for (const [column, names] of synonyms) {
    const found = names.map((name) => keys.indexOf(name)).find((index) => index !== -1);
    if (found !== undefined) places.set(column, found);
  }
  const hasAmount = places.has('valor') || (places.has('debito') && places.has('credito'));
  return places.has('data') && places.has('descricao') && hasAmount ? { cells, places } : null;
}

function statementOf(
  heading: Heading,
  rows: readonly TableRow[],
  { side, accountCode }: StatementAsked,
): Statement | StatementFault {
  const { places } = heading;
  const amounts = (['valor', 'debito', 'credito'] as const).flatMap((column) => places.get(column) ?? []);
  // What a debit brings: money into the account in its ledger, out of it in a statement.
  const reader = { places, mark: decimalMarkIn(rows, amounts), debit: side === 'razao' ? 1 : -1 } as const;
  const collected = lineCollector();
  let [balanceLines, otherAccounts] = [0, 0];
  for (const row of rows) {
    const text = (column: StatementColumn): string => shownText(row.cells[places.get(column) ?? -1]).trim();
    const isMovement = amounts.some((index) => !isBlank(row.cells[index]));
    const isDated = text('data') !== '';
    const isBalance = isDated
      ? !isMovement || BALANCE.test(plainText(text('descricao')).trim())
      : row.cells.some((cell) => isTotalCell(cell));
    const account = text('conta');
    if (isBalance) balanceLines++;
    else if (account !== '' && headingKey(account) !== headingKey(accountCode)) otherAccounts++;
    else if (isMovement) collected.add(partsOf(row, text, reader));
  }
  const wrong = collected.wrong();
  if (wrong !== null) return wrong;
  if (collected.lines.length === 0)
    return otherAccounts > 0 ? { is: 'OtherAccount', code: accountCode } : { is: 'NoLines' };
  const columns = Object.fromEntries(
    [...places].map(([column, index]) => [column, shownText(heading.cells[index]).trim()]),
  );
  return { lines: collected.lines, columns, balanceLines, otherAccounts, balanceCents: null, balanceDate: null };
}

const isTotalCell = (cell: Cell): boolean => typeof cell === 'string' && TOTAL.test(plainText(cell).trim());

type Reader = Readonly<{ places: Places; mark: DecimalMark | null; debit: 1 | -1 }>;

function partsOf(row: TableRow, text: (column: StatementColumn) => string, reader: Reader): LineParts {
  const { cells, line } = row;
  const date = cells[reader.places.get('data') ?? -1];
  const isDate = typeof date === 'object' && date !== null;
  return {
    ...{ line, description: text('descricao'), document: text('documento'), counterparty: text('contraparte') },
    date: isDate ? date.date : dateOf(plainText(text('data')).trim()),
    amountCents: amountOf(row, text('lado'), reader),
    ...{ shownDate: text('data'), shownAmount: text('valor') || `${text('debito')} ${text('credito')}`.trim() },
  };
}

/** Columns and sides of debits and credits tell the sign, whatever sign their amounts have. Null where a cell is no amount. */
function amountOf(row: TableRow, sideText: string, { places, mark, debit }: Reader): number | null {
  const read = (column: StatementColumn) => cellAmount(row, places.get(column), mark);
  if (!places.has('valor')) {
    const [debited, credited] = [read('debito'), read('credito')];
    if (debited === null || credited === null) return null;
    return plain((Math.abs(debited.cents) - Math.abs(credited.cents)) * debit);
  }
  const amount = read('valor');
  if (amount === null) return null;
  const word = plainText(sideText).trim();
  const side = amount.side ?? (DEBIT.test(word) ? 'D' : CREDIT.test(word) ? 'C' : null);
  if (side === null) return amount.cents;
  return plain(Math.abs(amount.cents) * (side === 'D' ? debit : -debit));
}

const plain = (cents: number): number => cents + 0;

type CellAmount = Readonly<{ cents: number; side: 'D' | 'C' | null }>;

/** An empty cell is zero. @throws FileRefused where no amount of the file tells its decimal mark */
function cellAmount(
  { cells, line }: TableRow,
  index: number | undefined,
  mark: DecimalMark | null,
): CellAmount | null {
  const cell = index === undefined ? null : cells[index];
  if (isBlank(cell)) return { cents: 0, side: null };
  if (typeof cell === 'number') {
    const cents = centsOf(cell);
    return Number.isNaN(cents) ? null : { cents, side: null };
  }
  if (typeof cell !== 'string') return null;
  readAmount(cell.trim(), mark);
  if (lastAmount.fault === 'unclear')
    throw new FileRefused({ is: 'FileDecimalMarkUnclear', line, column: 'Valor', value: cell.slice(0, 60) });
  return lastAmount.fault === null ? { cents: lastAmount.cents, side: lastAmount.side } : null;
}
