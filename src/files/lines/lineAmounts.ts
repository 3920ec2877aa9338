// The four amounts of one line in centavos: debit positive where the file marks sides, else as they stand.
// Source: docs/spec/files.md#sides, docs/spec/numbers.md#amounts-in-text.
import type { Amounts } from '../../domain/trialBalance/amounts.js';
import { AMOUNT_REASONS, type LineErrors, type LineField } from '../../domain/trialBalance/refusals.js';
import { amountFault, centsOf } from '../../domain/kernel/money.js';
import { decimalMarkOf, lastAmount, readAmount, type DecimalMark } from '../cells/amountText.js';
import { isBlank, textOf } from '../cells/cellText.js';
import { cellReference, type CellReference } from './lineIdentity.js';
import { amountIndexes, type Balance } from '../columns/amounts.js';
import type { Columns } from '../columns/recogniseColumns.js';
import type { Cell } from '../formats/table.js';

/** Thrown at an amount whose decimal mark no row so far settles; later rows may. */
export class DecimalMarkUnclear extends Error {
  override readonly name = 'DecimalMarkUnclear';
  constructor(
    readonly line: number,
    readonly cell: CellReference,
  ) {
    super('the decimal mark is not settled');
  }
}

type AmountReason =
  (typeof AMOUNT_REASONS)[keyof typeof AMOUNT_REASONS] | 'AmountMissing' | 'SideMissing' | 'SideInvalid';

export class LineAmounts {
  /** Whether any line had an amount that was not an empty cell. */
  anyFilled = false;
  /** Whether any closing balance had its side beside the amount. */
  anySuffix = false;
  /** Whether any balance had a side, beside the amount or by its column. */
  anySide = false;
  #columns: Columns;
  indexes: readonly number[];
  /** Settled by the first amount that leaves no doubt; amounts before it had no mark. */
  #mark: DecimalMark | null;
  #line = 0;
  #code = '';

  /** @param isText whether a missing cell is an error, as in text, or empty, as in a spreadsheet */
  constructor(
    columns: Columns,
    mark: DecimalMark | null,
    private readonly isText: boolean,
    private readonly errors: LineErrors,
  ) {
    this.#columns = columns;
    this.indexes = amountIndexes(columns);
    this.#mark = mark;
  }

  /** Whether no amount so far has shown a decimal mark. */
  get areWhole(): boolean {
    return this.#mark === null;
  }

  /** Reads from these columns from the next line on. */
  useColumns(columns: Columns): void {
    this.#columns = columns;
    this.indexes = amountIndexes(columns);
  }

  read(cells: readonly Cell[], line: number, code: string): Amounts {
    const { opening, debit, credit, closing } = this.#columns;
    this.#line = line;
    this.#code = code;
    this.anyFilled ||= this.indexes.some((index) => !isBlank(cells[index]));
    const isShared = opening.side !== -1 && opening.side === closing.side;
    const ownOpening = isShared ? 0 : this.#balance(cells, opening, 'previousBalance');
    const debitCents = this.#movement(cells, debit, 'debit', 'D');
    const credited = this.#movement(cells, credit, 'credit', 'C');
    const creditCents = this.#columns.creditsAreNegative ? -credited + 0 : credited;
    const finalBalanceCents = this.#balance(cells, closing, 'finalBalance');
    this.anySuffix ||= lastAmount.side !== null;
    const moved = finalBalanceCents - debitCents + creditCents;
    const previousBalanceCents = isShared ? this.#openingOfSharedSide(cells, opening, moved) : ownOpening;
    return { previousBalanceCents, debitCents, creditCents, finalBalanceCents };
  }

  /**
   * Excel writes no delimiter before columns that are empty in 16 rows, as one of a pair of balances may be.
   * @returns the cells with that one, where the other one is filled
   */
  whole(cells: readonly Cell[]): readonly Cell[] {
    const { debit, credit } = this.#columns.closing;
    const isLeftOut = cells.length === Math.max(debit, credit) && !isBlank(cells[Math.min(debit, credit)]);
    return isLeftOut ? [...cells, null] : cells;
  }

  isNumber(cell: Cell | undefined): boolean {
    if (typeof cell === 'number' || isBlank(cell)) return true;
    if (typeof cell !== 'string') return false;
    readAmount(cell, this.#mark);
    return lastAmount.fault === null || lastAmount.fault === 'unclear';
  }

  hasWords(cells: readonly Cell[]): boolean {
    return this.indexes.some((index) => {
      const cell = cells[index];
      if (typeof cell !== 'string') return false;
      readAmount(cell, this.#mark);
      return lastAmount.fault === 'notANumber';
    });
  }

  /** Debit positive where the file marks sides, else as it stands. */
  #balance(cells: readonly Cell[], balance: Balance, field: LineField): number {
    if (balance.amount === -1) {
      this.anySide = true;
      const debit = this.#amount(cells, balance.debit, field);
      return debit - this.#amount(cells, balance.credit, field) + 0;
    }
    if (balance.side === -1) {
      const cents = this.#signed(cells, balance.amount, field);
      return balance.carried === -1 ? cents : cents + this.#signed(cells, balance.carried, field);
    }
    const cents = this.#amount(cells, balance.amount, field);
    const { side } = lastAmount;
    if (cents === 0) return 0;
    const letter = sideOf(cells[balance.side]) ?? side;
    this.anySide ||= letter === 'D' || letter === 'C';
    if (letter === '+' && cents > 0) return cents;
    if (letter === '-') return -Math.abs(cents);
    if (letter === 'D' && cents > 0) return cents;
    if (letter === 'C') return -Math.abs(cents);
    if (letter === null) return this.#fail('SideMissing', field, cells, balance.amount);
    return this.#fail('SideInvalid', field, cells, balance.side);
  }

  /** An amount with its side, if it has one, beside it. */
  #signed(cells: readonly Cell[], index: number, field: LineField): number {
    const cents = this.#amount(cells, index, field);
    this.anySide ||= lastAmount.side !== null;
    return lastAmount.side === 'C' ? -Math.abs(cents) + 0 : cents;
  }

  /**
   * The opening balance of a line whose only letter is the closing balance's: it is on the side from which the
   * movement leads there. If neither side does, the line does not close and is refused for that.
   */
  #openingOfSharedSide(cells: readonly Cell[], { amount, side }: Balance, moved: number): number {
    const cents = Math.abs(this.#amount(cells, amount, 'previousBalance'));
    if (cents === Math.abs(moved)) return moved;
    return sideOf(cells[side]) === 'C' ? -cents + 0 : cents;
  }

  /** A letter at a debit must be D, at a credit C. */
  #movement(cells: readonly Cell[], index: number, field: LineField, side: 'D' | 'C'): number {
    const cents = this.#amount(cells, index, field);
    if (lastAmount.side !== null && lastAmount.side !== side && cents !== 0)
      this.#fail('SideInvalid', field, cells, index);
    return cents;
  }

  #amount(cells: readonly Cell[], index: number, field: LineField): number {
    const cell = cells[index];
    lastAmount.side = null;
    if (typeof cell === 'string') {
      readAmount(cell, this.#mark);
      if (lastAmount.fault === 'unclear') this.#settleDecimalMark(cell, index);
      if (lastAmount.fault === null) return lastAmount.cents;
    } else if (typeof cell === 'number') {
      const cents = centsOf(cell);
      if (!Number.isNaN(cents)) return cents;
      lastAmount.fault = amountFault(cell);
    } else if (cell === null) return 0;
    else if (cell === undefined) return this.isText ? this.#fail('AmountMissing', field, cells, index) : 0;
    else lastAmount.fault = 'notANumber';
    lastAmount.side = null;
    return this.#fail(AMOUNT_REASONS[lastAmount.fault ?? 'notANumber'], field, cells, index);
  }

  /** @throws DecimalMarkUnclear when this amount leaves the mark open */
  #settleDecimalMark(text: string, index: number): void {
    const mark = decimalMarkOf(text);
    if (mark !== null) {
      this.#mark = mark;
      readAmount(text, mark);
    } else if (/\d[.,]\d/.test(text))
      throw new DecimalMarkUnclear(this.#line, cellReference(text, index, this.#columns));
    else lastAmount.fault = 'notANumber';
  }

  /** @returns what stands for an amount that is wrong */
  #fail(is: AmountReason, field: LineField, cells: readonly Cell[], index: number): 0 {
    this.errors.add(this.#line, field, this.#code, {
      is,
      ...cellReference(cells[index], index, this.#columns),
    });
    return 0;
  }
}

/** @returns D, C or the sign in a column of sides; null for an empty cell, `?` for anything else */
function sideOf(cell: Cell | undefined): 'D' | 'C' | '+' | '-' | '?' | null {
  const text = textOf(cell);
  if (text === '') return cell === null || cell === undefined || typeof cell === 'string' ? null : '?';
  if (text === '+' || text === '-') return text;
  const first = text.replace(/^[[(]/, '').charAt(0).toUpperCase();
  // Spanish: debe and haber, deudor and acreedor.
  if (first === 'H' || /^acreedor/i.test(text)) return 'C';
  return first === 'D' || first === 'C' ? first : '?';
}
