// Trims a range of UTF-8 bytes like `String.prototype.trim`, without decoding it. Part of jsonScanner.ts, which says what it
// buys.

/** Where the text begins after its leading blanks. */
export function trimmedStart(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = blankLength(bytes, at, end);
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Where the text ends before its trailing blanks. */
export function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start) {
    const length = blankBefore(bytes, start, at);
    if (length === 0) break;
    at -= length;
  }
  return at;
}

/** The start of the character that ends before `end`. */
function blankBefore(bytes: Uint8Array, start: number, end: number): number {
  const last = bytes[end - 1] as number;
  if (last < 0x80) return isBlankByte(last) ? 1 : 0;
  for (const length of [2, 3]) {
    if (end - length >= start && blankLength(bytes, end - length, end) === length) return length;
  }
  return 0;
}

/** How many bytes the blank at a position has; 0 when there is none. */
function blankLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return isBlankByte(first) ? 1 : 0;
  if (first === 0xc2) return bytes[at + 1] === 0xa0 ? 2 : 0; // U+00A0
  if (first < 0xe1 || first > 0xef || at + 3 > end) return 0;
  return isBlank(
    ((first & 0x0f) << 12) | (((bytes[at + 1] as number) & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f),
  )
    ? 3
    : 0;
}

function isBlankByte(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Blanks of three bytes: space separators, line and paragraph separator, byte order mark. */
function isBlank(point: number): boolean {
  if (point >= 0x2000 && point <= 0x200a) return true;
  return [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(point);
}
