// Detects the encoding of a file and decodes it piece by piece: byte order mark, declaration, else UTF-8 where the
// whole file is valid, else windows-1252. A declared UTF-8 that is not valid counts as undeclared.
// Source: docs/spec/files.md#encodings.
import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { readBytes, readHead } from './readBytes.js';
import { FileRefused } from './table.js';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'ISO-8859-1' | 'windows-1252' | 'CP850' | 'Macintosh';

/** Keeps a character that the end of a piece cuts for the next one; `end` returns what is left of it. */
type Decoder = Readonly<{ write(bytes: Buffer): string; end(): string }>;

export function decoderOf(encoding: Encoding): Decoder {
  switch (encoding) {
    case 'UTF-8':
      return new StringDecoder('utf8');
    case 'UTF-16LE':
    case 'UTF-16BE':
    case 'Macintosh': {
      const decoder = new TextDecoder(encoding);
      return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
    }
    // As browsers do: files declared as ISO-8859-1 are written in windows-1252.
    case 'ISO-8859-1':
    case 'windows-1252':
      return { write: fromWindows1252, end: () => '' };
    case 'CP850':
      return { write: fromCp850, end: () => '' };
  }
}

/**
 * 0x80 to 0x9F of windows-1252, the rest of which is ISO-8859-1. Node 20's TextDecoder takes one for the other.
 */
const WINDOWS_1252_80_TO_9F =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * The text of bytes that come in pieces, without a byte order mark.
 * @param encodingOf asked once, with the first piece
 */
export async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encodingOf: (first: Buffer) => Encoding,
): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  for await (const bytes of pieces) {
    const isFirst = decoder === null;
    decoder ??= decoderOf(encodingOf(bytes));
    const text = decoder.write(bytes);
    yield isFirst ? withoutMark(text) : text;
  }
  if (decoder !== null) yield decoder.end();
}

export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function fromWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (unit) => WINDOWS_1252_80_TO_9F.charAt(unit.charCodeAt(0) - 0x80));
}

/** The upper half of code page 850, which DOS programs in Brazil print in. */
const CP850_80_TO_FF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

function fromCp850(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (one) => CP850_80_TO_FF.charAt(one.charCodeAt(0) - 0x80));
}

type ByteOrderMark = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE';

export function byteOrderMark(head: Uint8Array): ByteOrderMark | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'UTF-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
  return null;
}

/** Encoding of XML and HTML: by a byte order mark, or `<` in UTF-16 without one. */
export function markupEncoding(head: Buffer): Encoding | null {
  const mark = byteOrderMark(head);
  if (mark !== null) return mark;
  if (head[0] === 0x3c && head[1] === 0 && head[3] === 0) return 'UTF-16LE';
  if (head[0] === 0 && head[1] === 0x3c && head[2] === 0) return 'UTF-16BE';
  return null;
}

/** Those that a file may declare, by their names without signs as ERPs are known to write them. */
const NAMES = {
  'UTF-8': 'utf8 usascii ascii',
  'UTF-16LE': 'utf16 utf16le',
  'UTF-16BE': 'utf16be',
  'ISO-8859-1': 'iso88591 latin1 iso885915',
  'windows-1252': 'windows1252 cp1252',
} as const satisfies Partial<Record<Encoding, string>>;
const DECLARABLE = Object.keys(NAMES) as (keyof typeof NAMES)[];

function encodingNamed(name: string): Encoding | undefined {
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return DECLARABLE.find((encoding) => NAMES[encoding].split(' ').includes(key));
}

/** Reads the whole file, some 30 ms for 50 MB. */
export async function isFileUtf8(path: string, signal: AbortSignal): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of readBytes(path, signal)) {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    tail = bytes.subarray(whole);
  }
  return tail.length === 0;
}

/** How many bytes at the end begin a UTF-8 character without ending it: 0 to 3. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/**
 * The encoding of an XML or HTML file.
 * @param declared finds the name of the encoding that the first bytes declare
 * @throws FileRefused FileXmlInvalid for an unknown name
 */
export async function detectEncoding(
  path: string,
  signal: AbortSignal,
  declared: (head: string) => string | null,
): Promise<Encoding> {
  const head = await readHead(path, 4_096);
  const marked = markupEncoding(head);
  if (marked !== null) return marked;
  const name = declared(head.toString('latin1'));
  const encoding = name === null ? 'UTF-8' : encodingNamed(name);
  if (encoding === undefined) throw new FileRefused({ is: 'FileXmlInvalid', line: 1 });
  // UTF-16 without its zero bytes is not UTF-16: the declaration is wrong.
  if (encoding !== 'UTF-8' && !encoding.startsWith('UTF-16')) return encoding;
  return (await isFileUtf8(path, signal)) ? 'UTF-8' : 'windows-1252';
}
