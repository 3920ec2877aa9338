// Composition and adjustments as rows of a form: read from its fields and from what was pasted, and checked with the rules of
// the domain. What was typed is kept as it was.
import {
  checkAdjustments,
  checkComposition,
  ITEMS_MAX,
  type Checked,
  type ItemFault,
} from '../../../domain/reconciliation/items.js';
import type { ActRequest } from '../../../domain/reconciliation/decide.js';
import type { Adjustment, CompositionItem } from '../../../domain/reconciliation/events.js';
import { money } from '../../../messages/formats.js';
import {
  itemRowSentence,
  moreRowsSentence,
  PASTED_CHARACTERS_MAX,
  PASTED_LINES_MAX,
  PASTED_TOO_LONG,
} from '../../../messages/reconciliationItems.js';
import { brazilianDate, dateFromBrazilian, decimalFromBrazilian } from './brazilianText.js';
import { hasMoreLines } from '../../lines.js';
import { ERRORS_SHOWN } from '../../design/values.js';
import { pastedRows } from './pastedRows.js';

/** The columns in the order of a pasted table; the names of the fields are these with `_1`, `_2` … for the rows. */
export const compositionColumns = ['descricao', 'data', 'valor', 'documento'] as const;
export const adjustmentColumns = ['descricao', 'valor'] as const;
export type Column = (typeof compositionColumns)[number];

/** A row as typed. */
export type TypedRow = Readonly<Partial<Record<Column, string>>>;

/** Sentences by row, from 1, and those about all rows. */
export type ItemErrors = Readonly<{ byRow: ReadonlyMap<number, readonly string[]>; whole: readonly string[] }>;

export const NO_ERRORS: ItemErrors = { byRow: new Map(), whole: [] };

type Fields = Readonly<Record<string, string>>;

/** Whether the text pasted (`colado`) is refused before it is read. */
export function isPastedTooLong(fields: Fields): boolean {
  const { colado = '' } = fields;
  return colado.length > PASTED_CHARACTERS_MAX || hasMoreLines(colado, PASTED_LINES_MAX);
}

/**
 * Rows that are not blank, those of the form and then those pasted (`colado`), unless that text is too long; at most one more
 * than are accepted.
 */
export function typedRows(fields: Fields, columns: readonly Column[]): readonly TypedRow[] {
  const rows: TypedRow[] = [];
  for (let number = 1; number <= ITEMS_MAX; number++) {
    if (fields[`remover_${number}`] !== undefined) continue;
    rows.push(Object.fromEntries(columns.map((column) => [column, fields[`${column}_${number}`] ?? ''])));
  }
  for (const cells of isPastedTooLong(fields) ? [] : pastedRows(fields['colado'] ?? ''))
    rows.push(Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
  return rows.filter((row) => columns.some((column) => (row[column] ?? '').trim() !== '')).slice(0, ITEMS_MAX + 1);
}

/** The items typed and pasted. */
export function checkedItems(act: 'compose' | 'adjust', fields: Fields): CheckedRows<ActRequest> {
  if (isPastedTooLong(fields)) return { ok: false, errors: { byRow: new Map(), whole: [PASTED_TOO_LONG] } };
  return act === 'compose'
    ? checkedComposition(typedRows(fields, compositionColumns))
    : checkedAdjustments(typedRows(fields, adjustmentColumns));
}

export type CheckedRows<Request> =
  Readonly<{ ok: true; request: Request }> | Readonly<{ ok: false; errors: ItemErrors }>;

export function checkedComposition(
  rows: readonly TypedRow[],
): CheckedRows<Extract<ActRequest, { act: 'compose' }>> {
  return inSentences(
    checkComposition(
      rows.map((row) => ({
        ...described(row),
        date: dateFromBrazilian(row.data ?? ''),
        document: row.documento ?? '',
      })),
    ),
  );
}

export function checkedAdjustments(
  rows: readonly TypedRow[],
): CheckedRows<Extract<ActRequest, { act: 'adjust' }>> {
  return inSentences(checkAdjustments(rows.map(described)));
}

function described({ descricao = '', valor = '' }: TypedRow) {
  return { description: descricao, amount: decimalFromBrazilian(valor) };
}

function inSentences<Request>(checked: Checked<Request>): CheckedRows<Request> {
  return checked.ok ? checked : { ok: false, errors: errorsOf(checked.faults) };
}

function errorsOf(faults: readonly ItemFault[]): ItemErrors {
  const byRow = new Map<number, string[]>();
  for (const fault of faults)
    if (fault.item !== null) byRow.set(fault.item, [...(byRow.get(fault.item) ?? []), itemRowSentence(fault)]);
  const more = byRow.size - ERRORS_SHOWN;
  return {
    byRow: new Map([...byRow].slice(0, ERRORS_SHOWN)),
    whole: [
      ...faults.filter(({ item }) => item === null).map(itemRowSentence),
      ...(more > 0 ? [moreRowsSentence(more)] : []),
    ],
  };
}

/** Recorded items as they are typed. */
export function rowsOfComposition(items: readonly CompositionItem[]): readonly TypedRow[] {
  return items.map(({ description, date, amountCents, document }) => ({
    ...{ descricao: description, data: brazilianDate(date), valor: money(amountCents), documento: document ?? '' },
  }));
}

export function rowsOfAdjustments(items: readonly Adjustment[]): readonly TypedRow[] {
  return items.map(({ description, amountCents }) => ({ descricao: description, valor: money(amountCents) }));
}
