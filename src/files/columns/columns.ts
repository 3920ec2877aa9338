// Which column of a table holds what: a heading row, or two rows joined, understood as the fields of a trial balance.
import type { ColumnField } from '../../domain/trialBalance/fileReasons.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { headingRole } from '../headings/headingRole.js';
import { areCreditsNegative } from './arithmetic.js';
import { amountColumns, isThere, singleOf, type Balance } from './amountColumns.js';
import { codeAndName, type CodeAndName } from './codeColumns.js';
import { NO_COLUMN, shareOf } from './columnValues.js';
import { periodOfCell } from '../cells/periodText.js';
import { textOf } from '../cells/cellText.js';
import { besideHeadings, labelled } from './shiftedColumns.js';
import { sideColumns } from './sideColumns.js';
import type { TableRow } from '../formats/table.js';

/** Indexes of cells; −1 where there is no such column. */
export type Columns = CodeAndName &
  Readonly<{
    /** A column of signed amounts, or one of debit and one of credit balances. */
    opening: Balance;
    debit: number;
    credit: number;
    closing: Balance;
    /** Credits are shown negative, every one. */
    creditsAreNegative: boolean;
    cnpj: number;
    period: number;
    /** Where a range of dates has a column for each end, `period` is the last. */
    periodStart: number;
    month: number;
    year: number;
    chart: number;
    currency: number;
    /** Headings as they stand in the file, by index; joined where two rows make one. */
    headings: readonly string[];
    /** The same, where a heading stands beside its column at the column. */
    labels: readonly string[];
  }>;

export type Understood = Readonly<{
  columns: Columns;
  /** Required fields that no column holds. */
  missing: readonly ColumnField[];
  recognised: number;
}>;

/** How much of a heading the best row makes: to tell right from wrong decoding. */
export function headingStrength(rows: readonly TableRow[]): number {
  let best = 0;
  for (const row of rows) {
    const understood = understand(row.cells.map(textOf), []);
    best = Math.max(best, understood.recognised);
  }
  return best;
}

/** @param sample rows that follow, to tell by their values what headings leave open */
export function understand(headings: readonly string[], sample: readonly TableRow[]): Understood {
  const roles = headings.map(headingRole);
  const at = (...wanted: readonly HeadingRole[]): number =>
    roles.findIndex((role) => role !== null && wanted.includes(role));
  const named = codeAndName(roles, headings, sample);
  const found = amountColumns(roles, headings, sample);
  const amounts = besideHeadings(found, named.code, headings, sample);
  const labels = labelled(headings, found, amounts);
  const sides = sideColumns(roles, headings, amounts, sample);
  const columns: Columns = {
    ...named,
    opening: { ...amounts.opening, side: sides.opening },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...amounts.closing, side: sides.closing },
    creditsAreNegative: areCreditsNegative(singleOf(amounts), sample),
    cnpj: at('cnpj') === NO_COLUMN ? at('company') : at('cnpj'),
    period: periodColumn(at, sample),
    periodStart: at('period') === NO_COLUMN && at('periodEnd') !== NO_COLUMN ? at('periodStart') : NO_COLUMN,
    month: at('month'),
    year: at('year'),
    chart: chartColumn(roles, named.code),
    currency: at('currency'),
    headings,
    labels,
  };
  return { columns, missing: missingOf(columns), recognised: roles.filter((role) => role !== null).length };
}

export function missingOf({ code, opening, debit, credit, closing }: Columns): readonly ColumnField[] {
  const missing: ColumnField[] = [];
  if (code === NO_COLUMN) missing.push('accountCode');
  if (!isThere(opening)) missing.push('previousBalance');
  if (debit === NO_COLUMN) missing.push('debit');
  if (credit === NO_COLUMN) missing.push('credit');
  if (!isThere(closing)) missing.push('finalBalance');
  return missing;
}

/** `Mês` alone may hold whole months: `03/2026`. */
function periodColumn(at: (...wanted: readonly HeadingRole[]) => number, sample: readonly TableRow[]): number {
  const [period, end, month] = [at('period'), at('periodEnd'), at('month')];
  if (period !== NO_COLUMN) return period;
  if (end !== NO_COLUMN) return end;
  if (month === NO_COLUMN || at('year') !== NO_COLUMN) return NO_COLUMN;
  return shareOf(sample, month, (cell) => periodOfCell(cell)?.is === 'month') >= 0.9 ? month : NO_COLUMN;
}

function chartColumn(roles: readonly (HeadingRole | null)[], code: number): number {
  const named = roles.findIndex((role, index) => role === 'chart' && index !== code);
  if (named !== NO_COLUMN) return named;
  const either = roles.indexOf('codeOrChart');
  return either === code ? NO_COLUMN : either;
}
