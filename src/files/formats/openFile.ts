// Opens a file with the reader of its kind. Readers other than text are loaded when first needed.
// Source: docs/spec/files.md#kinds.
import type { FileReason } from '../../domain/trialBalance/fileReasons.js';
import { detectFileKind, type FileKind } from './detectFileKind.js';
import { FileRefused, type OpenFile, type OpenReader, type Table } from './table.js';
import { openText } from './text/openText.js';

/** @throws FileRefused */
export async function openFile(path: string, kind: FileKind, signal: AbortSignal): Promise<OpenFile> {
  const open = await readerOf(kind);
  return open(path, signal);
}

async function readerOf(kind: FileKind): Promise<OpenReader> {
  switch (kind) {
    case 'text':
      return openText;
    case 'zip':
      return (await import('./xlsx/openXlsx.js')).openXlsx;
    case 'ole':
      return (await import('./openXls.js')).openXls;
    case 'xml':
      return (await import('./xml/openXml.js')).openXml;
    case 'html':
      return (await import('./openHtml.js')).openHtml;
    case 'ecd':
      return (await import('./openEcd.js')).openEcd;
  }
}

// Reads the first table of a file whose heading the reader knows: visible ones first.

type Unread = Readonly<{ is: 'HeadingMissing' }> | Readonly<{ is: 'FileUnreadable'; reason: FileReason }>;

/**
 * @param readTable answers `HeadingMissing` for a table that it does not know; that of the first is answered where
 *   it knows none. It is given the tables behind it too
 * @param readOther reads a file that is no table; null: this one is
 */
export async function readFirstTable<Found extends object>(
  path: string,
  readTable: (table: Table, others: readonly Table[]) => Promise<Found | Unread>,
  readOther: (kind: FileKind, signal: AbortSignal) => Promise<Found | null> = async () => null,
): Promise<Found | Unread> {
  const reading = new AbortController();
  let file: OpenFile | null = null;
  let unread: Found | Unread | null = null;
  try {
    const kind = await detectFileKind(path);
    const other = await readOther(kind, reading.signal);
    if (other !== null) return other;
    file = await openFile(path, kind, reading.signal);
    const tables = [...file.tables].sort((a, b) => Number(a.hidden) - Number(b.hidden));
    for (const [at, table] of tables.entries()) {
      const reading = await readTable(table, tables.slice(at + 1));
      if (!('is' in reading) || reading.is !== 'HeadingMissing') return reading;
      unread ??= reading;
    }
    return unread ?? { is: 'HeadingMissing' };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { is: 'FileUnreadable', reason: error.reason };
  } finally {
    reading.abort();
    await file?.close();
  }
}
