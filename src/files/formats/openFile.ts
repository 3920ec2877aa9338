// Opens a file with the reader of its kind. Readers other than text are loaded when first needed.
// Source: docs/spec/files.md#kinds.
import type { FileKind } from './detectFileKind.js';
import { READ_LIMITS, type OpenFile, type OpenReader } from './table.js';
import { openText } from './text/openText.js';

/** @throws FileRefused */
export async function openFile(path: string, kind: FileKind, signal: AbortSignal): Promise<OpenFile> {
  const open = await readerOf(kind);
  return open(path, READ_LIMITS, signal);
}

async function readerOf(kind: FileKind): Promise<OpenReader> {
  switch (kind) {
    case 'text':
      return openText;
    case 'zip':
      return (await import('./xlsx/openXlsx.js')).openXlsx;
    case 'ole':
      return (await import('./xls/openXls.js')).openXls;
    case 'xml':
      return (await import('./xml/openXml.js')).openXml;
    case 'html':
      return (await import('./html/openHtml.js')).openHtml;
    case 'ecd':
      return (await import('./openEcd.js')).openEcd;
  }
}
