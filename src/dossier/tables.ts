// The tables of a dossier, made of its events and parts alone, so that a verifier makes them again. Source: docs/dossie.md.
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { booksStream } from '../domain/books/fold.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { PartsReference } from '../domain/kernel/parts.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../spreadsheets/csv.js';
import type { Column } from '../spreadsheets/xlsxCell.js';
import { BALANCE_COLUMNS, balanceRows, WHOLE_COLUMNS, wholeRows } from './balanceTable.js';
import { namedParts, partName, versionsOf } from './contents.js';
import {
  RECONCILIATION_COLUMNS,
  reconciliationRows,
  VARIATION_COLUMNS,
  APPROVAL_COLUMNS,
  WORD_COLUMNS,
} from './reconciliationTable.js';
import type { Entry } from './storedZip.js';
import { workbookOf, type Row } from './workbook.js';
import { amountOf } from '../domain/kernel/money.js';
import {
  sourceWord,
  type AdjustmentsRecorded,
  type CompositionRecorded,
} from '../domain/reconciliation/events.js';
import { actedItems, composedItems, type ActedItem } from '../domain/reconciliation/parts.js';

export type TableSource = Readonly<{
  companyId: number;
  competence: Competence;
  /** Of the dossier, upcast, in log order. */
  events: readonly Recorded[];
  /** @throws Error when the dossier lacks it */
  part(name: string): Uint8Array;
}>;

/** Their names without extensions, in the order of their entries. */
export const TABLES = ['balancete', 'conciliacoes', 'composicoes'] as const;
/** After `balancete` where lines that do not enter were stored. */
export const WHOLE_TABLE = 'balancete-completo';
/** Of dossiers that were made before there were compositions in them, and words beside the codes. */
export const FORMER_TABLES: readonly (typeof TABLES)[number][] = ['balancete', 'conciliacoes'];

/**
 * In the order of their entries.
 * @param itemColumns fewer in a dossier that was made before items had an identity or a source
 * @throws Error when events or parts are missing or of another shape
 */
export async function* tablesOf(
  source: TableSource,
  tables = TABLES as readonly string[],
  itemColumns = ITEM_COLUMNS,
): AsyncGenerator<Entry> {
  const isFormer = !tables.includes('composicoes');
  const columns = isFormer ? RECONCILIATION_COLUMNS : [...RECONCILIATION_COLUMNS, ...WORD_COLUMNS];
  const newest = newestVersion(source);
  const lines = partsAt(newest?.lines, source);
  yield* tableOf('balancete', 'Balancete', BALANCE_COLUMNS, balanceRows(newest, lines));
  if (newest?.leftOut !== undefined) {
    const rows = wholeRows(newest, lines, partsAt(newest.leftOut, source));
    yield* tableOf(WHOLE_TABLE, 'Balancete completo', WHOLE_COLUMNS, rows);
  }
  const rows = reconciled(source);
  const changes = rows.some(({ comparado }) => comparado !== null) ? VARIATION_COLUMNS : [];
  const reasons = rows.some(({ aprovacaoAutomatica }) => aprovacaoAutomatica !== null) ? APPROVAL_COLUMNS : [];
  yield* tableOf('conciliacoes', 'Conciliações', [...columns, ...changes, ...reasons], rows);
  const compositionColumns = [...COMPOSITION_COLUMNS, ...itemColumns];
  if (!isFormer) yield* tableOf('composicoes', 'Composições', compositionColumns, composed(source));
}

async function* tableOf(
  name: string,
  sheet: string,
  columns: readonly Column[],
  rows: readonly Row[],
): AsyncGenerator<Entry> {
  const fields = columns.map((column) => column.name);
  const heading = `${BYTE_ORDER_MARK}${fields.join(BRAZILIAN.separator)}\r\n`;
  const csv = csvOf(fields, rows, BRAZILIAN, { header: false });
  yield { name: `${name}.csv`, bytes: Buffer.from(heading + csv) };
  yield { name: `${name}.xlsx`, bytes: await workbookOf(sheet, columns, rows) };
}

/** Null: nothing was imported. */
function newestVersion({ companyId, competence, events }: TableSource): TrialBalanceVersioned['data'] | null {
  const books = events.filter(({ stream }) => stream === booksStream(companyId));
  return versionsOf(books, competence).at(-1)?.data ?? null;
}

function partsAt(reference: PartsReference | undefined, { part }: TableSource): readonly Uint8Array[] {
  const { stream = '', count = 0 } = reference ?? {};
  return Array.from({ length: count }, (_, at) => part(partName(stream, at)));
}

/** How many reconciliations the events leave in each status. */
export function statusesOf(source: TableSource): ReadonlyMap<ReconciliationStatus, number> {
  const counts = new Map<ReconciliationStatus, number>();
  for (const { status } of reconciled(source)) {
    const known = status as ReconciliationStatus;
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

function reconciled(source: TableSource): readonly Row[] {
  return reconciliationRows(source, actsIn(source), (event) => partsNamedBy(event, source));
}

function composed(source: TableSource): readonly Row[] {
  return compositionRows(actsIn(source), (event) => partsNamedBy(event, source));
}

function actsIn({ companyId, competence, events }: TableSource): readonly Recorded[] {
  return events.filter(({ stream }) => stream === reconciliationsStream(companyId, competence));
}

export function partsNamedBy(event: Recorded, { competence, part }: TableSource): readonly Uint8Array[] {
  return namedParts(event, competence).flatMap(({ stream, fromRevision, count }) =>
    Array.from({ length: count }, (_, at) => part(partName(stream, fromRevision + at))),
  );
}

const COMPOSITION_COLUMNS: readonly Column[] = [
  { name: 'conciliacaoId', kind: 'integer' },
  { name: 'contaCodigo', kind: 'text' },
  { name: 'contaDescricao', kind: 'text' },
  { name: 'parte', kind: 'text' },
  { name: 'linha', kind: 'integer' },
  { name: 'descricao', kind: 'text' },
  { name: 'data', kind: 'date' },
  { name: 'documento', kind: 'text' },
  { name: 'valor', kind: 'amount' },
  { name: 'registradoEm', kind: 'moment' },
  { name: 'registradoPorId', kind: 'text' },
];
/** After the others; absent in dossiers that were made before items had an identity, `fonte` in those before they had a source. */
export const ITEM_COLUMNS: readonly Column[] = [
  { name: 'itemId', kind: 'text' },
  { name: 'origem', kind: 'text' },
  { name: 'baixado', kind: 'date' },
  { name: 'fonte', kind: 'text' },
];

type Recording = CompositionRecorded | AdjustmentsRecorded;
const WORDS = { CompositionRecorded: 'Composição', AdjustmentsRecorded: 'Ajuste' } as const;
const ORDER = ['CompositionRecorded', 'AdjustmentsRecorded'] as const;

/** By reconciliation. @param events of the month's stream, upcast, in order @param partsOf the parts that an event names */
function compositionRows(
  events: Iterable<Recorded>,
  partsOf: (event: Recorded) => readonly Uint8Array[],
): readonly Row[] {
  const newest = new Map<number, Partial<Record<Recording['type'], readonly Row[]>>>();
  for (const event of events) {
    if (event.type !== 'CompositionRecorded' && event.type !== 'AdjustmentsRecorded') continue;
    const recorded = event as Recorded<Recording>;
    for (const [{ reconciliationId, accountCode, accountName }, lines] of linesOf(recorded, partsOf(event))) {
      const account = { conciliacaoId: reconciliationId, contaCodigo: accountCode, contaDescricao: accountName };
      const rows = lines.map((line, at) => ({ ...account, linha: at + 1, ...line }));
      newest.set(reconciliationId, { ...newest.get(reconciliationId), [recorded.type]: rows });
    }
  }
  return [...newest].sort(([a], [b]) => a - b).flatMap(([, parts]) => ORDER.flatMap((type) => parts[type] ?? []));
}

type Lines = readonly (readonly [ActedItem, readonly Row[]])[];

function linesOf(event: Recorded<Recording>, parts: readonly Uint8Array[]): Lines {
  const { type, metadata } = event;
  const registered = { parte: WORDS[type], registradoEm: metadata.at, registradoPorId: metadata.actor.id };
  if (event.type === 'CompositionRecorded')
    return composedItems(event.data, parts).map((item) => [
      item,
      item.composition.map(({ description, date, document, amountCents, id, origin, settledOn, source }) => ({
        ...{ ...registered, descricao: description, data: date, documento: document },
        ...{ valor: amountOf(amountCents), itemId: id, origem: origin, baixado: settledOn },
        fonte: sourceWord(source),
      })),
    ]);
  const rows = event.data.adjustments.map(({ description, amountCents }) => ({
    ...{ ...registered, descricao: description, valor: amountOf(amountCents) },
  }));
  return actedItems(event.data, parts).map((item) => [item, rows]);
}
