// Opens delimited text as one table. Its content tells encoding and delimiter; rows are read piece by piece.
// Source: docs/spec/files.md#encodings, docs/spec/files.md#delimiters.
import { closeSync, openSync, readSync } from 'node:fs';
import { knownHeadings } from '../../columns/recogniseColumns.js';
import { FileRefused, type OpenFile, type ReadLimits, type TableRow } from '../table.js';
import { findDelimiter, type Delimiter } from './findDelimiter.js';
import { RecordSplitter } from './recordSplitter.js';
import { scanText, type TextScan } from './scanText.js';
import { fromWindows1252 } from '../encoding.js';

/** The rows of one chunk outlive its text: larger ones would be copied by each collection of garbage. */
const CHUNK_BYTES = 65_536;

/** Rows whose headings tell CP850 from windows-1252. */
const SAMPLE_ROWS = 60;

type Layout = Readonly<{ encoding: TextEncoding; lineEnd: '\n' | '\r'; separator: Delimiter }>;

/** @throws FileRefused */
export async function openText(path: string, limits: ReadLimits, signal: AbortSignal): Promise<OpenFile> {
  const scan = scanText(path, limits.lineBytesMax);
  const layout = layoutOf(scan, limits);
  const { delimiter } = layout.separator;
  return {
    format: delimiter === '\t' || delimiter === '|' ? 'txt' : 'csv',
    encoding: layout.encoding,
    delimiter,
    tables: [{ name: null, hidden: false, rows: () => readRows(path, layout, limits, signal) }],
    close: async () => undefined,
  };
}

function layoutOf(scan: TextScan, limits: ReadLimits): Layout {
  const lineEnd = scan.endsWithCr ? '\r' : '\n';
  const [first, other] = possibleEncodings(scan);
  const sample = sampleOf(scan, first);
  if (sample.includes('\0')) throw new FileRefused({ is: 'FileNul' });
  const separator = findDelimiter(sample);
  const layout = { lineEnd, separator } as const;
  const headings = (encoding: TextEncoding): number =>
    knownHeadings(sampleRows(sampleOf(scan, encoding), layout, limits));
  // CP850 only where it yields more known headings than windows-1252.
  const encoding = other !== undefined && headings(other) > headings(first) ? other : first;
  return { ...layout, encoding };
}

function possibleEncodings({ mark, isUtf8 }: TextScan): readonly [TextEncoding, TextEncoding?] {
  if (mark !== null && (mark !== 'UTF-8' || isUtf8)) return [mark];
  return isUtf8 ? ['UTF-8'] : ['windows-1252', 'CP850'];
}

/** Whole lines from the start, within the head. */
function sampleOf({ head, endsWithCr }: TextScan, encoding: TextEncoding): string {
  const text = textDecoder(encoding).decode(head, false);
  const lastEnd = text.lastIndexOf(endsWithCr ? '\r' : '\n');
  return lastEnd === -1 ? text : text.slice(0, lastEnd + 1);
}

function sampleRows(
  sample: string,
  { separator, lineEnd }: Omit<Layout, 'encoding'>,
  limits: ReadLimits,
): TableRow[] {
  const splitter = new RecordSplitter({ delimiter: separator.delimiter, lineEnd, limits }, 1);
  return splitter.push(sample, false).slice(0, SAMPLE_ROWS);
}

/** Reading blocks: files are read in a thread of their own. */
async function* readRows(
  path: string,
  { encoding, lineEnd, separator }: Layout,
  limits: ReadLimits,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[], void> {
  const splitter = new RecordSplitter({ delimiter: separator.delimiter, lineEnd, limits }, 1);
  const decoder = textDecoder(encoding);
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let isFirst = separator.isDeclared;
    for (;;) {
      signal.throwIfAborted();
      const read = readSync(file, chunk, 0, CHUNK_BYTES, null);
      const rows = splitter.push(decoder.decode(chunk.subarray(0, read), read === 0), read === 0);
      if (isFirst && rows.length > 0) {
        rows.shift();
        isFirst = false;
      }
      if (rows.length > 0) yield rows;
      if (read === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252' | 'CP850';

/** The upper half of code page 850, which DOS programs in Brazil print in. */
const CP850_80_TO_FF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Keeps a character that the end of a piece cuts for the next one. */
type TextPieces = Readonly<{ decode(bytes: Buffer, isLast: boolean): string }>;

/** Removes a byte order mark and replaces invalid bytes by U+FFFD. */
function textDecoder(encoding: TextEncoding): TextPieces {
  if (encoding === 'CP850') return { decode: fromCp850 };
  if (encoding === 'windows-1252') return { decode: fromWindows1252 };
  const decoder = new TextDecoder(encoding.toLowerCase());
  return { decode: (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }) };
}

function fromCp850(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (one) => CP850_80_TO_FF.charAt(one.charCodeAt(0) - 0x80));
}
