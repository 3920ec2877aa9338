// One quick look at all bytes of a text file before it is read: what encoding can it be in, and can its lines be held.
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { FileRefused } from '../table.js';

export type Bom = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE';

export type TextScan = Readonly<{
  bom: Bom | null;
  isUtf8: boolean;
  /** The first bytes, byte order mark included. */
  head: Buffer;
  /** Lines end with CR alone (old Macintosh). */
  endsWithCr: boolean;
}>;

const CHUNK_BYTES = 1_048_576;
const HEAD_BYTES = 131_072;
const [LF, CR] = [0x0a, 0x0d];

/**
 * Blocking: for worker threads.
 * @throws FileRefused FileNul, FileLineTooLong
 */
export function scanText(path: string, lineBytesMax: number): TextScan {
  const file = openSync(path, 'r');
  try {
    return scanned(file, lineBytesMax);
  } finally {
    closeSync(file);
  }
}

function scanned(file: number, lineBytesMax: number): TextScan {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let head = Buffer.alloc(0);
  let bom: Bom | null = null;
  let utf8 = true;
  let pending = 0;
  let lineBytes = 0;
  let hasLf = false;
  let hasCr = false;
  for (;;) {
    const read = readSync(file, chunk, pending, CHUNK_BYTES - pending, null);
    const bytes = chunk.subarray(0, pending + read);
    if (head.length === 0) {
      head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
      bom = bomOf(head);
      hasLf = head.includes(LF);
      hasCr = head.includes(CR);
    }
    const isWide = bom === 'UTF-16LE' || bom === 'UTF-16BE';
    const fresh = bytes.subarray(pending);
    if (!isWide && fresh.includes(0)) throw new FileRefused({ is: 'FileNul' });
    lineBytes = longestOpenLine(fresh, lineBytes, lineBytesMax * (isWide ? 2 : 1), hasLf || !hasCr ? LF : CR);
    if (read === 0) {
      if (!isWide && pending > 0) utf8 = false;
      break;
    }
    pending = 0;
    if (utf8 && !isWide) {
      const whole = bytes.length - cutOff(bytes);
      utf8 = isUtf8(bytes.subarray(0, whole));
      pending = utf8 ? bytes.length - whole : 0;
      chunk.copyWithin(0, whole, whole + pending);
    }
  }
  return { bom, isUtf8: utf8, head, endsWithCr: hasCr && !hasLf };
}

/** Lines inside a chunk are shorter than it; only those that go beyond its ends can be too long. */
function longestOpenLine(bytes: Buffer, open: number, bytesMax: number, end: number): number {
  const first = bytes.indexOf(end);
  const length = open + (first === -1 ? bytes.length : first);
  if (length > bytesMax) throw new FileRefused({ is: 'FileLineTooLong', line: 1 });
  return first === -1 ? length : bytes.length - bytes.lastIndexOf(end) - 1;
}

export function bomOf(head: Uint8Array): Bom | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'UTF-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
  return null;
}

/** How many bytes at the end begin a character that goes on in the next chunk. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
