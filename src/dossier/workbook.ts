// A table as a workbook whose bytes follow from its rows alone: stored, with fixed times. Source: docs/dossie.md.
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { partsOf, type Column, type CellRow } from '../spreadsheets/xlsxParts.js';
import { batched, tableSheet, wholeSheetXml } from '../spreadsheets/xlsxFile.js';

export async function workbookOf(
  sheet: string,
  columns: readonly Column[],
  rows: readonly CellRow[],
): Promise<Buffer> {
  const parts = [...partsOf([sheet])].map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const xml = await wholeSheetXml(tableSheet(sheet, columns, batched(rows)));
  return storedZip([...parts, { name: 'xl/worksheets/sheet1.xml', bytes: xml }]);
}

// Zips whose bytes follow from their entries alone: stored, with fixed times. Source: docs/dossie.md.

export type Entry = Readonly<{ name: string; bytes: Uint8Array }>;

/** Time of every entry, local as zips hold it. */
const TIME = new Date(1980, 0, 1);

/** The entries are asked for one at a time. @throws errors of the file system; the file is then incomplete */
export async function writeStoredZip(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(path, { flush: true }));
  written.catch(() => undefined); // awaited below
  for await (const entry of entries) add(zip, entry);
  zip.end();
  await written;
}

async function storedZip(entries: readonly Entry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const entry of entries) add(zip, entry);
  zip.end();
  return buffer(zip.outputStream);
}

function add(zip: ZipFile, { name, bytes }: Entry): void {
  zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
    compress: false,
    mtime: TIME,
    mode: 0o100644,
    forceDosTimestamp: true,
  });
}
