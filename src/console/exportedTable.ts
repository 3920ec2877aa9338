// Lists as files to download, some hundred rows at a time, so that other requests go on meanwhile.
import { buffer } from 'node:stream/consumers';
import { dayText, wholeNumber } from '../messages/formats.js';
import type { Page } from '../projections/engine/pages.js';
import { atMost, FairQueue } from '../runtime/fairQueue.js';
import { nextTurn } from '../runtime/turns.js';
import { CSV_TYPE } from '../spreadsheets/csv.js';
import { tableStream, type ExportFormat } from '../spreadsheets/exportTables.js';
import type { CellValue, ColumnKind, CellRow } from '../spreadsheets/xlsxParts.js';
import { batched } from '../spreadsheets/xlsxFile.js';
import { XLSX_TYPE } from '../spreadsheets/xlsxPage.js';
import { instantText } from './design/values.js';
import { addressWith, addressWrong, type ConsoleCall } from './route.js';
import { notice, redirectTo } from './session/answers.js';

export type FileColumn<Row> = readonly [kind: ColumnKind, value: (row: Row) => CellValue];
export type FileColumns<Row> = Readonly<Record<string, FileColumn<Row>>>;

/** `rows`: all of them, or the pages of them, from 1 on. */
export type ExportedList<Row> = Readonly<{
  /** Name of the sheet. */
  name: string;
  /** Without its extension. */
  fileName: string;
  columns: readonly Readonly<{ file?: FileColumns<Row> | undefined }>[];
  rows: readonly Row[] | ReadPage<Row>;
  /** Longer lists have no file. */
  rowsMax?: number;
}>;

type ReadPage<Row> = (page: number) => Promise<Pick<Page<Row>, 'rows' | 'pagination'>>;

const EXPORTED_MAX = 10_000;
const TOO_MANY = `São mais de ${wholeNumber(EXPORTED_MAX)} linhas: filtre para exportar.`;

/**
 * Answers with the file of the page's list where the address asks for one (`formato`). @returns whether it did
 * @throws DomainError Unavailable while too many wait; ConsoleRefused AddressWrong for another format
 */
export async function answeredAsFile<Row>(call: ConsoleCall, list: ExportedList<Row>): Promise<boolean> {
  const { columns, rows, name, fileName, rowsMax = EXPORTED_MAX } = list;
  const format = call.query['formato'] ?? '';
  if (format === '') return false;
  if (format !== 'csv' && format !== 'xlsx') return addressWrong();
  const first = typeof rows === 'function' ? await rows(1) : null;
  const total = typeof rows === 'function' ? (first?.pagination.total ?? 0) : rows.length;
  if (total > rowsMax) {
    notice(call, TOO_MANY, 'warn');
    redirectTo(call, addressWith(call.path, call.querystring, { formato: null }));
    return true;
  }
  const file = Object.assign({}, ...columns.map((column) => column.file)) as FileColumns<Row>;
  const headings = Object.entries(file).map(([heading, [kind]]) => ({ name: heading, kind }));
  const batches = cellsOf(file, typeof rows === 'function' ? pagesOf(rows) : batched(rows), format);
  const bytes = await turns.run(call.session.clientId, list, () =>
    buffer(tableStream(format, [{ name, columns: headings, batches }])),
  );
  call.set('Content-Disposition', `attachment; filename="${fileName}.${format}"`);
  call.type = format === 'csv' ? CSV_TYPE : XLSX_TYPE;
  call.body = bytes;
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

/** A CSV has times and dates as people read them; a spreadsheet, as its own. */
async function* cellsOf<Row>(
  file: FileColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  format: ExportFormat,
): AsyncGenerator<readonly CellRow[]> {
  const columns = Object.entries(file);
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
