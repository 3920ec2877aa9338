// Lists as files to download, a thousand rows at a time, so that other requests go on meanwhile.
import { buffer } from 'node:stream/consumers';
import { dayText, wholeNumber } from '../messages/formats.js';
import type { Page } from '../projections/engine/pages.js';
import { atMost, FairQueue, nextTurn } from '../runtime/fairQueue.js';
import { CSV_TYPE } from '../spreadsheets/csv.js';
import { tableStream, type ExportFormat } from '../spreadsheets/exportTables.js';
import type { CellValue, ColumnKind, CellRow } from '../spreadsheets/xlsxParts.js';
import { batched } from '../spreadsheets/xlsxFile.js';
import { XLSX_TYPE } from '../spreadsheets/xlsxPage.js';
import { instantText } from './design/values.js';
import { addressWith, type ConsoleCall } from './route.js';
import { notice, redirectTo } from './session/answers.js';

export type FileColumn<Row> = readonly [kind: ColumnKind, value: (row: Row) => CellValue];
/** The columns of a row in a file, by heading, in order. */
export type FileColumns<Row> = Readonly<Record<string, FileColumn<Row>>>;
type Listed<Row> = FileColumn<Row> | FileColumns<Row> | undefined;

export function isOne<Row>(file: Listed<Row>): file is FileColumn<Row> {
  return Array.isArray(file);
}

export type ExportedTable<Row> = Readonly<{
  format: ExportFormat;
  /** Of the sheet. */
  name: string;
  /** Without its extension. */
  fileName: string;
  columns: FileColumns<Row>;
  batches: AsyncIterable<readonly Row[]>;
}>;

/** `rows`: all of them, or the pages of them, from 1 on. */
export type ExportedList<Row> = Pick<ExportedTable<Row>, 'name' | 'fileName'> &
  Readonly<{
    columns: readonly Readonly<{ head?: string; file?: Listed<Row> }>[];
    /** Of the list, unless it is the call's. */
    page?: string;
    rows: readonly Row[] | ReadPage<Row>;
  }>;

type ReadPage<Row> = (page: number) => Promise<Pick<Page<Row>, 'rows' | 'pagination'>>;

const EXPORTED_MAX = 10_000;
const TOO_MANY = `São mais de ${wholeNumber(EXPORTED_MAX)} linhas: filtre para exportar.`;

/** Answers with the file of the page's list where the address asks for one (`formato`). @returns whether it did */
export async function answeredAsFile<Row>(
  call: ConsoleCall,
  { columns, rows, page = call.path, ...names }: ExportedList<Row>,
): Promise<boolean> {
  const format = call.query['formato'];
  if (format !== 'csv' && format !== 'xlsx') return false;
  const first = typeof rows === 'function' ? await rows(1) : null;
  const total = typeof rows === 'function' ? (first?.pagination.total ?? 0) : rows.length;
  if (total > EXPORTED_MAX) {
    notice(call, TOO_MANY, 'warn');
    redirectTo(call, addressWith(page, call.querystring, { formato: null }));
    return true;
  }
  const named = columns.map(({ head = '', file }) => (isOne(file) ? { [head]: file } : file));
  const file = Object.assign({}, ...named) as FileColumns<Row>;
  const batches = typeof rows === 'function' ? pagesOf(rows) : batched(rows);
  await sendTable(call, { ...names, format, columns: file, batches });
  return true;
}

async function* pagesOf<Row>(read: ReadPage<Row>) {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { rows, pagination } = await read(page);
    pages = pagination.pages;
    yield rows;
  }
}

/** A workbook of 10,000 rows takes a processor for most of a second. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
const turns = new FairQueue({ mayGo: atMost(AT_ONCE), placesMax: AT_ONCE + WAITING_MAX });

/** Answers an attachment. @throws DomainError Unavailable while too many wait */
export async function sendTable<Row>(call: ConsoleCall, table: ExportedTable<Row>): Promise<void> {
  const { format, name, fileName, columns } = table;
  const { clientId } = call.session;
  const headings = Object.entries(columns).map(([heading, [kind]]) => ({ name: heading, kind }));
  const bytes = await turns.run(clientId, table, () =>
    buffer(tableStream(format, [{ name, columns: headings, batches: cellsOf(table) }])),
  );
  call.set('Content-Disposition', `attachment; filename="${fileName}.${format}"`);
  call.type = format === 'csv' ? CSV_TYPE : XLSX_TYPE;
  call.body = bytes;
}

/** A CSV has times and dates as people read them; a spreadsheet, as its own. */
async function* cellsOf<Row>(table: ExportedTable<Row>): AsyncGenerator<readonly CellRow[]> {
  const { format, batches } = table;
  const columns = Object.entries(table.columns);
  const written = (kind: ColumnKind, value: CellValue): CellValue =>
    format === 'csv' && typeof value === 'string' ? (WRITTEN[kind]?.(value) ?? value) : value;
  for await (const rows of batches) {
    yield rows.map((row) =>
      Object.fromEntries(columns.map(([heading, [kind, value]]) => [heading, written(kind, value(row))])),
    );
    await nextTurn();
  }
}

const WRITTEN: Partial<Record<ColumnKind, (value: string) => string>> = { moment: instantText, date: dayText };
