// One row of a table as one line of a trial balance: refused, left out, passed over, or kept. Every cell of a line is
// looked at, also of lines left out later. Source: decisions 4 and 5; domain.md a.2, d, f.
import type { Competence } from '../../domain/competence/competence.js';
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS } from '../../domain/books/lineTable.js';
import { LineErrors } from '../../domain/books/lineErrors.js';
import type { LineField, LineReason } from '../../domain/books/refusals.js';
import { ACCOUNT_CODE_LENGTH_MAX, ACCOUNT_NAME_LENGTH_MAX, isStorable } from '../../domain/books/text.js';
import { amountFault, centsOf } from '../../domain/kernel/money.js';
import { parseCnpj } from '../../domain/registers/cnpj.js';
import { codeText, mayBeCode } from './accountCode.js';
import type { AccountMatcher } from './accountMatcher.js';
import { evidenceOf, found, readAmount, type DecimalMark } from './amountText.js';
import type { Balance, Columns } from './columns.js';
import { monthAndYear, periodOfCell } from './competenceText.js';
import { textOf } from './headingText.js';
import { repeatedHeading } from './headings.js';
import { Aside, LineColumns } from './lines.js';
import type { Cell, TableRow } from './table.js';

export type LineReaderOptions = Readonly<{
  columns: Columns;
  /** null when nothing told it so far. */
  mark: DecimalMark | null;
  /** In text a row that ends early lacks its cells; a spreadsheet leaves out empty ones. */
  isText: boolean;
  /** Of the request, or of the file as a whole; null while no line told it. */
  competence: Competence | null;
  chartName: string | null;
  cnpj: string;
  /** null when the company has no such chart: then lines are read and none is kept. */
  matcher: AccountMatcher | null;
}>;

/** What an amount's mark means is told by none of the rows up to it; those after it may tell. */
export class MarkUnclear extends Error {
  override readonly name = 'MarkUnclear';
  constructor(
    readonly line: number,
    readonly cited: Readonly<{ column: string; value: string }>,
  ) {
    super('the decimal mark is not settled');
  }
}

/** Words of rows that sum others up; with amounts and without a code they are no accounts. */
const SUMMARY =
  /^\W*(sub)?(total|totais|soma|resumo|diferenca|lucro|prejuizo|resultado|transporte|a transportar|de transporte|saldo)/;
const DATE_LIKE = /^\d{1,2}\/\d{1,2}\/\d{2,4}/;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

export class LineReader {
  /** Wrong fields: with any, nothing later is looked at. */
  readonly errors = new LineErrors();
  readonly aside = new Aside();
  readonly lines = new LineColumns();
  received = 0;
  competence: Competence | null;
  #columns: Columns;
  #amountIndexes: readonly number[];
  /** Settled by the first amount that leaves no doubt; those before it had no mark at all. */
  #mark: DecimalMark | null;
  readonly #amounts = new Float64Array(AMOUNTS);
  #lastCnpj: Cell | undefined = null;
  #lastPeriod: Cell | undefined = null;

  constructor(private readonly options: LineReaderOptions) {
    this.#columns = options.columns;
    this.#amountIndexes = amountIndexesOf(options.columns);
    this.#mark = options.mark;
    this.competence = options.competence;
  }

  read(row: TableRow): void {
    const { cells, line } = row;
    const text = codeText(cells[this.#columns.code]);
    if (!this.#isAccount(text)) return this.#passOver(row, text);
    if (this.#isBesideTheTable(cells, text)) return;
    const match = this.options.matcher?.match(text) ?? null;
    const code = match?.code ?? text;
    if (!isStorable(code, ACCOUNT_CODE_LENGTH_MAX)) {
      this.received++;
      return this.errors.add(line, 'accountCode', '', { is: 'AccountCodeInvalid' });
    }
    const errorsBefore = this.errors.count;
    this.#readAmounts(cells, line, code);
    const name = this.#name(cells, line, code);
    this.received++;
    this.#compareOwn(cells, line, code);
    if (this.errors.count > errorsBefore) return;
    if (match === null) return this.aside.leaveOut(text);
    if (match.isRestored) this.aside.restored(text, match.code);
    this.lines.add(line, match.code, name, this.#amounts);
  }

  #isAccount(text: string): boolean {
    return text !== '' && (mayBeCode(text) || (this.options.matcher?.match(text) ?? null) !== null);
  }

  /** Page numbers, dates of printing, and in text groups without amounts, stand where codes do. */
  #isBesideTheTable(cells: readonly Cell[], text: string): boolean {
    const amounts = this.#amountIndexes;
    for (const index of amounts)
      if (!isBlank(cells[index])) return DATE_LIKE.test(text) && this.#hasWords(cells, amounts);
    if (this.options.isText && !amounts.some((index) => index < cells.length)) return true;
    return !cells.some((cell, index) => index !== this.#columns.code && !isBlank(cell));
  }

  #hasWords(cells: readonly Cell[], indexes: readonly number[]): boolean {
    return indexes.some((index) => {
      const cell = cells[index];
      if (typeof cell !== 'string') return false;
      readAmount(cell, this.#mark);
      return found.fault === 'notANumber';
    });
  }

  #passOver(row: TableRow, text: string): void {
    const { name, debit, credit, opening, closing } = this.#columns;
    const { cells } = row;
    if (typeof cells[debit] === 'string' && textOf(cells[debit]) !== '') {
      const again = repeatedHeading(row);
      // The same heading again is that of the next page; another one tells of columns in other places.
      if (again !== null && again.headings.join('\n') !== this.#columns.headings.join('\n')) {
        this.#columns = again;
        this.#amountIndexes = amountIndexesOf(again);
      }
      if (again !== null) return;
    }
    if (text !== '' || SUMMARY.test(plainName(cells[name]))) return;
    if (textOf(cells[name]) === '') return;
    const amounts = [opening.amount, debit, credit, closing.amount];
    const isLine = amounts.every((index) => index === -1 || this.#isNumber(cells[index]));
    const isFilled = amounts.some((index) => index !== -1 && !isBlank(cells[index]));
    if (isLine && isFilled) this.aside.withoutCode(row.line);
  }

  #isNumber(cell: Cell | undefined): boolean {
    if (typeof cell === 'number' || isBlank(cell)) return true;
    if (typeof cell !== 'string') return false;
    readAmount(cell, this.#mark);
    return found.fault === null || found.fault === 'unclear';
  }

  #readAmounts(cells: readonly Cell[], line: number, code: string): void {
    const { opening, debit, credit, closing } = this.#columns;
    this.#amounts[PREVIOUS] = this.#balance(cells, opening, 'previousBalance', line, code);
    this.#amounts[DEBIT] = this.#movement(cells, debit, 'debit', 'D', line, code);
    this.#amounts[CREDIT] = this.#movement(cells, credit, 'credit', 'C', line, code);
    this.#amounts[FINAL] = this.#balance(cells, closing, 'finalBalance', line, code);
  }

  /** Debit positive where the file marks sides; else as it is. */
  #balance(cells: readonly Cell[], balance: Balance, field: LineField, line: number, code: string): number {
    if (balance.amount === -1) {
      const debit = this.#amount(cells, balance.debit, field, line, code);
      return debit - this.#amount(cells, balance.credit, field, line, code) + 0;
    }
    const cents = this.#amount(cells, balance.amount, field, line, code);
    const side = found.side;
    if (balance.side === -1) return side === 'C' ? -Math.abs(cents) + 0 : cents;
    if (cents === 0) return 0;
    const letter = sideOf(cells[balance.side]) ?? side;
    if (letter === 'D' && cents > 0) return cents;
    if (letter === 'C') return -Math.abs(cents);
    const is = letter === null ? 'SideMissing' : 'SideInvalid';
    this.#fail(line, field, code, {
      is,
      field,
      ...this.#cited(cells, letter === null ? balance.amount : balance.side),
    });
    return 0;
  }

  /** A side beside a debit or credit can only say the same. */
  #movement(
    cells: readonly Cell[],
    index: number,
    field: LineField,
    side: 'D' | 'C',
    line: number,
    code: string,
  ): number {
    const cents = this.#amount(cells, index, field, line, code);
    if (found.side !== null && found.side !== side && cents !== 0)
      this.#fail(line, field, code, { is: 'SideInvalid', field, ...this.#cited(cells, index) });
    return cents;
  }

  #amount(cells: readonly Cell[], index: number, field: LineField, line: number, code: string): number {
    const cell = cells[index];
    found.side = null;
    if (typeof cell === 'string') {
      readAmount(cell, this.#mark);
      if (found.fault === 'unclear') this.#settleMark(cell, index, line);
      if (found.fault === null) return found.cents;
    } else if (typeof cell === 'number') {
      const cents = centsOf(cell);
      if (!Number.isNaN(cents)) return cents;
      found.fault = amountFault(cell);
    } else if (cell === null) return 0;
    else if (cell === undefined) {
      if (!this.options.isText) return 0;
      this.#fail(line, field, code, { is: 'AmountMissing', field, ...this.#cited(cells, index) });
      return 0;
    } else found.fault = 'notANumber';
    const is = REASONS[found.fault ?? 'notANumber'];
    found.side = null;
    this.#fail(line, field, code, { is, field, ...this.#cited(cells, index) });
    return 0;
  }

  /** @throws MarkUnclear when it leaves open what its marks mean */
  #settleMark(text: string, index: number, line: number): void {
    const mark = evidenceOf(text);
    if (mark !== null) {
      this.#mark = mark;
      readAmount(text, mark);
    } else if (/\d[.,]\d/.test(text)) throw new MarkUnclear(line, this.#citedCell(text, index));
    else found.fault = 'notANumber';
  }

  #name(cells: readonly Cell[], line: number, code: string): string {
    const { name } = this.#columns;
    const cell = name === -1 ? null : cells[name];
    if (typeof cell === 'number') return String(cell);
    if (typeof cell !== 'string' || cell === '') return '';
    const text = cell.trim();
    if (isStorable(text, ACCOUNT_NAME_LENGTH_MAX)) return text;
    const clean = text.replace(CONTROLS, ' ').trim();
    if (isStorable(clean, ACCOUNT_NAME_LENGTH_MAX)) return clean;
    this.errors.add(line, 'accountName', code, { is: 'AccountNameInvalid' });
    return '';
  }

  /** What the line says of its company, month and chart. */
  #compareOwn(cells: readonly Cell[], line: number, code: string): void {
    const { cnpj, period, month, year, chart } = this.#columns;
    if (cnpj !== -1) this.#compareCnpj(cells[cnpj], line, code);
    if (period !== -1) this.#comparePeriod(cells[period], line, code);
    else if (month !== -1 && year !== -1) this.#compareMonth(cells, line, code);
    if (chart !== -1) this.#compareChart(textOf(cells[chart]), line, code);
  }

  #compareCnpj(cell: Cell | undefined, line: number, code: string): void {
    if (cell === this.#lastCnpj) return;
    const text = typeof cell === 'number' ? String(cell) : textOf(cell);
    if (text === '') return;
    // Spreadsheets drop zeros in front; some files carry the root alone.
    const padded = /^\d{12,13}$/.test(text) ? text.padStart(14, '0') : text;
    const cnpj = parseCnpj(padded);
    const root = /^\d{7,8}$/.test(text) ? text.padStart(8, '0') : null;
    if (cnpj === this.options.cnpj || (root !== null && this.options.cnpj.startsWith(root))) {
      this.#lastCnpj = cell;
    } else if (cnpj !== null) {
      this.aside.errors.add(line, 'cnpj', code, { is: 'LineCnpjDiffers', cnpj });
    } else if (this.#isCnpjColumn()) {
      const reason: LineReason = root === null ? { is: 'LineCnpjInvalid' } : { is: 'LineCnpjDiffers', cnpj: root };
      if (root === null) this.errors.add(line, 'cnpj', code, reason);
      else this.aside.errors.add(line, 'cnpj', code, reason);
    }
  }

  /** `Empresa` or `Filial` may hold names and numbers of another kind. */
  #isCnpjColumn(): boolean {
    return /cnpj/i.test(this.#columns.headings[this.#columns.cnpj] ?? '');
  }

  #comparePeriod(cell: Cell | undefined, line: number, code: string): void {
    if (cell === this.#lastPeriod || isBlank(cell)) return;
    const period = periodOfCell(cell);
    const cited = this.#citedCell(cell, this.#columns.period);
    if (period === null) this.errors.add(line, 'period', code, { is: 'LinePeriodInvalid', ...cited });
    else if (period.is === 'range') this.errors.add(line, 'period', code, { is: 'LineAccumulated', ...cited });
    else if (this.#agrees(period.competence, line, code)) this.#lastPeriod = cell;
  }

  #compareMonth(cells: readonly Cell[], line: number, code: string): void {
    const [month, year] = [cells[this.#columns.month], cells[this.#columns.year]];
    if (isBlank(month) && isBlank(year)) return;
    const competence = monthAndYear(shown(month), shown(year));
    if (competence === null)
      this.errors.add(line, 'period', code, {
        is: 'LinePeriodInvalid',
        ...this.#citedCell(month, this.#columns.month),
      });
    else this.#agrees(competence, line, code);
  }

  #agrees(competence: Competence, line: number, code: string): boolean {
    this.competence ??= competence;
    if (competence === this.competence) return true;
    const importCompetence = this.competence;
    this.aside.errors.add(line, 'period', code, { is: 'LinePeriodDiffers', competence, importCompetence });
    return false;
  }

  #compareChart(chartName: string, line: number, code: string): void {
    const { chartName: importChartName } = this.options;
    if (chartName === '' || importChartName === null || chartName === importChartName) return;
    this.aside.errors.add(line, 'chartName', code, { is: 'LineChartDiffers', chartName, importChartName });
  }

  #fail(line: number, field: LineField, code: string, reason: LineReason): void {
    this.errors.add(line, field, code, reason);
  }

  #cited(cells: readonly Cell[], index: number): { column: string; value: string } {
    return this.#citedCell(cells[index], index);
  }

  #citedCell(cell: Cell | undefined, index: number): { column: string; value: string } {
    return { column: this.#columns.headings[index] || `nº ${index + 1}`, value: shown(cell) };
  }
}

/** Every column that holds amounts. */
export function amountIndexesOf({ opening, debit, credit, closing }: Columns): readonly number[] {
  const all = [opening.amount, opening.debit, opening.credit, debit, credit];
  return [...all, closing.amount, closing.debit, closing.credit].filter((index) => index !== -1);
}

const REASONS = {
  notANumber: 'AmountInvalid',
  unclear: 'AmountInvalid',
  precision: 'AmountPrecision',
  tooLarge: 'AmountTooLarge',
} as const;

/** @returns null where nothing is said, `?` for what is neither */
function sideOf(cell: Cell | undefined): 'D' | 'C' | '?' | null {
  const text = textOf(cell);
  if (text === '') return cell === null || cell === undefined || typeof cell === 'string' ? null : '?';
  const first = text.charAt(0).toUpperCase();
  return first === 'D' || first === 'C' ? first : '?';
}

function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && (cell === '' || cell.trim() === ''));
}

function plainName(cell: Cell | undefined): string {
  return textOf(cell).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}
