// Opens XLS (BIFF5 and BIFF8 in an OLE2 container) by node-xlsx's engine. It parses the whole file at once,
// without a pause, and may never return: whoever opens a file that others made does so in a thread with limits of
// heap and time. Cells are taken from the rows that exist, never by walking the range that a sheet claims
// (`!ref`). Source: docs/spec/files.md#bounds.
import { readFile } from 'node:fs/promises';
import { read, set_cptable, type CellObject, type WorkBook, type WorkSheet } from 'xlsx';
import type { FileReason } from '../../domain/trialBalance/fileReasons.js';
import { coverOf, dateOfSerial, isDateCode, maskedText } from './sheetCells.js';
import {
  CELL_CHARACTERS_MAX,
  FileRefused,
  opened,
  putCell,
  SHEETS_MAX,
  type Cell,
  type OpenReader,
  type Table,
  type TableRow,
} from './table.js';

const ROWS_PER_BATCH = 2_000;
/** Type and length of the first record (BOF), then of BIFF8 its version. */
const BOF = [0x09, 0x08];
const BIFF8 = [0x00, 0x06];

/**
 * Entries of the lists that the engine makes of records other than rows and cells. A heap that becomes full ends
 * the thread, but the process where a single allocation, such as that of a longer list, is far beyond what is
 * left.
 */
const LISTED_MAX = 1_000_000;
const SST = 0xfc;
/** Record FILEPASS: what follows is encrypted, by a password or since the workbook's structure is protected. */
const FILE_PASS = 0x2f;
/** Records that are lists themselves (EXTERNSHEET, MERGECELLS): the bytes of an entry. */
const ENTRY_BYTES: Readonly<Record<number, number>> = { 0x17: 6, 0xe5: 8 };
/** ROW and cells: they become rows, of which a sheet has 65,536. */
const ROW_RECORDS = new Set([
  0x0208, 0x0201, 0x0203, 0x0204, 0x0205, 0x0006, 0x0406, 0x00fd, 0x027e, 0x00bd, 0x00be, 0x00d6, 0x0207, 0x04bc,
]);

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

/** Empty rows and cells are holes. */
type SheetRow = (CellObject | undefined)[] | undefined;

/** @throws FileRefused */
export const openXls: OpenReader = async (path, signal) => {
  const container = new OleContainer(await readFile(path, { signal }));
  const book = await parsed(container);
  return opened('xls', tablesOf(book, book.Workbook?.WBProps?.date1904 === true));
};

async function parsed(container: OleContainer): Promise<WorkBook> {
  if (container.has('encryptedpackage') || container.has('encryption'))
    throw new FileRefused({ is: 'FileEncrypted' });
  const content = container.read('workbook') ?? container.read('book');
  // Another Office document: text, slides, a message.
  if (content === null) throw new FileRefused({ is: 'FileWithoutTable', format: 'xls' });
  // The engine would take it for a file of any other kind.
  if (content[0] !== BOF[0] || content[1] !== BOF[1]) throw new FileRefused({ is: 'FileBroken', format: 'xls' });
  if (listedIn(content) > LISTED_MAX) throw new FileRefused({ is: 'FileTookTooMuchMemory' });
  // Only texts before BIFF8 need code pages, which take as long to load as a thousand rows to parse.
  if (content[4] !== BIFF8[0] || content[5] !== BIFF8[1]) set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  try {
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
  } catch (error) {
    throw new FileRefused(reasonOf(error), { cause: error });
  }
}

/** @throws FileRefused FileEncrypted */
function listedIn(content: Buffer): number {
  let sheetCount = 0;
  for (let at = 0; at + 12 <= content.length; at += 4 + content.readUInt16LE(at + 2)) {
    const type = content.readUInt16LE(at);
    if (type === FILE_PASS) throw new FileRefused({ is: 'FileEncrypted' });
    if (ROW_RECORDS.has(type)) continue;
    sheetCount +=
      type === SST
        ? content.readUInt32LE(at + 8)
        : content.readUInt16LE(at + 2) / (ENTRY_BYTES[type] ?? Infinity) + 1;
  }
  return sheetCount;
}

function tablesOf(book: WorkBook, from1904: boolean): readonly Table[] {
  if (book.SheetNames.length > SHEETS_MAX) throw new FileRefused({ is: 'FileTooManySheets' });
  const tables = book.SheetNames.flatMap((name, index): Table[] => {
    const sheet = book.Sheets[name];
    // A chart or a macro sheet has a type; cells alone have none.
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') return [];
    const hidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const data = uncovered(sheet);
    return [{ name, hidden, rows: () => rowsOf(data, from1904) }];
  });
  if (tables.length === 0) throw new FileRefused({ is: 'FileWithoutTable', format: 'xls' });
  return tables;
}

/** Drops the values of covered cells in merged areas. */
function uncovered(sheet: WorkSheet): readonly SheetRow[] {
  const data: SheetRow[] = sheet['!data'] ?? [];
  const areas = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    top: s.r + 1,
    bottom: e.r + 1,
    left: s.c,
    right: e.c,
  }));
  if (areas.length === 0) return data;
  const cover = coverOf(areas);
  data.forEach((cells, at) => {
    if (cells !== undefined) cover(at + 1, cells, undefined);
  });
  return data;
}

async function* rowsOf(data: readonly SheetRow[], from1904: boolean): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = [];
  for (const [at, row] of data.entries()) {
    const cells = cellsOf(row ?? [], at + 1, from1904);
    if (cells.length > 0) rows.push({ line: at + 1, cells });
    if (rows.length < ROWS_PER_BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function cellsOf(row: NonNullable<SheetRow>, line: number, from1904: boolean): Cell[] {
  const cells: Cell[] = [];
  // forEach skips the holes of a row that claims to be wide.
  row.forEach((object, column) => {
    const cell = object === undefined ? null : cellOf(object, from1904);
    if (typeof cell === 'string' && cell.length > CELL_CHARACTERS_MAX)
      throw new FileRefused({ is: 'FileLineTooLong', line });
    putCell(cells, column, cell, line);
  });
  return cells;
}

function cellOf({ t, v, z }: CellObject, from1904: boolean): Cell {
  if (v === undefined || v instanceof Date) return null;
  if (t === 'e') return ERRORS[Number(v)] ?? '#N/A';
  if (typeof v !== 'number') return v;
  if (!Number.isFinite(v)) return null;
  if (typeof z !== 'string') return v;
  const date = isDateCode(z) ? dateOfSerial(v, from1904) : null;
  return date === null ? (maskedText(v, z) ?? v) : { date };
}

function reasonOf(error: unknown): FileReason {
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/i.test(message)) return { is: 'FileEncrypted' };
  if (/allocation failed|invalid (array|string) length/i.test(message)) return { is: 'FileTookTooMuchMemory' };
  return { is: 'FileBroken', format: 'xls' };
}

// Reads streams of an OLE2 container (MS-CFB), the file system around an XLS. The engine's own reader makes a copy
// of each chain of sectors that a file draws, which may share sectors: bytes without bound. Here a chain is no
// longer than the file.

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const DIRECTORY_ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
/** Smaller streams are in mini sectors, which are in the root's stream. */
const MINI_STREAM_BYTES = 4_096;
/** Sector numbers from here on mark ends and free sectors. */
const SECTORS_MAX = 0xfffffffa;

/** `next`: of each sector the one that follows it in its chain. */
type Sectors = Readonly<{ bytes: Buffer; from: number; sectorBytes: number; next: readonly number[] }>;
type Entry = Readonly<{ name: string; left: number; right: number; child: number; first: number; size: number }>;

/** Reads the streams in the root by their names in lower case. */
export class OleContainer {
  readonly #sectors: Sectors;
  readonly #miniSectors: Sectors;
  readonly #streams = new Map<string, Entry>();

  /** @throws FileRefused FileBroken */
  constructor(bytes: Buffer) {
    if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw broken();
    const sectorBytes = bytes.readUInt16LE(30) === 12 ? 4_096 : 512;
    this.#sectors = { bytes, from: sectorBytes, sectorBytes, next: nextSectors(bytes, sectorBytes) };
    const entries = entriesIn(chained(this.#sectors, bytes.readUInt32LE(48)));
    const [root] = entries;
    if (root === undefined) throw broken();
    this.#miniSectors = {
      bytes: chained(this.#sectors, root.first),
      from: 0,
      sectorBytes: MINI_SECTOR_BYTES,
      next: numbersIn(chained(this.#sectors, bytes.readUInt32LE(60))),
    };
    const waiting = [root.child];
    const visited = new Set<number>();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entry = entries[at];
      if (entry === undefined || visited.has(at)) continue;
      visited.add(at);
      this.#streams.set(entry.name.toLowerCase(), entry);
      waiting.push(entry.left, entry.right);
    }
  }

  has(name: string): boolean {
    return this.#streams.has(name);
  }

  /** @returns null where there is none @throws FileRefused FileBroken, where it is cut off too */
  read(name: string): Buffer | null {
    const entry = this.#streams.get(name);
    if (entry === undefined) return null;
    const sectors = entry.size < MINI_STREAM_BYTES ? this.#miniSectors : this.#sectors;
    const bytes = chained(sectors, entry.first);
    if (bytes.length + sectors.sectorBytes <= entry.size) throw broken(); // some leave the last sector unfilled
    return bytes.subarray(0, entry.size);
  }
}

/** The allocation table: the header and a chain of sectors list the sectors it is in. */
function nextSectors(bytes: Buffer, sectorBytes: number): readonly number[] {
  const sectorAt = (sector: number): Buffer =>
    bytes.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
  const sectors = numbersIn(bytes.subarray(76, HEADER_BYTES));
  const sectorsMax = bytes.length / sectorBytes;
  for (let list = bytes.readUInt32LE(68); list < SECTORS_MAX && sectors.length < sectorsMax;) {
    const numbers = numbersIn(sectorAt(list));
    list = numbers.pop() ?? SECTORS_MAX;
    sectors.push(...numbers);
  }
  return sectors
    .filter((sector) => sector < SECTORS_MAX)
    .slice(0, sectorsMax)
    .flatMap((sector) => numbersIn(sectorAt(sector)));
}

function chained({ bytes, from, sectorBytes, next }: Sectors, first: number): Buffer {
  const sectors: Buffer[] = [];
  for (let sector = first; sector < SECTORS_MAX; sector = next[sector] ?? SECTORS_MAX) {
    const start = from + sector * sectorBytes;
    if (start >= bytes.length || sectors.length * sectorBytes > bytes.length) throw broken();
    sectors.push(bytes.subarray(start, start + sectorBytes));
  }
  return Buffer.concat(sectors);
}

function entriesIn(directory: Buffer): readonly Entry[] {
  return Array.from({ length: Math.floor(directory.length / DIRECTORY_ENTRY_BYTES) }, (_, at) => {
    const entry = directory.subarray(at * DIRECTORY_ENTRY_BYTES, (at + 1) * DIRECTORY_ENTRY_BYTES);
    return {
      name: entry.toString('utf16le', 0, Math.min(64, entry.readUInt16LE(64))).replace(/\0.*$/s, ''),
      left: entry.readUInt32LE(68),
      right: entry.readUInt32LE(72),
      child: entry.readUInt32LE(76),
      first: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));
}

function broken(): FileRefused {
  return new FileRefused({ is: 'FileBroken', format: 'xls' });
}
