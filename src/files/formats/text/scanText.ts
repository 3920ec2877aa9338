// First pass over the bytes of a text file: which encodings are possible, and whether its lines fit into memory.
// Source: docs/spec/files.md#encodings, docs/spec/files.md#bounds.
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { byteOrderMark, unfinishedBytes, type ByteOrderMark } from '../encoding.js';
import { FileRefused } from '../table.js';

export type TextScan = Readonly<{
  mark: ByteOrderMark | null;
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
 * Reading blocks: files are read in a thread of their own.
 * @throws FileRefused FileNul, FileLineTooLong
 */
export function scanText(path: string, lineBytesMax: number): TextScan {
  const file = openSync(path, 'r');
  try {
    return scanBytes(file, lineBytesMax);
  } finally {
    closeSync(file);
  }
}

function scanBytes(file: number, lineBytesMax: number): TextScan {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let head = Buffer.alloc(0);
  let mark: ByteOrderMark | null = null;
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
      mark = byteOrderMark(head);
      hasLf = head.includes(LF);
      hasCr = head.includes(CR);
    }
    const isWide = mark === 'UTF-16LE' || mark === 'UTF-16BE';
    const fresh = bytes.subarray(pending);
    if (!isWide && fresh.includes(0)) throw new FileRefused({ is: 'FileNul' });
    lineBytes = openLineBytes(fresh, lineBytes, lineBytesMax * (isWide ? 2 : 1), hasLf || !hasCr ? LF : CR);
    if (read === 0) {
      if (!isWide && pending > 0) utf8 = false;
      break;
    }
    pending = 0;
    if (utf8 && !isWide) {
      const whole = bytes.length - unfinishedBytes(bytes);
      utf8 = isUtf8(bytes.subarray(0, whole));
      pending = utf8 ? bytes.length - whole : 0;
      chunk.copyWithin(0, whole, whole + pending);
    }
  }
  return { mark, isUtf8: utf8, head, endsWithCr: hasCr && !hasLf };
}

/**
 * The length of the line that the chunk leaves open. Lines inside a chunk are shorter than the limit; only one that goes
 * beyond its ends may be too long.
 */
function openLineBytes(bytes: Buffer, open: number, bytesMax: number, end: number): number {
  const first = bytes.indexOf(end);
  const length = open + (first === -1 ? bytes.length : first);
  if (length > bytesMax) throw new FileRefused({ is: 'FileLineTooLong', line: 1 });
  return first === -1 ? length : bytes.length - bytes.lastIndexOf(end) - 1;
}
