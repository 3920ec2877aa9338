// The kind of a file, by its content and never by its name. A kind that has to be refused goes into REFUSED_KINDS
// or REFUSED_TEXT. Source: docs/spec/files.md#kinds.
import { readHead } from './readBytes.js';
import { FileRefused } from './table.js';

export type FileKind = 'zip' | 'ole' | 'xml' | 'html' | 'ecd' | 'text';

const HEAD_BYTES = 4_096;

const REFUSED_KINDS: Readonly<Record<string, readonly number[]>> = {
  PDF: [0x25, 0x50, 0x44, 0x46],
  PNG: [0x89, 0x50, 0x4e, 0x47],
  JPEG: [0xff, 0xd8, 0xff],
  GIF: [0x47, 0x49, 0x46, 0x38],
  gzip: [0x1f, 0x8b, 0x08],
  bzip2: [0x42, 0x5a, 0x68],
  '7z': [0x37, 0x7a, 0xbc, 0xaf],
  RAR: [0x52, 0x61, 0x72, 0x21],
  xz: [0xfd, 0x37, 0x7a, 0x58],
  'um programa': [0x4d, 0x5a, 0x90],
  'um programa de Linux': [0x7f, 0x45, 0x4c, 0x46],
};
/** Kinds of text that are refused, by how they begin. ODS: a workbook of LibreOffice as one XML. */
const REFUSED_TEXT: Readonly<Record<string, RegExp>> = {
  ODS: /^<[^]{0,3000}opendocument\.spreadsheet/,
  RTF: /^\{\\rtf/,
  PostScript: /^%!PS/,
  JSON: /^[{[]\s*["{[]/,
};
/** Old Excel (2 to 5) without the OLE2 container around it: record BOF, its length, its version. */
const BARE_BIFF: readonly (readonly number[])[] = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
  [0x09, 0x08, 0x08, 0x00],
];
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0];

const ECD = /^\s*\|0000\|/;
const HTML = /<(?:!doctype\s+html|html|head|body|meta|table|style|div|center|title)[\s>/]/i;

/** @throws FileRefused FileEmpty, FileFormatUnknown */
export async function detectFileKind(path: string): Promise<FileKind> {
  const head = await readHead(path, HEAD_BYTES);
  if (head.length === 0) throw new FileRefused({ is: 'FileEmpty' });
  const kind = kindOf(head);
  if (typeof kind === 'string') return kind;
  throw new FileRefused({ is: 'FileFormatUnknown', ...kind });
}

/** `found` is the name of a kind that is refused, where it is known. */
type Refused = Readonly<{ found?: string }>;

function kindOf(head: Uint8Array): FileKind | Refused {
  if (startsWith(head, [0x50, 0x4b])) return [0x03, 0x05, 0x07].includes(head[2] ?? 0) ? 'zip' : kindOfText(head);
  if (startsWith(head, OLE2) || BARE_BIFF.some((bytes) => startsWith(head, bytes))) return 'ole';
  const binary = Object.entries(REFUSED_KINDS).find(([, bytes]) => startsWith(head, bytes));
  return binary === undefined ? kindOfText(head) : { found: binary[0] };
}

function kindOfText(head: Uint8Array): FileKind | Refused {
  // A short ECD's signature is binary, and within the head.
  if (ECD.test(latin1(head))) return 'ecd';
  const text = sampleText(head);
  const start = (text ?? latin1(head)).trimStart();
  const refused = Object.entries(REFUSED_TEXT).find(([, beginning]) => beginning.test(start));
  if (refused !== undefined) return { found: refused[0] };
  if (text === null) return {};
  if (!start.startsWith('<')) return 'text';
  return HTML.test(start) && !/^<\?xml[^>]*>\s*<(?!html|!doctype html)/i.test(start) ? 'html' : 'xml';
}

/** @returns null when control characters show that it is not text */
function sampleText(head: Uint8Array): string | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head);
  let controls = 0;
  for (const byte of head) if (byte < 0x20 && byte !== 0 && !isTextControl(byte)) controls++;
  if (controls > head.length / 100) return null;
  return latin1(head);
}

/** Without a byte order mark of UTF-8. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
}

/** Tab, line ends, form feed, vertical tab, escape (printer codes), end of a DOS file. NUL is refused later. */
function isTextControl(byte: number): boolean {
  return (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a || byte === 0x1b;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
