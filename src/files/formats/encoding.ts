// Bytes to text while streaming. The encoding is settled first: byte order mark, declaration, else UTF-8 where the
// whole file is valid UTF-8, else windows-1252. A declared UTF-8 that is none counts as undeclared.
// Source: docs/spec/files.md#encodings.
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { FileRefused } from './table.js';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'ISO-8859-1' | 'windows-1252';

/** Decodes a part at a time; `end` gives what an unfinished character leaves. */
export type Decoder = Readonly<{ write(bytes: Buffer): string; end(): string }>;

const CHUNK_BYTES = 131_072;

/** windows-1252 where it differs from ISO-8859-1: 0x80 to 0x9F. Node 20's TextDecoder takes one for the other. */
const C1 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

export function decoderOf(encoding: Encoding): Decoder {
  switch (encoding) {
    case 'UTF-8':
      return new StringDecoder('utf8');
    case 'UTF-16LE':
      return new StringDecoder('utf16le');
    case 'UTF-16BE':
      return bigEndian();
    // As browsers do: files declared ISO-8859-1 are windows-1252 in truth.
    case 'ISO-8859-1':
    case 'windows-1252':
      return {
        write: (bytes) => {
          const text = bytes.toString('latin1');
          return text.replace(/[\x80-\x9f]/g, (unit) => C1.charAt(unit.charCodeAt(0) - 0x80));
        },
        end: () => '',
      };
  }
}

function bigEndian(): Decoder {
  const little = new StringDecoder('utf16le');
  let odd: Buffer = Buffer.alloc(0);
  return {
    write: (bytes) => {
      const all = Buffer.concat([odd, bytes]);
      const even = all.length - (all.length % 2);
      odd = Buffer.from(all.subarray(even));
      return little.write(Buffer.from(all.subarray(0, even)).swap16());
    },
    end: () => little.end() + (odd.length > 0 ? '\ufffd' : ''),
  };
}

/** Bytes of the file from `from`, in chunks that are the consumer's to keep. Reading blocks: it runs in a thread of its own. */
export async function* readBytes(path: string, signal: AbortSignal, from = 0): AsyncGenerator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (let position = from; ;) {
      signal.throwIfAborted();
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytesRead = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    closeSync(file);
  }
}

/** The file's first bytes. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By a byte order mark, or by the zero bytes around `<` in UTF-16 without one. */
export function encodingOfByteOrderMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'UTF-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
  if (head[0] === 0x3c && head[1] === 0 && head[3] === 0) return 'UTF-16LE';
  if (head[0] === 0 && head[1] === 0x3c && head[2] === 0) return 'UTF-16BE';
  return null;
}

/** @returns null for a name no ERP writes */
export function encodingNamed(name: string): Encoding | null {
  switch (name.toLowerCase().replace(/[^a-z0-9]/g, '')) {
    case 'utf8':
    case 'usascii':
    case 'ascii':
      return 'UTF-8';
    case 'iso88591':
    case 'latin1':
    case 'iso885915':
      return 'ISO-8859-1';
    case 'windows1252':
    case 'cp1252':
      return 'windows-1252';
    case 'utf16':
    case 'utf16le':
      return 'UTF-16LE';
    case 'utf16be':
      return 'UTF-16BE';
    default:
      return null;
  }
}

/** Whether all of it is UTF-8. Reads the file once, some 30 ms for 50 MB. */
export async function isFileUtf8(path: string, signal: AbortSignal): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of readBytes(path, signal)) {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const whole = bytes.length - unfinished(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    tail = bytes.subarray(whole);
  }
  return tail.length === 0;
}

/** How many bytes at the end begin a character without ending it: 0 to 3. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/**
 * The encoding of a marked-up file whose declared name `declared` finds in the first bytes.
 * @throws FileRefused FileXmlInvalid for a declared name that is not known
 */
export async function detectEncoding(
  path: string,
  signal: AbortSignal,
  declared: (head: string) => string | null,
): Promise<Encoding> {
  const head = await readHead(path, 4_096);
  const marked = encodingOfByteOrderMark(head);
  if (marked !== null) return marked;
  const name = declared(head.toString('latin1'));
  const encoding = name === null ? 'UTF-8' : encodingNamed(name);
  if (encoding === null) throw new FileRefused({ is: 'FileXmlInvalid', line: 1 });
  // A name of 16 bits in a text of 8: whoever wrote the declaration did not write the bytes.
  if (encoding !== 'UTF-8' && !encoding.startsWith('UTF-16')) return encoding;
  return (await isFileUtf8(path, signal)) ? 'UTF-8' : 'windows-1252';
}
