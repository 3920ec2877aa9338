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
  const reader = { places, mark: decimalMarkIn(rows, amounts) };
  const movements: Movement[] = [];
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
    else if (isMovement) movements.push(movementOf(row, text, reader));
  }
  const centsOf = signedBy(side === 'razao' ? 'D' : 'C', movements);
  const collected = lineCollector();
  for (const movement of movements) collected.add({ ...movement.parts, amountCents: centsOf(movement) });
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

type Reader = Readonly<{ places: Places; mark: DecimalMark | null }>;
/** `amounts`: as the row has them, of each side; null where a cell is no amount. */
type Movement = Readonly<{ parts: Omit<LineParts, 'amountCents'>; amounts: readonly CellAmount[] | null }>;

function movementOf(row: TableRow, text: (column: StatementColumn) => string, reader: Reader): Movement {
  const { cells, line } = row;
  const date = cells[reader.places.get('data') ?? -1];
  const isDate = typeof date === 'object' && date !== null;
  const parts = {
    ...{ line, description: text('descricao'), document: text('documento'), counterparty: text('contraparte') },
    date: isDate ? date.date : dateOf(plainText(text('data')).trim()),
    ...{ shownDate: text('data'), shownAmount: text('valor') || `${text('debito')} ${text('credito')}`.trim() },
  };
  return { parts, amounts: amountsOf(row, text('lado'), reader) };
}

function amountsOf(row: TableRow, sideText: string, { places, mark }: Reader): readonly CellAmount[] | null {
  const read = (column: StatementColumn) => cellAmount(row, places.get(column), mark);
  if (!places.has('valor')) {
    const [debited, credited] = [read('debito'), read('credito')];
    if (debited === null || credited === null) return null;
    return [
      { ...debited, side: 'D' },
      { ...credited, side: 'C' },
    ];
  }
  const amount = read('valor');
  if (amount === null) return null;
  const word = plainText(sideText).trim();
  return [{ ...amount, side: amount.side ?? (DEBIT.test(word) ? 'D' : CREDIT.test(word) ? 'C' : null) }];
}

/**
 * What a movement brings in. A minus is a reversal; only where the file writes all that goes out with a minus, it says no more than
 * the side does.
 * @param incoming the side that brings money in
 */
function signedBy(incoming: 'D' | 'C', movements: readonly Movement[]): (movement: Movement) => number | null {
  const isOutgoing = ({ side, cents }: CellAmount) => side !== null && side !== incoming && cents !== 0;
  const outgoing = movements.flatMap(({ amounts }) => amounts?.filter(isOutgoing) ?? []);
  const out = outgoing.every(({ cents }) => cents < 0) ? 1 : -1;
  return ({ amounts }) =>
    amounts && amounts.reduce((sum, amount) => sum + amount.cents * (isOutgoing(amount) ? out : 1), 0);
}

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
