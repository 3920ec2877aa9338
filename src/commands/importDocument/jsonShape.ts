// Keeps bodies made to exhaust memory away from JSON.parse: millions of tiny values, or values nested without end,
// take many times their bytes. A real import of the most lines has two levels and some 260,000 of what is counted here.

const DEPTH_MAX = 100;
const VALUES_MAX = 1_500_000;

/** Up to here a body cannot hold enough values to matter, unless it is made of brackets. */
const PLAIN_BYTES_MAX = 5_000_000;
const PLAIN_BRACKETS_MAX = 50_000;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** False only for what no import could be. What it lets through may still be no JSON at all. */
export function isSaneJson(bytes: Uint8Array): boolean {
  return (bytes.length <= PLAIN_BYTES_MAX && !hasManyBrackets(bytes)) || isBounded(bytes);
}

/** Jumps from one to the next: an import has a single one. */
function hasManyBrackets(bytes: Uint8Array): boolean {
  let count = 0;
  for (let at = bytes.indexOf(BRACKET); at !== -1; at = bytes.indexOf(BRACKET, at + 1)) {
    if (++count > PLAIN_BRACKETS_MAX) return true;
  }
  return false;
}

function isBounded(bytes: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === BRACKET || byte === BRACE) {
      if (++depth > DEPTH_MAX || ++values > VALUES_MAX) return false;
    } else if (byte === BRACKET_END || byte === BRACE_END) {
      depth--;
    } else if (byte === COMMA || byte === COLON) {
      if (++values > VALUES_MAX) return false;
    }
  }
  return true;
}

/** @returns the position of the closing quote, or the end */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
