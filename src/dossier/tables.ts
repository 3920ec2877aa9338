// The tables of a dossier, made of its events and parts alone, so that a verifier makes them again. Source:
// docs/dossie.md.
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { booksStream } from '../domain/books/fold.js';
import { timeInSaoPaulo } from '../domain/kernel/calendarDate.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import { amountOf, type Cents } from '../domain/kernel/money.js';
import type { PartsReference } from '../domain/kernel/parts.js';
import {
  sourceWord,
  type ActedItem,
  type AdjustmentsRecorded,
  type CompositionItem,
  type CompositionRecorded,
} from '../domain/reconciliation/events.js';
import { reconciliations, reconciliationsStream, type Reconciliation } from '../domain/reconciliation/fold.js';
import { actedItems, composedItems } from '../domain/reconciliation/parts.js';
import { dueAtOf, reconciliationStates, type ReconciliationStatus } from '../domain/reconciliation/states.js';
import { decodeLeftOut, decodePart, inFileOrder, lineRow, situationOf } from '../domain/trialBalance/lines.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../spreadsheets/csv.js';
import type { CellValue, ColumnKind } from '../spreadsheets/xlsxParts.js';
import { namedParts, partNames, versionsOf } from './contents.js';
import { workbookOf, type Entry } from './workbook.js';

/** The columns of a table by name, in order: their kind, and what of a row they show. */
type Columns<Row> = Readonly<Record<string, readonly [kind: ColumnKind, value: (row: Row) => CellValue]>>;

// The reconciliations of the month after its last event, by the fold that decisions use: conciliacoes.csv and
// .xlsx.

type ReconciliationRow = Readonly<{
  of: Pick<TableSource, 'companyId' | 'competence'>;
  item: Reconciliation;
  dueAt: string | null;
}>;

const RECONCILIATION_COLUMNS: Columns<ReconciliationRow> = {
  id: ['integer', ({ item }) => item.reconciliationId],
  empresaId: ['integer', ({ of }) => of.companyId],
  competencia: ['text', ({ of }) => of.competence],
  contaId: ['integer', ({ item }) => item.accountId],
  contaCodigo: ['text', ({ item }) => item.accountCode],
  contaDescricao: ['text', ({ item }) => item.accountName],
  departamento: ['text', ({ item }) => item.department],
  setor: ['text', ({ item }) => item.sector],
  status: ['text', ({ item }) => item.status],
  prazo: ['moment', ({ dueAt }) => dueAt],
  responsavelId: ['text', ({ item }) => item.ownerId],
  elaboradorId: ['text', ({ item }) => item.preparerId],
  elaboraram: ['text', ({ item }) => item.prepared],
  revisaram: ['text', ({ item }) => item.reviewed],
  saldoContabil: ['amount', ({ item }) => amountOf(item.bookBalanceCents)],
  saldoConciliado: ['amount', ({ item }) => amountOf(item.reconciledCents)],
  ajustes: ['amount', ({ item }) => amountOf(item.adjustmentsCents)],
  diferenca: ['amount', ({ item }) => amountOf(differenceOf(item))],
};
/**
 * The status in words and the deadline in Brasília: after the others, absent in dossiers without composicoes.csv.
 */
const WORD_COLUMNS: Columns<ReconciliationRow> = {
  situacao: ['text', ({ item }) => reconciliationStates[item.status].name],
  prazoBrasilia: ['text', ({ dueAt }) => dueAt && timeInSaoPaulo(dueAt)],
};

/** After them, where a change of some balance wants an explanation: the change with debit positive. */
const VARIATION_COLUMNS: Columns<ReconciliationRow> = {
  comparado: ['amount', ({ item: { comparedCents } }) => comparedCents && amountOf(comparedCents)],
  explicada: ['boolean', ({ item }) => (item.comparedCents === null ? null : item.explained)],
};

/** After them, where some account has one: why a rule approved it or did not. */
const APPROVAL_COLUMNS: Columns<ReconciliationRow> = {
  aprovacaoAutomatica: ['text', ({ item }) => item.approvalReason],
};

function differenceOf({ bookBalanceCents, reconciledCents, adjustmentsCents }: Reconciliation): Cents {
  return bookBalanceCents - reconciledCents - adjustmentsCents;
}

/** @throws Error when the events are of no whole stream */
function reconciled(source: TableSource): readonly ReconciliationRow[] {
  let state = reconciliations.initial();
  for (const event of actsIn(source)) state = reconciliations.evolve(state, event, partsNamedBy(event, source));
  const { items, deadlines } = state;
  return items.map((item) => ({ of: source, item, dueAt: deadlines && dueAtOf(item.status, deadlines) }));
}

export function statusesOf(source: TableSource): ReadonlyMap<ReconciliationStatus, number> {
  const counts = new Map<ReconciliationStatus, number>();
  for (const { item } of reconciled(source)) counts.set(item.status, (counts.get(item.status) ?? 0) + 1);
  return counts;
}

// The lines of the newest version, from its parts: balancete.csv and .xlsx, and with those that do not enter
// balancete-completo.

type BalanceRow = ReturnType<typeof lineRow> & Readonly<{ situacao?: string }>;

const BALANCE_COLUMNS: Columns<BalanceRow> = {
  balanceteId: ['integer', (row) => row.balanceteId],
  empresaId: ['integer', (row) => row.empresaId],
  competencia: ['text', (row) => row.competencia],
  contaCodigo: ['text', (row) => row.contaCodigo],
  contaDescricao: ['text', (row) => row.contaDescricao],
  saldoAnterior: ['amount', (row) => row.saldoAnterior],
  debito: ['amount', (row) => row.debito],
  credito: ['amount', (row) => row.credito],
  saldoFinal: ['amount', (row) => row.saldoFinal],
  natureza: ['text', (row) => row.natureza],
  saldoAnteriorDevedor: ['amount', (row) => row.saldoAnteriorDevedor],
  saldoFinalDevedor: ['amount', (row) => row.saldoFinalDevedor],
};

const WHOLE_COLUMNS: Columns<BalanceRow> = { ...BALANCE_COLUMNS, situacao: ['text', (row) => row.situacao] };

export type TableSource = Readonly<{
  companyId: number;
  competence: Competence;
  /** Events of the dossier, upcast, in log order. */
  events: readonly Recorded[];
  /** @throws Error when the dossier lacks it */
  part(name: string): Uint8Array;
}>;

/** Their names without extensions, in the order of their entries. */
export const TABLES = ['balancete', 'conciliacoes', 'composicoes'] as const;
/** After `balancete` where lines that do not enter were stored. */
export const WHOLE_TABLE = 'balancete-completo';
/** Tables of dossiers that were made before there were compositions in them, and words beside the codes. */
export const FORMER_TABLES: readonly (typeof TABLES)[number][] = ['balancete', 'conciliacoes'];

/**
 * In the order of their entries.
 * @param itemFields fewer in a dossier that was made before items had an identity or a source
 * @throws Error when events or parts are missing or of another shape
 */
export async function* tablesOf(
  source: TableSource,
  tables = TABLES as readonly string[],
  itemFields = ITEM_FIELDS,
): AsyncGenerator<Entry> {
  const isFormer = !tables.includes('composicoes');
  const newest = newestVersion(source);
  const lines = partsAt(newest?.lines, source).flatMap(decodePart);
  const balance = newest === null ? [] : lines.map((line) => lineRow(newest, line));
  yield* tableOf('balancete', 'Balancete', BALANCE_COLUMNS, balance);
  if (newest?.leftOut !== undefined) {
    const all = inFileOrder(lines, partsAt(newest.leftOut, source).flatMap(decodeLeftOut));
    const rows = all.map((line) => ({ ...lineRow(newest, line), situacao: situationOf(line) }));
    yield* tableOf(WHOLE_TABLE, 'Balancete completo', WHOLE_COLUMNS, rows);
  }
  const rows = reconciled(source);
  const columns = {
    ...RECONCILIATION_COLUMNS,
    ...(!isFormer && WORD_COLUMNS),
    ...(rows.some(({ item }) => item.comparedCents !== null) && VARIATION_COLUMNS),
    ...(rows.some(({ item }) => item.approvalReason !== null) && APPROVAL_COLUMNS),
  };
  yield* tableOf('conciliacoes', 'Conciliações', columns, rows);
  if (isFormer) return;
  const itemColumns = Object.entries(ITEM_COLUMNS).filter(([field]) => itemFields.includes(field));
  const ofItems = { ...COMPOSITION_COLUMNS, ...Object.fromEntries(itemColumns) };
  yield* tableOf('composicoes', 'Composições', ofItems, composed(source));
}

async function* tableOf<Row>(
  name: string,
  sheet: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): AsyncGenerator<Entry> {
  const fields = Object.entries(columns);
  const cells = rows.map((row) => Object.fromEntries(fields.map(([field, [, value]]) => [field, value(row)])));
  const csv = BYTE_ORDER_MARK + csvOf(Object.keys(columns), cells, BRAZILIAN);
  yield { name: `${name}.csv`, bytes: Buffer.from(csv) };
  const kinds = fields.map(([field, [kind]]) => ({ name: field, kind }));
  yield { name: `${name}.xlsx`, bytes: await workbookOf(sheet, kinds, cells) };
}

/** Null: nothing was imported. */
function newestVersion({ companyId, competence, events }: TableSource): TrialBalanceVersioned['data'] | null {
  const books = events.filter(({ stream }) => stream === booksStream(companyId));
  return versionsOf(books, competence).at(-1)?.data ?? null;
}

function partsAt(reference: PartsReference | undefined, { part }: TableSource): readonly Uint8Array[] {
  return reference === undefined ? [] : partNames({ ...reference, fromRevision: 0 }).map(part);
}

function actsIn({ companyId, competence, events }: TableSource): readonly Recorded[] {
  return events.filter(({ stream }) => stream === reconciliationsStream(companyId, competence));
}

export function partsNamedBy(event: Recorded, { competence, part }: TableSource): readonly Uint8Array[] {
  return namedParts(event, competence).flatMap(partNames).map(part);
}

// The items and adjustments of each reconciliation as they were recorded last: composicoes.csv and .xlsx.

/** `at`: its place among those of the account, from 0. */
type ItemRow = Readonly<{
  account: ActedItem;
  recording: Recorded<Recording>;
  item: Pick<CompositionItem, 'description' | 'amountCents'> & Partial<CompositionItem>;
  at: number;
}>;
type Recording = CompositionRecorded | AdjustmentsRecorded;
const WORDS = { CompositionRecorded: 'Composição', AdjustmentsRecorded: 'Ajuste' } as const;

const COMPOSITION_COLUMNS: Columns<ItemRow> = {
  conciliacaoId: ['integer', ({ account }) => account.reconciliationId],
  contaCodigo: ['text', ({ account }) => account.accountCode],
  contaDescricao: ['text', ({ account }) => account.accountName],
  parte: ['text', ({ recording }) => WORDS[recording.type]],
  linha: ['integer', ({ at }) => at + 1],
  descricao: ['text', ({ item }) => item.description],
  data: ['date', ({ item }) => item.date],
  documento: ['text', ({ item }) => item.document],
  valor: ['amount', ({ item }) => amountOf(item.amountCents)],
  registradoEm: ['moment', ({ recording }) => recording.metadata.at],
  registradoPorId: ['text', ({ recording }) => recording.metadata.actor.id],
};
/**
 * After the others; absent in dossiers that were made before items had an identity, `fonte` in those before they
 * had a source.
 */
const ITEM_COLUMNS: Columns<ItemRow> = {
  itemId: ['text', ({ item }) => item.id],
  origem: ['text', ({ item }) => item.origin],
  baixado: ['date', ({ item }) => item.settledOn],
  fonte: [
    'text',
    ({ item, recording: { type } }) => (type === 'CompositionRecorded' ? sourceWord(item.source) : null),
  ],
};
export const ITEM_FIELDS: readonly string[] = Object.keys(ITEM_COLUMNS);

/** Rows by reconciliation, its composition before its adjustments. */
function composed(source: TableSource): readonly ItemRow[] {
  const newest = new Map<number, Partial<Record<Recording['type'], readonly ItemRow[]>>>();
  for (const event of actsIn(source)) {
    if (event.type !== 'CompositionRecorded' && event.type !== 'AdjustmentsRecorded') continue;
    const recording = event as Recorded<Recording>;
    for (const [account, items] of itemsOf(recording, partsNamedBy(event, source))) {
      const rows = items.map((item, at) => ({ account, recording, item, at }));
      newest.set(account.reconciliationId, { ...newest.get(account.reconciliationId), [recording.type]: rows });
    }
  }
  return [...newest]
    .sort(([a], [b]) => a - b)
    .flatMap(([, { CompositionRecorded = [], AdjustmentsRecorded = [] }]) => [
      ...CompositionRecorded,
      ...AdjustmentsRecorded,
    ]);
}

function itemsOf(
  { type, data }: Recorded<Recording>,
  parts: readonly Uint8Array[],
): readonly (readonly [ActedItem, readonly ItemRow['item'][]])[] {
  return type === 'CompositionRecorded'
    ? composedItems(data, parts).map((account) => [account, account.composition])
    : actedItems(data, parts).map((account) => [account, data.adjustments]);
}
