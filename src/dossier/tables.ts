// The tables of a dossier, made of its events and parts alone, so that a verifier makes them again. Source: docs/dossie.md.
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { booksStream } from '../domain/books/fold.js';
import { timeInSaoPaulo } from '../domain/kernel/calendarDate.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import { amountOf } from '../domain/kernel/money.js';
import type { PartsReference } from '../domain/kernel/parts.js';
import {
  sourceWord,
  type AdjustmentsRecorded,
  type CompositionRecorded,
  type ActedItem,
} from '../domain/reconciliation/events.js';
import {
  reconciliations,
  reconciliationsStream,
  type Reconciliation,
  type Reconciliations,
} from '../domain/reconciliation/fold.js';
import { actedItems, composedItems } from '../domain/reconciliation/parts.js';
import { dueAtOf, reconciliationStates, type ReconciliationStatus } from '../domain/reconciliation/states.js';
import { decodeLeftOut, decodePart, inFileOrder, lineRow, situationOf } from '../domain/trialBalance/lines.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../spreadsheets/csv.js';
import type { Column } from '../spreadsheets/xlsxParts.js';
import { namedParts, partName, versionsOf } from './contents.js';
import { workbookOf, type Entry, type Row } from './workbook.js';

// The reconciliations of the month after its last event, by the fold that decisions use: rows of conciliacoes.csv and
// conciliacoes.xlsx. Source: docs/dossie.md.

const RECONCILIATION_COLUMNS: readonly Column[] = [
  { name: 'id', kind: 'integer' },
  { name: 'empresaId', kind: 'integer' },
  { name: 'competencia', kind: 'text' },
  { name: 'contaId', kind: 'integer' },
  { name: 'contaCodigo', kind: 'text' },
  { name: 'contaDescricao', kind: 'text' },
  { name: 'departamento', kind: 'text' },
  { name: 'setor', kind: 'text' },
  { name: 'status', kind: 'text' },
  { name: 'prazo', kind: 'moment' },
  { name: 'responsavelId', kind: 'text' },
  { name: 'elaboradorId', kind: 'text' },
  { name: 'elaboraram', kind: 'text' },
  { name: 'revisaram', kind: 'text' },
  { name: 'saldoContabil', kind: 'amount' },
  { name: 'saldoConciliado', kind: 'amount' },
  { name: 'ajustes', kind: 'amount' },
  { name: 'diferenca', kind: 'amount' },
];
/** The status in words and the deadline in Brasília: after the others, absent in dossiers without composicoes.csv. */
const WORD_COLUMNS: readonly Column[] = [
  { name: 'situacao', kind: 'text' },
  { name: 'prazoBrasilia', kind: 'text' },
];

/** After them, where a change of some balance wants an explanation: the change with debit positive. */
const VARIATION_COLUMNS: readonly Column[] = [
  { name: 'comparado', kind: 'amount' },
  { name: 'explicada', kind: 'boolean' },
];

/** After them, where some account has one: why a rule approved it or did not. */
const APPROVAL_COLUMNS: readonly Column[] = [{ name: 'aprovacaoAutomatica', kind: 'text' }];

/**
 * @param events of the month's stream, upcast, in order
 * @param partsOf the parts that an event names, as stored
 * @throws Error when the events are of no whole stream
 */
function reconciliationRows(
  { companyId, competence }: Readonly<{ companyId: number; competence: string }>,
  events: Iterable<Recorded>,
  partsOf: (event: Recorded) => readonly Uint8Array[],
): readonly Row[] {
  let state = reconciliations.initial();
  for (const event of events) state = reconciliations.evolve(state, event, partsOf(event));
  return state.items.map((item) => ({
    ...reconciliationRow(state, item),
    empresaId: companyId,
    competencia: competence,
  }));
}

function reconciliationRow({ deadlines }: Reconciliations, item: Reconciliation): Row {
  const { bookBalanceCents, reconciledCents, adjustmentsCents } = item;
  const dueAt = deadlines && dueAtOf(item.status, deadlines);
  return {
    id: item.reconciliationId,
    contaId: item.accountId,
    contaCodigo: item.accountCode,
    contaDescricao: item.accountName,
    departamento: item.department,
    setor: item.sector,
    status: item.status,
    prazo: dueAt,
    responsavelId: item.ownerId,
    elaboradorId: item.preparerId,
    elaboraram: item.prepared,
    revisaram: item.reviewed,
    saldoContabil: amountOf(bookBalanceCents),
    saldoConciliado: amountOf(reconciledCents),
    ajustes: amountOf(adjustmentsCents),
    diferenca: amountOf(bookBalanceCents - reconciledCents - adjustmentsCents),
    comparado: item.comparedCents === null ? null : amountOf(item.comparedCents),
    explicada: item.comparedCents === null ? null : item.explained,
    aprovacaoAutomatica: item.approvalReason,
    situacao: reconciliationStates[item.status].name,
    prazoBrasilia: dueAt && timeInSaoPaulo(dueAt),
  };
}

// The lines of the newest version, from its parts: rows of balancete.csv and balancete.xlsx, and with those that do not enter of
// balancete-completo.csv and .xlsx. Source: docs/dossie.md.

const BALANCE_COLUMNS: readonly Column[] = [
  { name: 'balanceteId', kind: 'integer' },
  { name: 'empresaId', kind: 'integer' },
  { name: 'competencia', kind: 'text' },
  { name: 'contaCodigo', kind: 'text' },
  { name: 'contaDescricao', kind: 'text' },
  { name: 'saldoAnterior', kind: 'amount' },
  { name: 'debito', kind: 'amount' },
  { name: 'credito', kind: 'amount' },
  { name: 'saldoFinal', kind: 'amount' },
  { name: 'natureza', kind: 'text' },
  { name: 'saldoAnteriorDevedor', kind: 'amount' },
  { name: 'saldoFinalDevedor', kind: 'amount' },
];

const WHOLE_COLUMNS: readonly Column[] = [...BALANCE_COLUMNS, { name: 'situacao', kind: 'text' }];

/** @param version null: nothing was imported */
function balanceRows(version: TrialBalanceVersioned['data'] | null, parts: readonly Uint8Array[]): readonly Row[] {
  return version === null ? [] : parts.flatMap(decodePart).map((line) => lineRow(version, line));
}

/** All lines of the file, in its order. */
function wholeRows(
  version: TrialBalanceVersioned['data'],
  parts: readonly Uint8Array[],
  leftOut: readonly Uint8Array[],
): readonly Row[] {
  const lines = inFileOrder(parts.flatMap(decodePart), leftOut.flatMap(decodeLeftOut));
  return lines.map((line) => ({ ...lineRow(version, line), situacao: situationOf(line) }));
}

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
    const knownStatus = status as ReconciliationStatus;
    counts.set(knownStatus, (counts.get(knownStatus) ?? 0) + 1);
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
