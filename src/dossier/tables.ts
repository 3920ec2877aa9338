// The tables of a dossier, made of its events and parts alone, so that a verifier makes them again. Source: docs/dossie.md.
import { booksStream } from '../domain/books/fold.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../spreadsheets/csv.js';
import type { Column } from '../spreadsheets/xlsxCell.js';
import { BALANCE_COLUMNS, balanceRows } from './balanceTable.js';
import { COMPOSITION_COLUMNS, compositionRows } from './compositionTable.js';
import { namedParts, partName, versionsOf } from './contents.js';
import { RECONCILIATION_COLUMNS, reconciliationRows, WORD_COLUMNS } from './reconciliationTable.js';
import type { Entry } from './storedZip.js';
import { workbookOf, type Row } from './workbook.js';

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
/** Of dossiers that were made before there were compositions in them, and words beside the codes. */
export const FORMER_TABLES: readonly (typeof TABLES)[number][] = ['balancete', 'conciliacoes'];

/** In the order of their entries. @throws Error when events or parts are missing or of another shape */
export async function* tablesOf(source: TableSource, tables = TABLES as readonly string[]): AsyncGenerator<Entry> {
  const isFormer = !tables.includes('composicoes');
  const columns = isFormer ? RECONCILIATION_COLUMNS : [...RECONCILIATION_COLUMNS, ...WORD_COLUMNS];
  yield* tableOf('balancete', 'Balancete', BALANCE_COLUMNS, balances(source));
  yield* tableOf('conciliacoes', 'Conciliações', columns, reconciled(source));
  if (!isFormer) yield* tableOf('composicoes', 'Composições', COMPOSITION_COLUMNS, composed(source));
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

function balances({ companyId, competence, events, part }: TableSource): readonly Row[] {
  const books = events.filter(({ stream }) => stream === booksStream(companyId));
  const newest = versionsOf(books, competence).at(-1)?.data ?? null;
  const { stream = '', count = 0 } = newest?.lines ?? {};
  return balanceRows(
    newest,
    Array.from({ length: count }, (_, at) => part(partName(stream, at))),
  );
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
  const { stream = '', fromRevision = 0, count = 0 } = namedParts(event, competence) ?? {};
  return Array.from({ length: count }, (_, at) => part(partName(stream, fromRevision + at)));
}
