// Composition and adjustments as they are typed and pasted, checked with the rules of the domain.
import { dayText } from '../../../messages/formats.js';
import { checkAdjustments, checkComposition, type ItemFault } from '../../../domain/reconciliation/items.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import { lastDayOf, type Competence } from '../../../domain/kernel/competence.js';
import { ITEMS_MAX, type Adjustment, type CompositionItem } from '../../../domain/reconciliation/events.js';
import type { ActRequest } from '../../../domain/reconciliation/decide.js';
import * as words from '../../../messages/reconciliationPage.js';
import { amountFromBrazilian, dateFromBrazilian } from '../../brazilianText.js';
import { hasMoreLines } from '../../session/readForm.js';
import { debitOf, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import { ERRORS_SHOWN, sidedText } from '../../design/values.js';
import { pastedRows } from './pastedRows.js';

/** The columns in the order of a pasted table; fields are named by them with `_1`, `_2` … for the rows. */
export const columnsOf = {
  compose: ['descricao', 'data', 'valor', 'documento', 'baixa'],
  adjust: ['descricao', 'valor'],
} as const;
export type Sheet = keyof typeof columnsOf;
export type Column = (typeof columnsOf.compose)[number];

/** A row as typed. `item`: the id of a recorded item, which its row keeps. */
export type TypedRow = Readonly<Partial<Record<Column | 'item', string>>>;

/** Faults by row, from 1, and sentences about all rows. */
export type ItemErrors = Readonly<ReturnType<typeof errorsOf>>;

export const NO_ERRORS: ItemErrors = { byRow: new Map(), whole: [] };

type Fields = Readonly<Record<string, string>>;

/** Whether the text pasted (`colado`) is refused before it is read. */
export function isPastedTooLong(fields: Fields): boolean {
  const { colado = '' } = fields;
  return colado.length > words.PASTED_CHARACTERS_MAX || hasMoreLines(colado, words.PASTED_LINES_MAX);
}

/** Rows of the form, then those pasted (`colado`), without blank ones; at most one more than accepted. */
export function typedRows(fields: Fields, sheet: Sheet): readonly TypedRow[] {
  const columns: readonly Column[] = columnsOf[sheet];
  const rows: TypedRow[] = [];
  for (let number = 1; number <= ITEMS_MAX; number++) {
    if (fields[`remover_${number}`] !== undefined) continue;
    const item = fields[`item_${number}`] ?? '';
    const typed = Object.fromEntries(columns.map((column) => [column, fields[`${column}_${number}`] ?? '']));
    rows.push(item === '' ? typed : { ...typed, item });
  }
  for (const cells of isPastedTooLong(fields) ? [] : pastedRows(fields['colado'] ?? '', columns))
    rows.push(Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
  return rows.filter((row) => columns.some((column) => (row[column] ?? '').trim() !== '')).slice(0, ITEMS_MAX + 1);
}

/** How amounts become those of the trial balance: what a debit is there, and an amount without a side. */
export type Signs = Readonly<{ debit: 1 | -1; unsided: 1 | -1 }>;
/** Whether amounts without a side are credits where the balance is a negative credit; null: not asked yet. */
export type AreCredits = 'sim' | 'nao' | null;

const isNegativeCredit = ({ saldoContabil, saldoContabilDevedor }: Book): boolean =>
  saldoContabil < 0 && saldoContabilDevedor < 0;

export function signsOf(book: Book, areCredits: AreCredits): Signs {
  return { debit: debitOf(book), unsided: areCredits === 'sim' && isNegativeCredit(book) ? -1 : 1 };
}

/** Whether the sign of some amount is for the person to say. */
export function asksForSide(rows: readonly TypedRow[], book: Book, areCredits: AreCredits): boolean {
  if (areCredits !== null || !isNegativeCredit(book)) return false;
  return rows.some(({ valor = '' }) => {
    const amount = amountFromBrazilian(valor);
    return amount?.side === null && !amount.decimal.startsWith('-');
  });
}

/** The button `baixar` settles its row on the last day of the competence, unless the row has a day. */
export function settledBy(fields: Fields, competence: Competence): Fields {
  const name = `baixa_${fields['baixar'] ?? ''}`;
  if (fields['baixar'] === undefined || (fields[name] ?? '').trim() !== '') return fields;
  return { ...fields, [name]: dayText(lastDayOf(competence)) };
}

/** The rows with the sides as they are understood. */
export function sidedRows(rows: readonly TypedRow[], book: Book, areCredits: AreCredits): readonly TypedRow[] {
  return rows.map((row) => {
    const decimal = decimalOf(row.valor ?? '', signsOf(book, areCredits));
    const isExact = decimal !== null && /^-?\d{1,12}(\.\d{1,2})?$/.test(decimal);
    return isExact ? { ...row, valor: sidedText(Math.round(Number(decimal) * 100), book) } : row;
  });
}

export type CheckedRows =
  Readonly<{ ok: true; request: ActRequest }> | Readonly<{ ok: false; errors: ItemErrors }>;

export function checkedItems(sheet: Sheet, fields: Fields, signs: Signs): CheckedRows {
  if (isPastedTooLong(fields)) return { ok: false, errors: { ...NO_ERRORS, whole: [words.PASTED_TOO_LONG] } };
  return checkedRows(sheet, typedRows(fields, sheet), signs);
}

export function checkedRows(sheet: Sheet, rows: readonly TypedRow[], signs: Signs): CheckedRows {
  const checked =
    sheet === 'adjust'
      ? checkAdjustments(rows.map((row) => described(row, signs)))
      : checkComposition(
          rows.map((row) => ({
            ...described(row, signs),
            date: dateFromBrazilian(row.data ?? ''),
            document: row.documento ?? '',
            baixado: (row.baixa ?? '').trim() === '' ? null : (dateFromBrazilian(row.baixa ?? '') ?? row.baixa),
            id: row.item ?? null,
          })),
        );
  return checked.ok ? checked : { ok: false, errors: errorsOf(checked.faults) };
}

function described({ descricao = '', valor = '' }: TypedRow, signs: Signs) {
  return { description: descricao, amount: decimalOf(valor, signs) };
}

/** Amount in the sign of the trial balance. */
export function decimalOf(text: string, { debit, unsided }: Signs): string | null {
  const amount = amountFromBrazilian(text);
  if (amount === null) return null;
  const { decimal, side } = amount;
  const sign = side === null ? unsided : side === 'D' ? debit : -debit;
  return sign === 1 ? decimal : decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

function errorsOf(faults: readonly ItemFault[]) {
  const byItem = groupedBy(faults, ({ item }) => item);
  const rows = [...byItem].flatMap(([item, ofRow]) => (item === null ? [] : [[item, ofRow] as const]));
  const more = rows.length - ERRORS_SHOWN;
  return {
    byRow: new Map(rows.slice(0, ERRORS_SHOWN)),
    whole: [
      ...(byItem.get(null) ?? []).map(words.itemRowSentence),
      ...(more > 0 ? [words.moreRowsSentence(more)] : []),
    ],
  };
}

const dayOf = (date: string | null | undefined): string => (date ? dayText(date) : '');

/** Recorded items or adjustments as they are typed. */
export function recordedRows(
  items: readonly (Adjustment & Partial<CompositionItem>)[],
  book: Book,
): readonly TypedRow[] {
  return items.map(({ id, description, date, amountCents, document, settledOn }) => ({
    descricao: description,
    data: dayOf(date),
    valor: sidedText(amountCents, book),
    documento: document ?? '',
    baixa: dayOf(settledOn),
    ...(id !== undefined && { item: id }),
  }));
}
