// The amounts of one line, cell by cell: centavos, debit positive where the file marks sides, else as they stand.
// Source: docs/spec/files.md#sides, docs/spec/numbers.md#amounts-in-text.
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS } from '../../domain/trialBalance/lines/lineTable.js';
import type { LineErrors } from '../../domain/trialBalance/checks/lineErrors.js';
import type { LineField, LineReason } from '../../domain/trialBalance/refusals.js';
import { amountFault, centsOf } from '../../domain/kernel/money.js';
import { evidenceOf, found, readAmount, type DecimalMark } from './amountText.js';
import { isBlank, textOf } from './cellText.js';
import { citedCell, type CitedCell } from './citedCell.js';
import type { Balance } from '../columns/amountColumns.js';
import type { Columns } from '../columns/columns.js';
import type { Cell } from '../formats/table.js';

/** What an amount's mark means is told by none of the rows up to it; those after it may tell. */
export class MarkUnclear extends Error {
  override readonly name = 'MarkUnclear';
  constructor(
    readonly line: number,
    readonly cited: CitedCell,
  ) {
    super('the decimal mark is not settled');
  }
}

const REASONS = {
  notANumber: 'AmountInvalid',
  unclear: 'AmountInvalid',
  precision: 'AmountPrecision',
  tooLarge: 'AmountTooLarge',
} as const;

export class AmountCells {
  /** Of the line read last. */
  readonly amounts = new Float64Array(AMOUNTS);
  /** Some amount of some line was more than an empty cell. */
  anyFilled = false;
  #columns: Columns;
  #indexes: readonly number[];
  /** Settled by the first amount that leaves no doubt; those before it had no mark at all. */
  #mark: DecimalMark | null;
  #line = 0;
  #code = '';

  /** @param isText in text a row that ends early lacks its cells; a spreadsheet leaves out empty ones */
  constructor(
    columns: Columns,
    mark: DecimalMark | null,
    private readonly isText: boolean,
    private readonly errors: LineErrors,
  ) {
    this.#columns = columns;
    this.#indexes = amountIndexesOf(columns);
    this.#mark = mark;
  }

  moveTo(columns: Columns): void {
    this.#columns = columns;
    this.#indexes = amountIndexesOf(columns);
  }

  /** Every column that holds amounts. */
  get indexes(): readonly number[] {
    return this.#indexes;
  }

  read(cells: readonly Cell[], line: number, code: string): void {
    const { opening, debit, credit, closing } = this.#columns;
    this.#line = line;
    this.#code = code;
    this.anyFilled ||= this.#indexes.some((index) => !isBlank(cells[index]));
    const isShared = opening.side !== -1 && opening.side === closing.side;
    if (!isShared) this.amounts[PREVIOUS] = this.#balance(cells, opening, 'previousBalance');
    this.amounts[DEBIT] = this.#movement(cells, debit, 'debit', 'D');
    const credited = this.#movement(cells, credit, 'credit', 'C');
    this.amounts[CREDIT] = this.#columns.creditsAreNegative ? -credited + 0 : credited;
    this.amounts[FINAL] = this.#balance(cells, closing, 'finalBalance');
    if (isShared) this.amounts[PREVIOUS] = this.#ofSharedSide(cells, opening);
  }

  isNumber(cell: Cell | undefined): boolean {
    if (typeof cell === 'number' || isBlank(cell)) return true;
    if (typeof cell !== 'string') return false;
    readAmount(cell, this.#mark);
    return found.fault === null || found.fault === 'unclear';
  }

  hasWords(cells: readonly Cell[]): boolean {
    return this.#indexes.some((index) => {
      const cell = cells[index];
      if (typeof cell !== 'string') return false;
      readAmount(cell, this.#mark);
      return found.fault === 'notANumber';
    });
  }

  /** Debit positive where the file marks sides; else as it is. */
  #balance(cells: readonly Cell[], balance: Balance, field: LineField): number {
    if (balance.amount === -1) {
      const debit = this.#amount(cells, balance.debit, field);
      return debit - this.#amount(cells, balance.credit, field) + 0;
    }
    const cents = this.#amount(cells, balance.amount, field);
    const side = found.side;
    if (balance.side === -1) return side === 'C' ? -Math.abs(cents) + 0 : cents;
    if (cents === 0) return 0;
    const letter = sideOf(cells[balance.side]) ?? side;
    if (letter === '+' && cents > 0) return cents;
    if (letter === '-') return -Math.abs(cents);
    if (letter === 'D' && cents > 0) return cents;
    if (letter === 'C') return -Math.abs(cents);
    const is = letter === null ? 'SideMissing' : 'SideInvalid';
    this.#fail(field, { is, field, ...this.#cited(cells, letter === null ? balance.amount : balance.side) });
    return 0;
  }

  /**
   * The only letter of the line is the closing balance's. What the line moved tells whether the opening balance stood
   * on the same side; when it stood on neither, the line does not close, and is refused for that.
   */
  #ofSharedSide(cells: readonly Cell[], { amount, side }: Balance): number {
    const cents = Math.abs(this.#amount(cells, amount, 'previousBalance'));
    const { amounts } = this;
    const moved = (amounts[FINAL] ?? 0) - (amounts[DEBIT] ?? 0) + (amounts[CREDIT] ?? 0);
    if (cents === Math.abs(moved)) return moved;
    return sideOf(cells[side]) === 'C' ? -cents + 0 : cents;
  }

  /** A side beside a debit or credit can only say the same. */
  #movement(cells: readonly Cell[], index: number, field: LineField, side: 'D' | 'C'): number {
    const cents = this.#amount(cells, index, field);
    if (found.side !== null && found.side !== side && cents !== 0)
      this.#fail(field, { is: 'SideInvalid', field, ...this.#cited(cells, index) });
    return cents;
  }

  #amount(cells: readonly Cell[], index: number, field: LineField): number {
    const cell = cells[index];
    found.side = null;
    if (typeof cell === 'string') {
      readAmount(cell, this.#mark);
      if (found.fault === 'unclear') this.#settleMark(cell, index);
      if (found.fault === null) return found.cents;
    } else if (typeof cell === 'number') {
      const cents = centsOf(cell);
      if (!Number.isNaN(cents)) return cents;
      found.fault = amountFault(cell);
    } else if (cell === null) return 0;
    else if (cell === undefined) {
      if (!this.isText) return 0;
      this.#fail(field, { is: 'AmountMissing', field, ...this.#cited(cells, index) });
      return 0;
    } else found.fault = 'notANumber';
    const is = REASONS[found.fault ?? 'notANumber'];
    found.side = null;
    this.#fail(field, { is, field, ...this.#cited(cells, index) });
    return 0;
  }

  /** @throws MarkUnclear when it leaves open what its marks mean */
  #settleMark(text: string, index: number): void {
    const mark = evidenceOf(text);
    if (mark !== null) {
      this.#mark = mark;
      readAmount(text, mark);
    } else if (/\d[.,]\d/.test(text)) throw new MarkUnclear(this.#line, citedCell(text, index, this.#columns));
    else found.fault = 'notANumber';
  }

  #fail(field: LineField, reason: LineReason): void {
    this.errors.add(this.#line, field, this.#code, reason);
  }

  #cited(cells: readonly Cell[], index: number): CitedCell {
    return citedCell(cells[index], index, this.#columns);
  }
}

export function amountIndexesOf({ opening, debit, credit, closing }: Columns): readonly number[] {
  const all = [opening.amount, opening.debit, opening.credit, debit, credit];
  return [...all, closing.amount, closing.debit, closing.credit].filter((index) => index !== -1);
}

/** @returns the amount's own sign where that stands apart; null where nothing is said, `?` for what is neither */
function sideOf(cell: Cell | undefined): 'D' | 'C' | '+' | '-' | '?' | null {
  const text = textOf(cell);
  if (text === '') return cell === null || cell === undefined || typeof cell === 'string' ? null : '?';
  const first = text.charAt(0).toUpperCase();
  if (text === '+' || text === '-') return text;
  return first === 'D' || first === 'C' ? first : '?';
}
