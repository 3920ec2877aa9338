// Lists as files to download, of any length, written in a thread of their own: 20,000 rows would hold all other requests.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { dayText, wholeNumber } from '../messages/formats.js';
import type { Page } from '../projections/engine/pages.js';
import { atMost, FairQueue } from '../runtime/fairQueue.js';
import { CSV_TYPE } from '../spreadsheets/csv.js';
import { exportTables, type ExportFormat, type RowBatch } from '../spreadsheets/exportTables.js';
import type { CellValue, ColumnKind } from '../spreadsheets/xlsxParts.js';
import { batched } from '../spreadsheets/xlsxFile.js';
import { XLSX_TYPE } from '../spreadsheets/xlsxPage.js';
import type { ConsoleDependencies } from './dependencies.js';
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
    const found = await read(page);
    pages = found.pagination.pages;
    yield found.rows;
  }
}

/** A thread holds up to 160 MB. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
const turns = new FairQueue({ mayGo: atMost(AT_ONCE), placesMax: AT_ONCE + WAITING_MAX });

/** Answers an attachment. @throws DomainError Unavailable while too many wait */
export async function sendTable<Row>(call: ConsoleCall, table: ExportedTable<Row>): Promise<void> {
  const { spool } = call.deps;
  const { format, fileName } = table;
  const { clientId } = call.session;
  const file = await turns.run(clientId, table, () => written(clientId, spool, table));
  call.set('Content-Disposition', `attachment; filename="${fileName}.${format}"`);
  call.type = format === 'csv' ? CSV_TYPE : XLSX_TYPE;
  call.body = file.bytes;
  call.length = file.length;
}

/** The file has no name any more when it is read. */
async function written<Row>(
  clientId: number,
  spool: ConsoleDependencies['spool'],
  { format, name, columns, batches }: ExportedTable<Row>,
) {
  const headings = Object.entries(columns).map(([heading, [kind]]) => ({ name: heading, kind }));
  const place = await spool.open(clientId, 1);
  place.arrival.end();
  try {
    const path = join(place.dir, 'tabela');
    await exportTables(
      format,
      [{ name, columns: headings, path, batches: inJson(columns, batches, format === 'csv') }],
      () => undefined,
    );
    const file = await open(path, 'r');
    const { size: length } = await file.stat();
    return { length, bytes: file.createReadStream() };
  } finally {
    await place.remove();
  }
}

/** @param isText a CSV has times and dates as people read them; a spreadsheet, as its own */
async function* inJson<Row>(
  file: FileColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  isText: boolean,
): AsyncGenerator<RowBatch> {
  const columns = Object.entries(file);
  const shown = (kind: ColumnKind, value: CellValue): CellValue =>
    !isText || typeof value !== 'string' ? (value ?? null) : (WRITTEN[kind]?.(value) ?? value);
  for await (const rows of batches) {
    const cells = rows.map((row) =>
      Object.fromEntries(columns.map(([heading, [kind, value]]) => [heading, shown(kind, value(row))])),
    );
    yield { rows: rows.length, json: Buffer.from(JSON.stringify(cells)) };
  }
}

const WRITTEN: Partial<Record<ColumnKind, (value: string) => string>> = { moment: instantText, date: dayText };
