// Reads the items of `lineItems` in one pass over their bytes. A usual item (plain texts, amounts with at most two
// decimals) creates no object; the values of other items are created and checked one by one.
// Buys, with jsonScanner.ts: no object per item; the figures are there.
import {
  accountCodeOf,
  accountNameOf,
  amountOfField,
  lineCnpjOf,
  linePeriodOf,
  type Field,
} from '../../domain/trialBalance/lines/lineFields.js';
import { LineErrors } from '../../domain/trialBalance/checks/lineErrors.js';
import { AMOUNTS, LINES_MAX } from '../../domain/trialBalance/lines/lineTable.js';
import { ByteLineTableBuilder } from '../../domain/trialBalance/lines/byteLineTableBuilder.js';
import type { ReadItems } from '../../domain/trialBalance/documentFields.js';
import type { LineField } from '../../domain/trialBalance/refusals.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { ACCOUNT_CODE_LENGTH_MAX, ACCOUNT_NAME_LENGTH_MAX } from '../../domain/charts/accountTextLimits.js';
import { trimmedEnd, trimmedStart } from './blankEnds.js';
import { BRACE, BRACE_END, BRACKET_END, COLON, COMMA, NotJson, QUOTE, type JsonScanner } from './jsonScanner.js';

/** In the order in which the errors of an item are reported. */
const FIELDS: readonly LineField[] = [
  'accountCode',
  'accountName',
  'previousBalance',
  'debit',
  'credit',
  'finalBalance',
  'cnpj',
  'period',
];
const [CODE, NAME, FIRST_AMOUNT, LAST_AMOUNT, CNPJ, PERIOD, UNKNOWN] = [0, 1, 2, 5, 6, 7, -1] as const;
const QUOTED = FIELDS.map((name) => new TextEncoder().encode(`"${name}"`));
const bit = (field: number): number => 1 << field;
/** A code and four amounts. */
const REQUIRED = bit(CODE) | (((1 << AMOUNTS) - 1) << FIRST_AMOUNT);

/** Largest number of members whose order is remembered: the items of a body mostly have the same order. */
const ORDER_MAX = 64;

/** The range of the text read last, and its result. */
type Last<Value> = { start: number; end: number; field: Field<Value> | null };

export class LineItemReader {
  readonly #errors = new LineErrors();
  readonly #builder: ByteLineTableBuilder;
  #received = 0;
  /** The field of each member, by its place in the previous items. */
  readonly #order = new Int8Array(ORDER_MAX).fill(UNKNOWN);
  /** Bit sets of the current item's fields: read as bytes, and created as values. Of a repeated member the last one counts. */
  #usual = 0;
  #made = 0;
  readonly #values: unknown[] = FIELDS.map(() => undefined);
  readonly #start = new Int32Array(FIELDS.length);
  readonly #end = new Int32Array(FIELDS.length);
  readonly #cents = new Float64Array(AMOUNTS);
  readonly #lastCnpj: Last<string | null> = { start: 0, end: 0, field: null };
  readonly #lastPeriod: Last<Competence | null> = { start: 0, end: 0, field: null };

  /** @param scanner at the list's opening bracket; escaped texts are unescaped in its bytes */
  constructor(private readonly scanner: JsonScanner) {
    this.#builder = new ByteLineTableBuilder(scanner.bytes);
  }

  /** Items above the limit are only counted. */
  read(): ReadItems {
    const { scanner } = this;
    scanner.at++;
    if (scanner.next() === BRACKET_END) scanner.at++;
    else {
      for (;;) {
        const first = scanner.next();
        if (++this.#received > LINES_MAX) scanner.skipUnchecked();
        else if (first === BRACE) this.#item();
        else this.#malformed();
        const after = scanner.next();
        scanner.at++;
        if (after === BRACKET_END) break;
        if (after !== COMMA) throw new NotJson();
      }
    }
    return { received: this.#received, lines: this.#builder.build(), errors: this.#errors };
  }

  #malformed(): void {
    this.scanner.skip();
    this.#errors.add(this.#received, 'accountCode', '', { is: 'LineMalformed' });
  }

  #item(): void {
    const { scanner } = this;
    this.#usual = 0;
    this.#made = 0;
    scanner.at++;
    if (scanner.next() === BRACE_END) scanner.at++;
    else {
      for (let position = 0; ; position++) {
        const field = this.#member(position);
        scanner.expect(COLON);
        this.#value(field, scanner.next());
        const after = scanner.next();
        scanner.at++;
        if (after === BRACE_END) break;
        if (after !== COMMA) throw new NotJson();
      }
    }
    if (this.#made !== 0 || (this.#usual & REQUIRED) !== REQUIRED || !this.#addUsual()) this.#addMade();
  }

  /** Moves past a member's name. */
  #member(position: number): number {
    const { scanner } = this;
    if (scanner.next() !== QUOTE) throw new NotJson();
    const expected = position < ORDER_MAX ? (this.#order[position] as number) : UNKNOWN;
    if (expected !== UNKNOWN && scanner.passes(QUOTED[expected] as Uint8Array)) return expected;
    const isPlain = scanner.text();
    if (!isPlain) scanner.textString(); // throws if it is no text at all
    const field = isPlain ? fieldNamed(scanner) : UNKNOWN;
    if (position < ORDER_MAX) this.#order[position] = field;
    return field;
  }

  #value(field: number, first: number): void {
    const { scanner } = this;
    if (field === UNKNOWN) return scanner.skip();
    if (field >= FIRST_AMOUNT && field <= LAST_AMOUNT) {
      const cents = scanner.amount();
      this.#cents[field - FIRST_AMOUNT] = cents;
      if (!Number.isNaN(cents)) this.#keep(field);
      else if (first === QUOTE && scanner.text())
        this.#make(field, ''); // as wrong as any other text
      else if (first === QUOTE) this.#make(field, scanner.textString());
      else this.#make(field, scanner.value());
    } else if (first === QUOTE) {
      const isPlain = scanner.text();
      this.#start[field] = scanner.textStart;
      this.#end[field] = scanner.textEnd;
      if (isPlain) this.#keep(field);
      else this.#make(field, scanner.textString()); // null characters and the like: refused, or trimmed away
    } else {
      this.#make(field, scanner.value());
    }
  }

  #keep(field: number): void {
    this.#usual |= bit(field);
    this.#made &= ~bit(field);
  }

  #make(field: number, value: unknown): void {
    this.#values[field] = value;
    this.#made |= bit(field);
    this.#usual &= ~bit(field);
  }

  /** @returns false if a value of the item needs the full check */
  #addUsual(): boolean {
    if (!this.#isRightAsItIs(CODE, 1, ACCOUNT_CODE_LENGTH_MAX)) return false;
    if ((this.#usual & bit(NAME)) === 0) this.#end[NAME] = this.#start[NAME] = 0;
    else if (!this.#isRightAsItIs(NAME, 0, ACCOUNT_NAME_LENGTH_MAX)) return false;
    this.#addLine();
    if ((this.#usual & (bit(CNPJ) | bit(PERIOD))) !== 0) this.#addOwn(null);
    return true;
  }

  #trim(field: number): void {
    const { bytes } = this.scanner;
    const start = trimmedStart(bytes, this.#start[field] as number, this.#end[field] as number);
    this.#start[field] = start;
    this.#end[field] = trimmedEnd(bytes, start, this.#end[field] as number);
  }

  #addLine(): void {
    const builder = this.#builder;
    const [start, end, cents] = [this.#start, this.#end, this.#cents];
    const at = builder.add(start[CODE] as number, end[CODE] as number, start[NAME] as number, end[NAME] as number);
    const to = builder.cents;
    for (let which = 0; which < AMOUNTS; which++) to[at + which] = cents[which] as number;
  }

  /** Sets CNPJ and month of the line added last. @param code of the account; null: its plain text */
  #addOwn(code: string | null): void {
    const cnpj = this.#cnpj();
    const period = this.#period();
    if (cnpj.value !== null) this.#builder.setCnpj(cnpj.value);
    if (period.value !== null) this.#builder.setCompetence(period.value);
    this.#isRight(CNPJ, code, cnpj);
    this.#isRight(PERIOD, code, period);
  }

  #cnpj(): Field<string | null> {
    return this.#repeated(CNPJ, this.#lastCnpj, lineCnpjOf);
  }

  #period(): Field<Competence | null> {
    return this.#repeated(PERIOD, this.#lastPeriod, linePeriodOf);
  }

  /** Reuses the last result for an equal text: CNPJ and month are nearly always the same on every line. */
  #repeated<Value>(field: number, last: Last<Value>, read: (value: unknown) => Field<Value>): Field<Value> {
    const isPlain = (this.#usual & bit(field)) !== 0;
    const [start, end] = [this.#start[field] as number, this.#end[field] as number];
    if (isPlain && last.field !== null && isSameRange(this.scanner.bytes, start, end, last)) return last.field;
    const judged = read(this.#valueOf(field));
    if (isPlain) Object.assign(last, { start, end, field: judged });
    return judged;
  }

  /** Checks the values of an item one by one; adds the line if all are right. */
  #addMade(): void {
    const code = this.#isRightAsItIs(CODE, 1, ACCOUNT_CODE_LENGTH_MAX) ? null : accountCodeOf(this.#valueOf(CODE));
    const name = this.#isRightAsItIs(NAME, 0, ACCOUNT_NAME_LENGTH_MAX) ? null : accountNameOf(this.#valueOf(NAME));
    const named = code === null ? null : (code.value ?? '');
    let isRight = this.#isRight(CODE, '', code);
    isRight = this.#isRight(NAME, named, name) && isRight;
    for (let which = 0; which < AMOUNTS; which++) {
      const field = FIRST_AMOUNT + which;
      if ((this.#usual & bit(field)) !== 0) continue;
      const amount = amountOfField(this.#valueOf(field), FIELDS[field] as LineField);
      if (amount.reason === null) this.#cents[which] = amount.value;
      isRight = this.#isRight(field, named, amount) && isRight;
    }
    if (isRight) {
      if (code !== null) this.#rewrite(CODE, code.value ?? '');
      if (name !== null) this.#rewrite(NAME, name.value ?? '');
      this.#addLine();
      this.#addOwn(named);
    } else {
      this.#isRight(CNPJ, named, this.#cnpj());
      this.#isRight(PERIOD, named, this.#period());
    }
  }

  /** Trims a plain text. @returns whether its length needs no further check */
  #isRightAsItIs(field: number, lengthMin: number, lengthMax: number): boolean {
    if ((this.#usual & bit(field)) === 0) return false;
    this.#trim(field);
    const length = (this.#end[field] as number) - (this.#start[field] as number);
    return length >= lengthMin && length <= lengthMax;
  }

  /** Records the error of a wrong value. @param accountCode null: its plain text. @returns whether the value is right */
  #isRight(field: number, accountCode: string | null, judged: Field<unknown> | null): boolean {
    if (judged === null || judged.reason === null) return true;
    const code = accountCode ?? (this.#errors.hasRoom ? this.#text(CODE) : '');
    this.#errors.add(this.#received, FIELDS[field] as LineField, code, judged.reason);
    return false;
  }

  /** The value of a member, created if needed; undefined if it is missing. */
  #valueOf(field: number): unknown {
    if ((this.#made & bit(field)) !== 0) return this.#values[field];
    return (this.#usual & bit(field)) !== 0 ? this.#text(field) : undefined;
  }

  #text(field: number): string {
    return this.scanner.string(this.#start[field] as number, this.#end[field] as number);
  }

  /** Overwrites the bytes of a text: unescaped and trimmed, it is never longer than in the body. */
  #rewrite(field: number, text: string): void {
    const start = text === '' ? 0 : (this.#start[field] as number);
    this.#start[field] = start;
    const room = this.scanner.bytes.subarray(start);
    this.#end[field] = text === '' ? start : start + new TextEncoder().encodeInto(text, room).written;
  }
}

/** The field named by the text read last. */
function fieldNamed({ bytes, textStart, textEnd }: JsonScanner): number {
  for (let field = 0; field < QUOTED.length; field++) {
    const quoted = QUOTED[field] as Uint8Array;
    if (quoted.length - 2 !== textEnd - textStart) continue;
    let at = 1;
    while (at < quoted.length - 1 && quoted[at] === bytes[textStart + at - 1]) at++;
    if (at === quoted.length - 1) return field;
  }
  return UNKNOWN;
}

function isSameRange(
  bytes: Uint8Array,
  start: number,
  end: number,
  other: { start: number; end: number },
): boolean {
  if (end - start !== other.end - other.start) return false;
  for (let at = start, there = other.start; at < end; at++, there++) if (bytes[at] !== bytes[there]) return false;
  return true;
}
