// Unescapes texts in place: many clients escape all letters beyond ASCII, quotes, slashes and backslashes.
// Part of jsonScanner.ts, which says what it buys.

const [QUOTE, SLASH, BACKSLASH, U] = [0x22, 0x2f, 0x5c, 0x75];

/** Longer texts are left to JSON.parse. */
const scratch = new Uint8Array(4_096);

/**
 * Unescapes a text in place, as it never becomes longer.
 * @param from its first backslash
 * @param end its closing quote
 * @returns its new end; −1, without any change, if it contains control characters, halves of surrogate pairs or
 *   invalid escapes
 */
export function unescapeInPlace(bytes: Uint8Array, from: number, end: number): number {
  if (end - from > scratch.length) return -1;
  let length = 0;
  for (let at = from; at < end;) {
    const byte = bytes[at] as number;
    if (byte !== BACKSLASH) {
      if (byte < 0x20 || byte === 0x7f || (byte === 0xc2 && (bytes[at + 1] as number) < 0xa0)) return -1;
      scratch[length++] = byte;
      at++;
      continue;
    }
    const escaped = bytes[at + 1] as number;
    if (escaped === QUOTE || escaped === BACKSLASH || escaped === SLASH) {
      scratch[length++] = escaped;
      at += 2;
      continue;
    }
    const point = escaped === U ? pointAt(bytes, at, end) : -1;
    if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return -1;
    length = writePoint(length, point);
    at += point > 0xffff ? 12 : 6;
  }
  for (let at = 0; at < length; at++) bytes[from + at] = scratch[at] as number;
  return from + length;
}

/** The code point of `\uXXXX` or of a surrogate pair of them; −1 if invalid. */
function pointAt(bytes: Uint8Array, at: number, end: number): number {
  const first = unitAt(bytes, at + 2, end);
  if (first < 0xd800 || first > 0xdfff) return first;
  if (first > 0xdbff || bytes[at + 6] !== BACKSLASH || bytes[at + 7] !== U) return -1;
  const second = unitAt(bytes, at + 8, end);
  return second < 0xdc00 || second > 0xdfff ? -1 : 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

function unitAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 4 > end) return -1;
  let unit = 0;
  for (let digit = at; digit < at + 4; digit++) {
    const value = hexDigit(bytes[digit] as number);
    if (value === -1) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

/** Writes a code point as UTF-8. @returns the new length */
function writePoint(at: number, point: number): number {
  let length = at;
  if (point < 0x80) scratch[length++] = point;
  else {
    if (point < 0x800) scratch[length++] = 0xc0 | (point >> 6);
    else {
      if (point < 0x10000) scratch[length++] = 0xe0 | (point >> 12);
      else {
        scratch[length++] = 0xf0 | (point >> 18);
        scratch[length++] = 0x80 | ((point >> 12) & 0x3f);
      }
      scratch[length++] = 0x80 | ((point >> 6) & 0x3f);
    }
    scratch[length++] = 0x80 | (point & 0x3f);
  }
  return length;
}
