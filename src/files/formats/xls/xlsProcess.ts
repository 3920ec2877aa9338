// Entry of the process that parses one XLS, named on its command line: it sends the list of sheets, then rows on request
// until it is killed. Cells are taken from the rows that exist, never by walking the range that a sheet claims (`!ref`),
// which may not fit into memory.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { CFB, read, set_cptable, type CellObject, type WorkBook, type WorkSheet } from 'xlsx';
import type { FileReason } from '../../../domain/trialBalance/fileReasons.js';
import { FileRefused, type Cell, type TableRow } from '../table.js';
import { coverOf } from '../mergedCells.js';
import { dateOfSerial, isDateCode, maskedText } from '../numberFormats.js';
import type { XlsAnswer, XlsLimits, XlsQuestion } from './xlsMessages.js';

const ROWS_PER_BATCH = 2_000;
const CHECK_MS = 250;

/** Parsing blocks the main thread, so another one ends the process. */
const WATCHDOG = `
  const { parentPort, workerData: { parseCpuMs, lifeMs, checkMs, parent } } = require('node:worker_threads');
  const end = (signal) => process.kill(process.pid, signal);
  let isParsed = false;
  parentPort.on('message', () => { isParsed = true; });
  setTimeout(() => end('SIGKILL'), lifeMs);
  setInterval(() => {
    if (process.ppid !== parent) end('SIGKILL');
    const { user, system } = process.cpuUsage();
    if (!isParsed && (user + system) / 1000 > parseCpuMs) end('SIGTERM');
  }, checkMs);`;

/** Error codes of BIFF as Excel shows them. */
const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

type Sheet = Readonly<{ name: string; hidden: boolean; data: readonly SheetRow[] }>;
/** Empty rows and cells are holes. */
type SheetRow = (CellObject | undefined)[] | undefined;

/** The engine leaves these untyped. */
const containers = CFB as {
  read(content: Buffer, options: { type: 'buffer' }): unknown;
  find(container: unknown, name: string): Readonly<{ content: Uint8Array }> | null;
};

const [path = '', limitsText = '{}'] = process.argv.slice(2);
const limits = JSON.parse(limitsText) as XlsLimits;
const { parseCpuMs, lifeMs } = limits;
const watchdog = new Worker(WATCHDOG, {
  eval: true,
  workerData: { parseCpuMs, lifeMs, checkMs: CHECK_MS, parent: process.ppid },
});

let from1904 = false;
let sheets: readonly Sheet[] = [];
try {
  const book = await parse(path);
  from1904 = book.Workbook?.WBProps?.date1904 === true;
  sheets = sheetsOf(book);
  // The watchdog checks at intervals and may not have checked yet.
  if (parseMs() > parseCpuMs) throw new FileRefused({ is: 'FileTookTooLong' });
  watchdog.postMessage('parsed');
  answer({ is: 'open', sheets: sheets.map(({ name, hidden }) => ({ name, hidden })) });
} catch (error) {
  answer({ is: 'refused', id: null, reason: reasonOf(error) });
}

process.on('message', ({ id, sheet, from }: XlsQuestion) => {
  try {
    answer({ is: 'rows', id, ...rowsOf(sheets[sheet]?.data ?? [], from) });
  } catch (error) {
    answer({ is: 'refused', id, reason: reasonOf(error) });
  }
});
process.on('disconnect', () => process.exit(0));

async function parse(file: string): Promise<WorkBook> {
  const content = readFileSync(file);
  const container = containers.read(content, { type: 'buffer' });
  const has = (name: string) => containers.find(container, name) !== null;
  if (has('EncryptedPackage')) throw new FileRefused({ is: 'FileEncrypted' });
  // Another Office document: text, slides, a message.
  if (!has('Workbook') && !has('Book')) throw new FileRefused({ is: 'FileWithoutTable', format: 'xls' });
  // Only texts before BIFF8 need code pages, which take as long to load as a thousand rows to parse.
  if (!isBiff8(containers.find(container, 'Workbook')?.content))
    set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  return read(content, {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellText: false,
    cellFormula: false,
    cellHTML: false,
    cellDates: false,
    sheetStubs: false,
  });
}

/** By the version in the first record (BOF) of the stream. */
function isBiff8(stream: Uint8Array | undefined): boolean {
  return stream !== undefined && stream[4] === 0x00 && stream[5] === 0x06;
}

/** Of processor time, all threads. */
function parseMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** @throws FileRefused */
function sheetsOf(book: WorkBook): Sheet[] {
  if (book.SheetNames.length > limits.sheetsMax) throw new FileRefused({ is: 'FileTooManySheets' });
  const found = book.SheetNames.flatMap((name, index): Sheet[] => {
    const sheet = book.Sheets[name];
    // A chart or a macro sheet has a type; cells alone have none.
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') return [];
    const hidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    return [{ name, hidden, data: uncovered(sheet) }];
  });
  if (found.length === 0) throw new FileRefused({ is: 'FileWithoutTable', format: 'xls' });
  return found;
}

/** Drops the values of covered cells in merged areas. */
function uncovered(sheet: WorkSheet): Sheet['data'] {
  const data: SheetRow[] = sheet['!data'] ?? [];
  const areas = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    top: s.r + 1,
    bottom: e.r + 1,
    left: s.c,
    right: e.c,
  }));
  if (areas.length === 0) return data;
  const cover = coverOf(areas, limits.columnsMax);
  data.forEach((cells, at) => {
    if (cells !== undefined) cover(at + 1, cells, undefined);
  });
  return data;
}

function rowsOf(data: Sheet['data'], from: number): Pick<Extract<XlsAnswer, { is: 'rows' }>, 'rows' | 'next'> {
  const rows: TableRow[] = [];
  let at = from;
  for (; at < data.length && rows.length < ROWS_PER_BATCH; at += 1) {
    const cells = cellsOf(data[at] ?? [], at + 1);
    if (cells.length > 0) rows.push({ line: at + 1, cells });
  }
  return { rows, next: at < data.length ? at : null };
}

function cellsOf(row: readonly (CellObject | undefined)[], line: number): Cell[] {
  const cells: Cell[] = [];
  // forEach skips the holes of a row that claims to be wide.
  row.forEach((object, column) => {
    const cell = object === undefined ? null : cellOf(object);
    if (cell === null || cell === '') return;
    if (column >= limits.columnsMax)
      throw new FileRefused({ is: 'FileTooManyColumns', line, columnsMax: limits.columnsMax });
    if (typeof cell === 'string' && cell.length > limits.cellCharactersMax)
      throw new FileRefused({ is: 'FileLineTooLong', line });
    while (cells.length < column) cells.push(null);
    cells[column] = cell;
  });
  return cells;
}

function cellOf({ t, v, z }: CellObject): Cell {
  if (v === undefined || v instanceof Date) return null;
  if (t === 'e') return ERRORS[Number(v)] ?? '#N/A';
  if (typeof v !== 'number') return v;
  if (!Number.isFinite(v)) return null;
  if (typeof z !== 'string') return v;
  const date = isDateCode(z) ? dateOfSerial(v, from1904) : null;
  return date === null ? (maskedText(v, z) ?? v) : { date };
}

function reasonOf(error: unknown): FileReason {
  if (error instanceof FileRefused) return error.reason;
  const message = error instanceof Error ? error.message : '';
  // The engine also mentions encryption when it fails to read a zip.
  if (/password|encrypt/i.test(message) && !/zip/i.test(message)) return { is: 'FileEncrypted' };
  if (/allocation failed|invalid (array|string) length/i.test(message)) return { is: 'FileTookTooMuchMemory' };
  return { is: 'FileBroken', format: 'xls' };
}

function answer(message: XlsAnswer): void {
  process.send?.(message);
}
