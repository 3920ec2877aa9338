// The items of `lineItems`, judged one by one: every item that is right becomes a line.
import type { Competence } from '../kernel/competence.js';
import { LineErrors } from './checks/lineErrors.js';
import {
  accountCodeOf,
  accountNameOf,
  amountOfField,
  lineCnpjOf,
  linePeriodOf,
  type Field,
} from './lines/lineFields.js';
import { AMOUNTS, LINES_MAX, type LineTable } from './lines/lineTable.js';
import type { LineField } from './refusals.js';

/** In the order of a line's four amounts. */
const AMOUNT_FIELDS = ['previousBalance', 'debit', 'credit', 'finalBalance'] as const;

/** What the list of items came to; the table is of no use when there are errors. */
export type ReadItems = Readonly<{ received: number; lines: LineTable; errors: LineErrors }>;

/** @param received how many items there are; those after the first `LINES_MAX` are counted only */
export function readLineItems(items: readonly unknown[], received = items.length): ReadItems {
  const errors = new LineErrors();
  const accountCode: string[] = [];
  const accountName: string[] = [];
  const cents = new Float64Array(Math.min(items.length, LINES_MAX) * AMOUNTS);
  const cnpj: (string | undefined)[] = [];
  const competence: (Competence | undefined)[] = [];
  for (let at = 0; at < items.length && at < LINES_MAX; at++) {
    const item = items[at];
    if (!isObject(item)) {
      errors.add(at + 1, 'accountCode', '', { is: 'LineMalformed' });
      continue;
    }
    const number = at + 1;
    const code = accountCodeOf(item['accountCode']);
    const line = accountCode.length;
    accountCode.push(valueOf(code, 'accountCode', number, '', errors) ?? '');
    const named = code.value ?? '';
    const name = accountNameOf(item['accountName']);
    accountName.push(valueOf(name, 'accountName', number, named, errors) ?? '');
    for (let which = 0; which < AMOUNTS; which++) {
      const field = AMOUNT_FIELDS[which] as LineField;
      const amount = amountOfField(item[field], field);
      cents[line * AMOUNTS + which] = valueOf(amount, field, number, named, errors) ?? 0;
    }
    const ownCnpj = valueOf(lineCnpjOf(item['cnpj']), 'cnpj', number, named, errors);
    if (ownCnpj !== null) cnpj[line] = ownCnpj;
    const ownCompetence = valueOf(linePeriodOf(item['period']), 'period', number, named, errors);
    if (ownCompetence !== null) competence[line] = ownCompetence;
  }
  const lines: LineTable = {
    count: accountCode.length,
    accountCode,
    accountName,
    cents,
    cnpj: cnpj.length > 0 ? cnpj : null,
    competence: competence.length > 0 ? competence : null,
    lineNumber: null,
  };
  return { received, lines, errors };
}

/** A value that is wrong is noted. @param accountCode names the line; "" where its code is wrong itself */
function valueOf<Value>(
  { value, reason }: Field<Value>,
  field: LineField,
  line: number,
  accountCode: string,
  errors: LineErrors,
): Value | null {
  if (reason !== null) errors.add(line, field, accountCode, reason);
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
