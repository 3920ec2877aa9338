// Finds the end of a JSON value by quotes and brackets alone. Keeps hostile values away from JSON.parse: millions of tiny
// values, or very deep ones, take many times their bytes of memory.

/** No legitimate unknown member is deeper or larger. */
const DEPTH_MAX = 100;
const VALUES_MAX = 1_000_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @param at inside the text. @returns the position of the closing quote, or −1 */
export function endOfText(bytes: Uint8Array, at: number): number {
  for (let byte = at; byte < bytes.length; byte++) {
    if (bytes[byte] === QUOTE) return byte;
    if (bytes[byte] === BACKSLASH) byte++;
  }
  return -1;
}

/** @param at the opening bracket. @returns the position after the closing one; −1 if it is missing or a limit is exceeded */
export function endOfContainer(bytes: Uint8Array, at: number): number {
  let depth = 0;
  let values = 0;
  for (let byte = at; byte < bytes.length; byte++) {
    const value = bytes[byte];
    if (value === QUOTE) {
      byte = endOfText(bytes, byte + 1);
      if (byte === -1) return -1;
    } else if (value === BRACKET || value === BRACE) {
      if (++depth > DEPTH_MAX || ++values > VALUES_MAX) return -1;
    } else if (value === BRACKET_END || value === BRACE_END) {
      if (--depth === 0) return byte + 1;
    } else if (value === COMMA && ++values > VALUES_MAX) {
      return -1;
    }
  }
  return -1;
}
