// Movements in a table: its heading, then a line for each row with an amount.
import { HEADING_ROWS_MAX } from '../headings/findHeading.js';
import { centsOf } from '../../domain/kernel/money.js';
import { DESCRIPTION_CHARACTERS_MAX, DOCUMENT_CHARACTERS_MAX } from '../../domain/reconciliation/events.js';
import {
  statementColumns,
  type Statement,
  type StatementAsked,
  type StatementColumn,
  type StatementFault,
  type StatementLine,
  type StatementMapping,
  type StatementMappings,
  type StatementSide,
  type StatementTable,
  type WrongLine,
} from '../../domain/reconciliation/statement.js';
import { decimalMarkIn, lastAmount, looksLikeAmount, readAmount, type DecimalMark } from '../cells/amountText.js';
import { detachedText, isBlank, plainText, shownText, textOf, unescapedText } from '../cells/cellText.js';
import { dateOfDays } from '../cells/periodPatterns.js';
import { dateOf, monthFirstDate } from '../cells/periodText.js';
import { FileRefused, type Cell, type Table, type TableRow } from '../formats/table.js';
import { BALANCE_HEADINGS, STATEMENT_HEADINGS, headingKey } from '../headings/headingVocabulary.js';
import { columnsNamed, isPlace, repeats } from '../headings/mappedHeading.js';

/** Shown beside the columns. */
const SAMPLE_ROWS = 5;
const SAMPLE_COLUMNS_MAX = 60;
const SAMPLE_CHARACTERS_MAX = 200;
/** Balances between the movements: `Saldo de salários` is none. */
const BALANCE =
  /^(?:s a l d o|saldo (?:anterior|inicial|final|atual|total|parcial|disponivel|bloqueado|do dia|em|na)|saldo$)/;
/** Words of a total, in a row without a date. */
const TOTAL = /^(?:s ?a ?l ?d ?o|t ?o ?t ?a ?(?:l|i ?s)|subtotal)\b/;
/** Some banks write zeros where a movement has no document. */
const NO_DOCUMENT = /^0+$/;
/** Begins what a bank prints below the movements of the days asked for. */
const LATER = /^(?:lancamentos futuros|proximos lancamentos|ultimos lancamentos)/;
/** Names the account of the rows below it: `Conta: 123 - 1.1.02 - Bancos`. */
const ACCOUNT = /^conta(?: contabil)?[\s:.-]*(\d.*)/;
const CREDIT = /^(?:c|cr|cred|credito|entrada|\+)$/;
const DEBIT = /^(?:d|db|deb|debito|saida|-)$/;

type Places = ReadonlyMap<StatementColumn, number>;
/**
 * `line` is 0 and `texts` are empty where the table has no heading; `balance` is the place of the balances, -1
 * where there are none.
 */
type Heading = Readonly<{ line: number; texts: readonly string[]; places: Places; balance: number }>;
/** `width`: amounts beyond so many columns say that the cells of their row were shifted. */
type BoundHeading = Heading & Readonly<{ width: number }>;

const synonyms = new Map(statementColumns.map((column) => [column, STATEMENT_HEADINGS[column].split(' ')]));
const balanceSynonyms = BALANCE_HEADINGS.split(' ');

export async function readStatementTable(
  table: Table,
  request: StatementAsked,
): Promise<Statement | StatementFault> {
  let heading: Heading | null = null;
  const above: TableRow[] = [];
  const rows: TableRow[] = [];
  for await (const batch of table.rows())
    for (const row of batch) {
      if (heading === null) {
        heading = headingIn(row, request);
        if (heading?.line === 0) rows.push(row);
        if (heading === null && above.push(row) >= HEADING_ROWS_MAX) return headingMissing(above, request);
      } else if (!row.cells.every(isBlank) && !isHeadingAgain(row, heading)) {
        if (rows.length >= request.linesMax) return { is: 'TooManyLines', max: request.linesMax };
        rows.push(row);
      }
    }
  if (heading === null) return headingMissing(above, request);
  // A text without quotes may have its delimiter in a description; cells of a sheet stay in their columns.
  const width = table.name === null && heading.line > 0 ? heading.texts.length : Infinity;
  const statement = statementOf({ ...heading, width }, above, rows, request);
  return { ...statement, table: tableOf(heading, rows) };
}

const isHeadingAgain = (row: TableRow, { line, texts, places }: Heading): boolean =>
  line > 0 && repeats(row, texts, places.values());

/** A row with the columns that were chosen or saved, or else with known ones. */
function headingIn(row: TableRow, { chosen, saved }: StatementMappings): Heading | null {
  if (chosen !== null) return mappedHeading(row, chosen);
  return (saved && mappedHeading(row, saved)) ?? recognisedHeading(row, {});
}

/** With places alone the table begins with the first row that has a date and an amount. */
function mappedHeading(row: TableRow, mapping: StatementMapping): Heading | null {
  const names = Object.values(mapping);
  if (!names.every(isPlace)) return recognisedHeading(row, mapping);
  const places = placesNamed([], mapping);
  const filled = (column: StatementColumn): boolean => !isBlank(row.cells[places?.get(column) ?? -1]);
  const isData =
    places !== null && dateIn(row.cells[places.get('data') ?? -1]) !== null && amountColumns.some(filled);
  return isData ? { line: 0, texts: [], places, balance: -1 } : null;
}

/** A row with columns for a date, a description and an amount. */
function recognisedHeading({ cells, line }: TableRow, mapping: StatementMapping): Heading | null {
  const texts = cells.map(textOf);
  const places = placesNamed(texts, mapping);
  if (places === null) return null;
  const keys = texts.map(headingKey);
  const takenIndexes = new Set(places.values());
  const isAmountNamed = amountColumns.some((column) => places.has(column));
  const indexOf = (names: readonly string[]): number =>
    names.map((name) => keys.indexOf(name)).find((index) => index !== -1 && !takenIndexes.has(index)) ?? -1;
  for (const [column, names] of synonyms) {
    if (places.has(column) || (isAmountNamed && isAmountColumn(column))) continue;
    const index = indexOf(names);
    if (index !== -1) places.set(column, index);
  }
  let balance = indexOf(balanceSynonyms);
  // A list of open items may name its clients alone, and have their balances for amounts.
  const counterparty = places.get('contraparte');
  if (!places.has('descricao') && counterparty !== undefined) {
    places.delete('contraparte');
    places.set('descricao', counterparty);
  }
  if (balance !== -1 && !amountColumns.some((column) => places.has(column))) {
    places.set('valor', balance);
    balance = -1;
  }
  const hasAmount = places.has('valor') || (places.has('debito') && places.has('credito'));
  return places.has('data') && places.has('descricao') && hasAmount ? { line, texts, places, balance } : null;
}

/** Null where a heading is missing. */
function placesNamed(texts: readonly string[], mapping: StatementMapping): Map<StatementColumn, number> | null {
  const indexOf = columnsNamed(texts);
  const places = statementColumns.flatMap((column): readonly [StatementColumn, number][] => {
    const name = mapping[column];
    return name === undefined ? [] : [[column, indexOf(name)]];
  });
  return places.some(([, index]) => index === -1) ? null : new Map(places);
}

const amountColumns = ['valor', 'debito', 'credito'] as const;
const isAmountColumn = (column: StatementColumn): boolean => amountColumns.some((one) => one === column);

/** The row that is most like a heading is shown as one. */
function headingMissing(rows: readonly TableRow[], { chosen }: StatementMappings): StatementFault {
  const filled = rows.filter(({ cells }) => cells.some((cell) => !isBlank(cell)));
  const texts = ({ cells }: TableRow): readonly string[] => cells.map(textOf).filter((text) => text !== '');
  const wordy = filled.filter(
    (row) => texts(row).length > 1 && texts(row).every((text) => /^\p{L}[^\d]*$/u.test(text)),
  );
  const [best] = wordy.sort((a, b) => texts(b).length - texts(a).length);
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length));
  const heading = {
    line: best?.line ?? 0,
    places: new Map<StatementColumn, number>(),
    balance: -1,
    texts: Array.from({ length: width }, (_, index) => textOf(best?.cells[index])),
  };
  const below = filled.filter(({ line }) => line > heading.line);
  const indexOf = columnsNamed(heading.texts);
  const unfound = Object.values(chosen ?? {}).filter((name) => indexOf(name) === -1);
  const unfoundPart = unfound.length > 0 && { unfound };
  return { is: 'HeadingMissing', ...unfoundPart, ...(filled.length > 0 && { table: tableOf(heading, below) }) };
}

function tableOf({ line, texts, places }: Heading, rows: readonly TableRow[]): StatementTable {
  const first = rows.slice(0, SAMPLE_ROWS);
  const width = Math.min(SAMPLE_COLUMNS_MAX, Math.max(texts.length, ...first.map(({ cells }) => cells.length)));
  const row = (text: (index: number) => string): readonly string[] =>
    Array.from({ length: width }, (_, index) => detachedText(text(index).slice(0, SAMPLE_CHARACTERS_MAX)));
  return {
    headingLine: line,
    headings: row((index) => texts[index] ?? ''),
    places: Object.fromEntries([...places].map(([column, index]) => [column, [index]])),
    firstRows: first.map(({ cells }) => row((index) => shownText(cells[index]).trim())),
  };
}

function statementOf(
  heading: BoundHeading,
  above: readonly TableRow[],
  rows: readonly TableRow[],
  { side, accountCode }: StatementAsked,
): Omit<Statement, 'table'> | StatementFault {
  // What a debit brings: money into the account in its ledger, out of it in a statement.
  const incoming = side === 'razao' ? 'D' : 'C';
  const sections = side === 'razao' ? accountSections(accountCode) : null;
  for (const row of above) sections?.enter(row);
  const isOther = otherAccounts(rows, heading.places.get('conta'), side, accountCode);
  const found = movementsIn(heading, rows, { incoming, sections, isOther });
  const movements = found.movements.filter(({ section }) => sections?.isOwn(section) ?? true);
  const others = found.others + found.movements.length - movements.length;
  const centsOf = signedBy(incoming, movements);
  const collected = lineCollector();
  for (const movement of movements) collected.add({ ...movement.parts, amountCents: centsOf(movement) });
  const wrong = collected.wrong();
  if (wrong !== null) return wrong;
  const { lines } = collected;
  if (lines.length === 0) return others > 0 ? { is: 'OtherAccount', code: accountCode } : { is: 'NoLines' };
  const { balances, balanceLines, laterLines } = found;
  const closing = others > 0 ? null : closingBalance(lines, balances);
  const leftOut = { balanceLines, otherAccounts: others, laterLines };
  return { lines, ...leftOut, balanceCents: null, balanceDate: null, ...closing };
}

type Accounts = Readonly<{
  incoming: 'D' | 'C';
  sections: ReturnType<typeof accountSections> | null;
  isOther: (account: string) => boolean;
}>;

/** What each row of the table is: a movement, a balance or total, a line of another account or of a later day. */
function movementsIn(
  { places, balance, width }: BoundHeading,
  rows: readonly TableRow[],
  { incoming, sections, isOther }: Accounts,
) {
  const amounts = amountColumns.flatMap((column) => places.get(column) ?? []);
  const readDate = dateReaderOf(rows, places.get('data'));
  const reader = { places, mark: decimalMarkIn(rows, amounts), dateIn: readDate, width };
  const movements: Movement[] = [];
  const balances: Balance[] = [];
  const counts = { balanceLines: 0, others: 0, laterLines: 0 };
  let isLater = false;
  for (const row of rows) {
    const before = movements.length;
    const text = (column: StatementColumn): string => shownText(row.cells[places.get(column) ?? -1]).trim();
    const isMovement = amounts.some((index) => !isBlank(row.cells[index]));
    if (!isMovement && sections?.enter(row) === true) continue;
    const isDated = text('data') !== '' && !isTotalCell(text('data'));
    isLater ||= !isMovement && before > 0 && row.cells.some(isLaterHeading);
    if (isLater) {
      if (isDated && isMovement) counts.laterLines++;
      continue;
    }
    const isBalance = isDated
      ? !isMovement || isBalanceText(text('descricao'))
      : row.cells.some((cell) => isTotalCell(cell));
    if (isBalance) counts.balanceLines++;
    else if (isOther(text('conta'))) counts.others++;
    else if (isMovement)
      movements.push({ ...movementOf(row, text, reader), section: sections?.current() ?? null });
    const amount = balanceAmount(row, balance, isBalance, text('lado'), reader);
    if (amount !== null)
      balances.push({ before, after: movements.length, cents: incomingCents(amount, incoming) });
  }
  return { movements, balances, ...counts };
}

/**
 * Whether a cell of the account's column names another account. A statement that names one alone names it in the
 * bank's words.
 */
function otherAccounts(
  rows: readonly TableRow[],
  index: number | undefined,
  side: StatementSide,
  accountCode: string,
): (account: string) => boolean {
  const keyIn = ({ cells }: TableRow): string => headingKey(shownText(cells[index ?? -1]));
  const named = new Set(rows.map(keyIn).filter((key) => key !== ''));
  if (side === 'extrato' && named.size === 1) return () => false;
  return (account) => account !== '' && headingKey(account) !== headingKey(accountCode);
}

/**
 * The parts of a ledger of several accounts, each below a row that names its account: with the word, or with a
 * code of as many digits and points.
 */
function accountSections(accountCode: string) {
  const shapeOf = (code: string): string => code.replace(/\d/g, '0');
  const isCode = (word = ''): boolean => /\d\D\d/.test(word) && shapeOf(word) === shapeOf(accountCode);
  const isOwnName = (name: string): boolean =>
    name.split(/\s+/).some((word) => headingKey(word) === headingKey(accountCode));
  // The rest of the row may change from page to page.
  const codes = new Set<string>();
  let name: string | null = null;
  return {
    /** @returns whether the row names an account */
    enter({ cells }: TableRow): boolean {
      const text = plainText(cells.map(shownText).join(' ')).trim();
      const found = ACCOUNT.exec(text)?.[1] ?? (isCode(text.split(/\s+/)[0]) ? text : undefined);
      if (found !== undefined) codes.add((name = found).split(/\s+/)[0] ?? '');
      return found !== undefined;
    },
    current: () => name,
    /** The only account is the asked one, whatever its name. */
    isOwn: (section: string | null) => codes.size < 2 || (section !== null && isOwnName(section)),
  };
}

/** Positive as what comes in; `before` and `after` are numbers of movements, without its row and with it. */
type Balance = Readonly<{ before: number; after: number; cents: number }>;

/** In the column of balances, or in that of amounts where the row is one of a balance. */
function balanceAmount(
  { cells }: TableRow,
  balance: number,
  isBalance: boolean,
  sideText: string,
  { places, mark }: Reader,
): CellAmount | null {
  if (!isBlank(cells[balance])) return amountIn(cells[balance], mark);
  const cell = cells[places.get('valor') ?? -1];
  const amount = isBalance && !isBlank(cell) && cells.some(isBalanceCell) ? amountIn(cell, mark) : null;
  return amount && { ...amount, side: amount.side ?? sideIn(sideText) };
}

/**
 * The balance of the last day, if all balances follow from the movements between them: downwards, or upwards where
 * the first day is the last row.
 */
function closingBalance(
  lines: readonly StatementLine[],
  balances: readonly Balance[],
): Pick<Statement, 'balanceCents' | 'balanceDate'> | null {
  const sums = [0];
  for (const { amountCents } of lines) sums.push((sums.at(-1) ?? 0) + amountCents);
  const sumOf = (movements: number): number => sums[movements] ?? 0;
  const follows = (isNext: (one: Balance, next: Balance) => boolean): boolean =>
    balances.every((one, at) => at === 0 || isNext(balances[at - 1] as Balance, one));
  const [first, last] = [lines[0]?.date ?? '', lines.at(-1)?.date ?? ''];
  const isDown =
    first <= last && follows((one, next) => next.cents - one.cents === sumOf(next.after) - sumOf(one.after));
  const isUp =
    first >= last && follows((one, next) => one.cents - next.cents === sumOf(next.before) - sumOf(one.before));
  const closing = isDown ? balances.at(-1) : isUp ? balances[0] : undefined;
  const isClear = balances.length > 1 && !(isDown && isUp && balances[0]?.cents !== balances.at(-1)?.cents);
  if (closing === undefined || !isClear) return null;
  return { balanceCents: closing.cents, balanceDate: first > last ? first : last };
}

const isTotalCell = (cell: Cell): boolean => typeof cell === 'string' && TOTAL.test(plainText(cell).trim());
const isBalanceCell = (cell: Cell): boolean => typeof cell === 'string' && isBalanceText(cell);
const isLaterHeading = (cell: Cell): boolean => LATER.test(plainText(textOf(cell)));
export const isBalanceText = (text: string): boolean => BALANCE.test(plainText(text).trim());

type Reader = Readonly<{
  places: Places;
  mark: DecimalMark | null;
  dateIn: (cell: Cell | undefined) => string | null;
  width: number;
}>;
/** `amounts`: as the row has them, of each side; null where a cell is no amount. */
type RowMovement = Readonly<{ parts: Omit<LineParts, 'amountCents'>; amounts: readonly CellAmount[] | null }>;
type Movement = RowMovement & Readonly<{ section: string | null }>;

function movementOf(row: TableRow, text: (column: StatementColumn) => string, reader: Reader): RowMovement {
  const { cells, line } = row;
  const isShifted = cells.slice(reader.width).some((cell) => looksLikeAmount(textOf(cell)));
  const parts = {
    line,
    description: text('descricao'),
    document: text('documento'),
    counterparty: text('contraparte'),
    date: reader.dateIn(cells[reader.places.get('data') ?? -1]),
    shownDate: text('data'),
    shownAmount: isShifted
      ? cells.map(shownText).join(' ')
      : text('valor') || `${text('debito')} ${text('credito')}`.trim(),
  };
  return { parts, amounts: isShifted ? null : amountsOf(row, text('lado'), reader) };
}

function dateIn(cell: Cell | undefined): string | null {
  if (typeof cell === 'object' && cell !== null) return cell.date;
  const date = typeof cell === 'number' ? dateOfDays(cell) : null;
  return date ?? dateOf(plainText(shownText(cell)).trim());
}

/** Reads a column of dates: with the month first, if some are no dates otherwise and all are dates so. */
function dateReaderOf(rows: readonly TableRow[], index = -1): Reader['dateIn'] {
  const texts = rows.map(({ cells }) => textOf(cells[index])).filter((text) => text !== '');
  const monthFirst = texts.filter((text) => monthFirstDate(text) !== null);
  const isMonthFirst =
    monthFirst.some((text) => dateOf(text) === null) &&
    texts.every((text) => dateOf(text) === null || monthFirstDate(text) !== null);
  return (cell) => (isMonthFirst ? monthFirstDate(textOf(cell)) : null) ?? dateIn(cell);
}

function amountsOf(row: TableRow, sideText: string, { places, mark }: Reader): readonly CellAmount[] | null {
  const inColumn = (column: StatementColumn) => cellAmount(row, places.get(column), mark);
  if (!places.has('valor')) {
    const debited = inColumn('debito');
    const credited = inColumn('credito');
    if (debited === null || credited === null) return null;
    return [
      { ...debited, side: 'D' },
      { ...credited, side: 'C' },
    ];
  }
  const amount = inColumn('valor');
  if (amount === null) return null;
  return [{ ...amount, side: amount.side ?? sideIn(sideText) }];
}

function sideIn(text: string): 'D' | 'C' | null {
  const word = plainText(text).trim();
  return DEBIT.test(word) ? 'D' : CREDIT.test(word) ? 'C' : null;
}

/**
 * What a movement brings in. A minus is a reversal; only where the file writes all that goes out with a minus, it
 * says no more than the side does.
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

/** @throws FileRefused where no amount of the file tells its decimal mark */
function cellAmount(
  { cells, line }: TableRow,
  index: number | undefined,
  mark: DecimalMark | null,
): CellAmount | null {
  const cell = index === undefined ? null : cells[index];
  const amount = amountIn(cell, mark);
  if (amount === null && typeof cell === 'string' && lastAmount.fault === 'unclear')
    throw new FileRefused({ is: 'FileDecimalMarkUnclear', line, column: 'Valor', value: cell.slice(0, 60) });
  return amount;
}

/** An empty cell is zero. @returns null for what is no amount, or not without a decimal mark */
function amountIn(cell: Cell | undefined, mark: DecimalMark | null): CellAmount | null {
  if (isBlank(cell)) return { cents: 0, side: null };
  if (typeof cell === 'number') {
    const cents = centsOf(cell);
    return Number.isNaN(cents) ? null : { cents, side: null };
  }
  if (typeof cell !== 'string') return null;
  readAmount(cell.trim(), mark);
  return lastAmount.fault === null ? { cents: lastAmount.cents, side: lastAmount.side } : null;
}

const incomingCents = ({ cents, side }: CellAmount, incoming: 'D' | 'C'): number =>
  side === null || side === incoming ? cents : 0 - cents;

const WRONG_LINES_MAX = 20;

/** What was read of a line; null where it could not be. */
type LineParts = Readonly<{
  line: number;
  date: string | null;
  amountCents: number | null;
  description: string;
  document: string;
  counterparty: string;
  /** The texts of date and amount, for a line that is wrong. */
  shownDate: string;
  shownAmount: string;
}>;

/** Collects the lines of a file and those that cannot be read. */
export function lineCollector() {
  const lines: StatementLine[] = [];
  const wrong: WrongLine[] = [];
  let count = 0;
  const fault = (line: number, kind: WrongLine['fault'], text: string): void => {
    count++;
    if (wrong.length < WRONG_LINES_MAX) wrong.push({ line, fault: kind, shown: detachedText(text.slice(0, 60)) });
  };
  return {
    lines,
    wrong: () => (count === 0 ? null : ({ is: 'LinesWrong', lines: wrong, count } as const)),
    add(parts: LineParts): void {
      const { line, date, amountCents, shownDate, shownAmount } = parts;
      const description = tidy(parts.description, DESCRIPTION_CHARACTERS_MAX) || parts.document;
      if (date === null) fault(line, 'date', shownDate);
      else if (amountCents === null) fault(line, 'amount', shownAmount);
      else if (description === '') fault(line, 'description', '');
      else
        lines.push({
          line,
          description,
          date,
          amountCents,
          document: tidy(parts.document, DOCUMENT_CHARACTERS_MAX).replace(NO_DOCUMENT, '') || null,
          counterparty: tidy(parts.counterparty, DESCRIPTION_CHARACTERS_MAX) || null,
        });
    },
  };
}

/** Cut to what an item may hold, with single blanks. */
function tidy(text: string, charactersMax: number): string {
  return detachedText(unescapedText(text.replace(/\s+/g, ' ').trim()).slice(0, charactersMax).trim());
}
