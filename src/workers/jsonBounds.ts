// Guards JSON.parse against texts made to exhaust memory: millions of tiny values, or nesting without end, take many
// times their length. Counts by quotes, brackets and commas alone; whether the text is JSON is for JSON.parse to say.

/** Deeper than any document needs. */
const DEPTH_MAX = 100;
/** Values that are parsed: a hundred members for each of 20,000 lines. */
const VALUES_MAX = 2_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

export type BoundedText = Readonly<{
  /** Without the items of `lineItems` beyond the limit. */
  text: string;
  /** How many items the last `lineItems` had that was cut; null when none was. */
  cutItems: number | null;
}>;

/** @returns null when the text is beyond the bounds, or a text or a list in it does not end */
export function boundedText(text: string, itemsMax: number): BoundedText | null {
  let kept = '';
  let keptTo = 0;
  let cutItems: number | null = null;
  let depth = 0;
  let values = 0;
  /** Whether the text read last at depth 1 is `lineItems`. */
  let isLineItems = false;
  /** Commas at depth 2 of the list `lineItems` being read; −1 outside one. */
  let commas = -1;
  let cutFrom = -1;
  let valuesAtCut = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = endOfText(text, at);
      if (end === -1) return null;
      if (depth === 1) isLineItems = text.startsWith('lineItems"', at + 1);
      at = end;
    } else if (unit === COMMA) {
      values++;
      if (depth === 1) isLineItems = false;
      if (depth === 2 && commas >= 0 && ++commas === itemsMax) {
        cutFrom = at;
        valuesAtCut = values;
      }
    } else if (unit === BRACKET || unit === BRACE) {
      values++;
      if (++depth > DEPTH_MAX) return null;
      if (depth === 2) commas = unit === BRACKET && isLineItems ? 0 : -1;
    } else if (unit === BRACKET_END || unit === BRACE_END) {
      if (depth === 2 && cutFrom !== -1) {
        kept += text.slice(keptTo, cutFrom);
        keptTo = at;
        cutItems = commas + 1;
        cutFrom = -1;
        values = valuesAtCut;
      }
      depth--;
    }
    if (values > VALUES_MAX && cutFrom === -1) return null;
  }
  return cutFrom === -1 ? { text: kept + text.slice(keptTo), cutItems } : null;
}

/** @param at the opening quote. @returns the position of the closing one, or −1 */
function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let from = end;
    while (text.charCodeAt(from - 1) === BACKSLASH) from--;
    if ((end - from) % 2 === 0) return end;
  }
  return -1;
}
