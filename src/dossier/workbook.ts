// A table as a workbook whose bytes follow from its rows alone: stored, with fixed times. Source: docs/dossie.md.
import { xlsxCell, type CellValue, type Column } from '../spreadsheets/xlsxCell.js';
import { wholeSheetXml, type XlsxRow } from '../spreadsheets/xlsxFile.js';
import { widthOf } from '../spreadsheets/xlsxPage.js';
import { partsOf } from '../spreadsheets/xlsxParts.js';
import { storedZip } from './storedZip.js';

export type Row = Readonly<Record<string, CellValue>>;

export async function workbookOf(
  sheet: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<Buffer> {
  const parts = [...partsOf([sheet])].map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const xml = await wholeSheetXml({
    name: sheet,
    widths: columns.map(widthOf),
    hasFilter: true,
    rows: batches(columns, rows),
  });
  return storedZip([...parts, { name: 'xl/worksheets/sheet1.xml', bytes: xml }]);
}

/** What a sheet may hold of its XML at a time. */
const BATCH_ROWS = 1_000;

async function* batches(columns: readonly Column[], rows: readonly Row[]): AsyncGenerator<readonly XlsxRow[]> {
  yield [{ number: 1, cells: columns.map(({ name }) => xlsxCell('text', name)) }];
  for (let from = 0; from < rows.length; from += BATCH_ROWS)
    yield rows.slice(from, from + BATCH_ROWS).map((row, at) => ({
      number: from + at + 2,
      cells: columns.map(({ name, kind }) => xlsxCell(kind, row[name])),
    }));
}
