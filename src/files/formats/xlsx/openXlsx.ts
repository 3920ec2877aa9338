// Opens XLSX, and XLSM without its macros, by yauzl and saxes: streaming, one sheet at a time, in bounded memory.
// Source: docs/spec/files.md#workbooks.
import { opened, type OpenReader, type TableRow } from '../table.js';
import { coverOf, MERGED_AREAS_MAX, type MergedArea } from '../sheetCells.js';
import { partBatches, readPart, readWorkbook, type Sheet, type Workbook } from './workbook.js';
import { sharedStrings, StringTable, WorksheetRows, columnOf } from './worksheet.js';
import { XmlReader } from '../xml/xmlFile.js';
import { brokenWorkbook, openZip, type Zip } from './zip.js';
import type { Entry } from 'yauzl';

/** @throws FileRefused */
export const openXlsx: OpenReader = async (path, signal) => {
  const zip = await openZip(path);
  try {
    const workbook = await readWorkbook(zip, signal);
    // Read once, for the first sheet that is read.
    let strings: Promise<StringTable> | null = null;
    const getStrings = () => (strings ??= readStrings(zip, workbook, signal));
    const tables = workbook.sheets.map((sheet) => ({
      name: sheet.name,
      hidden: sheet.hidden,
      rows: () => readRows(zip, workbook, sheet, getStrings, signal),
    }));
    const close = async () => {
      zip.close();
      await strings?.catch(() => undefined);
    };
    return opened('xlsx', tables, { close });
  } catch (error) {
    zip.close();
    throw error;
  }
};

async function readStrings(zip: Zip, workbook: Workbook, signal: AbortSignal): Promise<StringTable> {
  const table = new StringTable();
  if (workbook.strings !== null) await readPart(zip, workbook.strings, signal, sharedStrings(table));
  return table;
}

async function* readRows(
  zip: Zip,
  workbook: Workbook,
  sheet: Sheet,
  getStrings: () => Promise<StringTable>,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  const strings = await getStrings();
  const areas = await mergedAreas(zip, sheet.entry, signal);
  const context = { ...workbook, strings, cover: coverOf(areas) };
  yield* partBatches<TableRow>(
    zip,
    sheet.entry,
    signal,
    (emit) => new XmlReader(new WorksheetRows(context, emit)),
  );
}

const MARK = Buffer.from('mergeCells');
const AREA = /<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"[^>]*>/g;

/**
 * The merged cells of a worksheet, which stand behind its rows: a first pass over the inflated bytes.
 * @throws FileRefused
 */
async function mergedAreas(zip: Zip, entry: Entry, signal: AbortSignal): Promise<readonly MergedArea[]> {
  const areas: MergedArea[] = [];
  let tail: Buffer | null = null;
  /** The last bytes read, where the mark may begin. */
  let seam: Buffer = Buffer.alloc(0);
  for await (const chunk of zip.read(entry, signal)) {
    tail = tail === null ? fromMark(seam, chunk) : Buffer.concat([tail, chunk]);
    if (tail === null) {
      seam = Buffer.concat([seam, chunk.subarray(-MARK.length)]).subarray(-MARK.length);
      continue;
    }
    tail = Buffer.from(tail.subarray(takeAreas(tail, areas)));
    if (areas.length > MERGED_AREAS_MAX) throw brokenWorkbook();
  }
  return areas;
}

/** The bytes from the mark on; null without it. Does not copy a chunk to look across its beginning. */
function fromMark(seam: Buffer, chunk: Buffer): Buffer | null {
  const across = Buffer.concat([seam, chunk.subarray(0, MARK.length)]).indexOf(MARK);
  if (across !== -1 && across < seam.length) return Buffer.concat([seam.subarray(across), chunk]);
  const markAt = chunk.indexOf(MARK);
  return markAt === -1 ? null : Buffer.from(chunk.subarray(markAt));
}

/** @returns how many bytes were used up */
function takeAreas(bytes: Buffer, areas: MergedArea[]): number {
  const text = bytes.toString('latin1');
  for (const [, left = '', top, right = '', bottom] of text.matchAll(AREA))
    areas.push({ left: columnOf(left), top: Number(top), right: columnOf(right), bottom: Number(bottom) });
  return text.lastIndexOf('>') + 1;
}
