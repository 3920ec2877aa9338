// Opens XLSX, and XLSM without its macros, by yauzl and saxes: streaming, one sheet at a time, in bounded memory.
// Source: docs/spec/files.md#workbooks.
import type { OpenFile, OpenReader, ReadLimits, TableRow } from '../table.js';
import { coverOf } from '../mergedCells.js';
import { partBatches, readPart, readWorkbook, type Sheet, type Workbook } from './workbook.js';
import { sharedStrings, StringTable, worksheetHandler } from './worksheet.js';
import { mergedAreas } from './mergedAreas.js';
import { openZip, type Zip } from './zip.js';

/** @throws FileRefused */
export const openXlsx: OpenReader = async (path, limits, signal): Promise<OpenFile> => {
  const zip = await openZip(path, limits);
  try {
    const workbook = await readWorkbook(zip, limits, signal);
    // Read once, for the first sheet that is read.
    let strings: Promise<StringTable> | null = null;
    const getStrings = () => (strings ??= readStrings(zip, workbook, limits, signal));
    return {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      tables: workbook.sheets.map((sheet) => ({
        name: sheet.name,
        hidden: sheet.hidden,
        rows: () => readRows(zip, workbook, sheet, getStrings, limits, signal),
      })),
      close: async () => {
        zip.close();
        await strings?.catch(() => undefined);
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
};

async function readStrings(
  zip: Zip,
  workbook: Workbook,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<StringTable> {
  const table = new StringTable();
  if (workbook.strings !== null)
    await readPart(
      zip,
      workbook.strings,
      signal,
      sharedStrings(limits, (text) => table.add(text)),
    );
  return table;
}

async function* readRows(
  zip: Zip,
  workbook: Workbook,
  sheet: Sheet,
  getStrings: () => Promise<StringTable>,
  limits: ReadLimits,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  const strings = await getStrings();
  const areas = await mergedAreas(zip, sheet.entry, signal);
  let batch: TableRow[] = [];
  const handler = worksheetHandler(
    {
      limits,
      string: (index) => strings.get(index),
      style: (index) => workbook.styles[index],
      from1904: workbook.from1904,
      cover: coverOf(areas, limits.columnsMax),
    },
    (row) => batch.push(row),
  );
  const take = () => {
    const taken = batch;
    batch = [];
    return taken;
  };
  yield* partBatches(zip, sheet.entry, signal, handler, take);
}
