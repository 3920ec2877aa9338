// Limits of the texts of charts and accounts, in registers and trial balances, and which texts are stored.

export const ACCOUNT_CODE_LENGTH_MAX = 100;
export const ACCOUNT_NAME_LENGTH_MAX = 500;
export const CHART_NAME_LENGTH_MAX = 200;

/**
 * Not longer than `lengthMax` UTF-16 units, no control character (U+0000 to U+001F, U+007F to U+009F) and no half of a
 * surrogate pair, which UTF-8 cannot keep. A loop and not a pattern: it runs over 40,000 texts of an import.
 */
export function isStorable(text: string, lengthMax: number): boolean {
  const length = text.length;
  if (length > lengthMax) return false;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return false;
    if (unit >= 0xd800 && unit < 0xe000) {
      if (!isPair(unit, text.charCodeAt(at + 1))) return false;
      at++;
    }
  }
  return true;
}

/** `second` is NaN beyond the end of the text, which is no second half. */
function isPair(first: number, second: number): boolean {
  return first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
}
