// The `lineItems` of a JSON body, item by item: every field of every line is looked at, also of lines left out later.
import { parseCompetence, type Competence } from '../competence/competence.js';
import { amountFault, centsOf } from '../kernel/money.js';
import { parseCnpj } from '../registers/cnpj.js';
import type { LineErrors } from './lineErrors.js';
import { AMOUNTS, type LineTable } from './lineTable.js';
import type { LineField, LineReason } from './refusals.js';
import { ACCOUNT_CODE_LENGTH_MAX, ACCOUNT_NAME_LENGTH_MAX, isStorable } from './text.js';

/** Members as JSON may hold them. Others are ignored. */
type Item = Readonly<Partial<Record<LineField, unknown>>>;

const MALFORMED: LineReason = { is: 'LineMalformed' };
const CODE_MISSING: LineReason = { is: 'AccountCodeMissing' };
const CODE_INVALID: LineReason = { is: 'AccountCodeInvalid' };
const NAME_INVALID: LineReason = { is: 'AccountNameInvalid' };
const CNPJ_INVALID: LineReason = { is: 'LineCnpjInvalid' };
const PERIOD_INVALID: LineReason = { is: 'LinePeriodInvalid' };

/**
 * One pass without an object per line.
 * @returns the table; of no use when `errors` holds any
 */
export function readLineItems(items: readonly unknown[], errors: LineErrors): LineTable {
  const accountCode: string[] = [];
  const accountName: string[] = [];
  const cents = new Float64Array(items.length * AMOUNTS);
  const own = new OwnFields(items.length, errors);
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (!isItem(item)) {
      errors.add(at + 1, 'accountCode', '', MALFORMED);
      continue;
    }
    const line = at + 1;
    const code = readCode(item.accountCode, line, errors);
    accountCode.push(code);
    accountName.push(readName(item.accountName, line, code, errors));
    const first = at * AMOUNTS;
    cents[first] = readAmount(item.previousBalance, 'previousBalance', line, code, errors);
    cents[first + 1] = readAmount(item.debit, 'debit', line, code, errors);
    cents[first + 2] = readAmount(item.credit, 'credit', line, code, errors);
    cents[first + 3] = readAmount(item.finalBalance, 'finalBalance', line, code, errors);
    const { cnpj, period } = item;
    if (cnpj !== undefined && cnpj !== null) own.readCnpj(cnpj, at, code);
    if (period !== undefined && period !== null) own.readPeriod(period, at, code);
  }
  const { cnpjs, competences } = own;
  return {
    count: items.length,
    accountCode,
    accountName,
    cents,
    cnpj: cnpjs,
    competence: competences,
    lineNumber: null,
  };
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the trimmed code; "" when there is none or it is wrong */
function readCode(value: unknown, line: number, errors: LineErrors): string {
  if (typeof value === 'string') {
    const code = trimmed(value);
    if (code !== '' && isStorable(code, ACCOUNT_CODE_LENGTH_MAX)) return code;
    errors.add(line, 'accountCode', '', code === '' ? CODE_MISSING : CODE_INVALID);
  } else {
    errors.add(line, 'accountCode', '', value === undefined || value === null ? CODE_MISSING : CODE_INVALID);
  }
  return '';
}

/** @returns the trimmed name; "" when there is none: then the chart's description is stored */
function readName(value: unknown, line: number, code: string, errors: LineErrors): string {
  if (typeof value === 'string') {
    const name = trimmed(value);
    if (isStorable(name, ACCOUNT_NAME_LENGTH_MAX)) return name;
  } else if (value === undefined || value === null) {
    return '';
  }
  errors.add(line, 'accountName', code, NAME_INVALID);
  return '';
}

function readAmount(value: unknown, field: LineField, line: number, code: string, errors: LineErrors): number {
  if (typeof value === 'number') {
    const cents = centsOf(value);
    if (!Number.isNaN(cents)) return cents;
  }
  errors.add(line, field, code, amountReason(value, field));
  return 0;
}

function amountReason(value: unknown, field: LineField): LineReason {
  if (value === undefined) return { is: 'AmountMissing', field };
  if (typeof value !== 'number') return { is: 'AmountInvalid', field };
  switch (amountFault(value)) {
    case 'notANumber':
      return { is: 'AmountInvalid', field };
    case 'tooLarge':
      return { is: 'AmountTooLarge', field };
    case 'precision':
      return { is: 'AmountPrecision', field };
  }
}

/** `trim` only where the ends call for it: it is a call out of compiled code, and most texts have no blank ends. */
function trimmed(text: string): string {
  return mayBeBlank(text.charCodeAt(0)) || mayBeBlank(text.charCodeAt(text.length - 1)) ? text.trim() : text;
}

/** Space and controls, and everything beyond ASCII, where the other blanks are. NaN (no character) is not. */
function mayBeBlank(unit: number): boolean {
  return unit <= 0x20 || unit > 0x7f;
}

/** CNPJ and competence of lines. They are nearly always the same text on every line, which is then read once. */
class OwnFields {
  cnpjs: (string | undefined)[] | null = null;
  competences: (Competence | undefined)[] | null = null;
  #cnpjText: unknown;
  #cnpj: string | null = null;
  #periodText: unknown;
  #competence: Competence | null = null;

  constructor(
    private readonly count: number,
    private readonly errors: LineErrors,
  ) {}

  readCnpj(value: unknown, at: number, code: string): void {
    if (value !== this.#cnpjText) {
      this.#cnpjText = value;
      this.#cnpj = typeof value === 'string' ? parseCnpj(value) : null;
    }
    if (this.#cnpj === null) this.errors.add(at + 1, 'cnpj', code, CNPJ_INVALID);
    else (this.cnpjs ??= new Array<string | undefined>(this.count))[at] = this.#cnpj;
  }

  readPeriod(value: unknown, at: number, code: string): void {
    if (value !== this.#periodText) {
      this.#periodText = value;
      this.#competence = typeof value === 'string' ? parseCompetence(value) : null;
    }
    if (this.#competence === null) this.errors.add(at + 1, 'period', code, PERIOD_INVALID);
    else (this.competences ??= new Array<Competence | undefined>(this.count))[at] = this.#competence;
  }
}
