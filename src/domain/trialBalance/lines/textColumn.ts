// Many short texts as UTF-8 bytes in one buffer. The 40,000 texts of an import are compared and copied as bytes, never decoded.
// Buys, with src/workers/json/jsonScanner.ts: no decoding and encoding of strings; the figures are there.

/** Text i is `bytes[start[i]]` to before `bytes[end[i]]`; "" where both are equal. Always whole, valid UTF-8. */
export type Texts = Readonly<{ bytes: Uint8Array; start: Int32Array; end: Int32Array }>;

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export function textAt({ bytes, start, end }: Texts, at: number): string {
  return DECODER.decode(bytes.subarray(start[at], end[at]));
}

export function isEmptyAt({ start, end }: Texts, at: number): boolean {
  return start[at] === end[at];
}

export function isSameText(a: Texts, atA: number, b: Texts, atB: number): boolean {
  let inA = a.start[atA] as number;
  let inB = b.start[atB] as number;
  const endA = a.end[atA] as number;
  if (endA - inA !== (b.end[atB] as number) - inB) return false;
  while (inA < endA) if (a.bytes[inA++] !== b.bytes[inB++]) return false;
  return true;
}

/** Negative, 0 or positive, by bytes: the order of code points. */
export function compareTexts(a: Texts, atA: number, b: Texts, atB: number): number {
  const startA = a.start[atA] as number;
  const startB = b.start[atB] as number;
  const lengthA = (a.end[atA] as number) - startA;
  const lengthB = (b.end[atB] as number) - startB;
  const length = a.bytes === b.bytes && startA === startB ? 0 : Math.min(lengthA, lengthB); // shared texts
  for (let at = 0; at < length; at++) {
    const difference = (a.bytes[startA + at] as number) - (b.bytes[startB + at] as number);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/** Some of the texts, in another order, in the same buffer. */
export function pickTexts({ bytes, start, end }: Texts, which: Int32Array): Texts {
  return { bytes, start: which.map((at) => start[at] as number), end: which.map((at) => end[at] as number) };
}

/** Copies the texts to a new buffer, so that the original one can be freed. */
export function ownTexts({ bytes, start, end }: Texts): Texts {
  let size = 0;
  for (let at = 0; at < start.length; at++) size += (end[at] as number) - (start[at] as number);
  const own = {
    bytes: new Uint8Array(size),
    start: new Int32Array(start.length),
    end: new Int32Array(start.length),
  };
  let filled = 0;
  for (let at = 0; at < start.length; at++) {
    own.start[at] = filled;
    for (let byte = start[at] as number; byte < (end[at] as number); byte++)
      own.bytes[filled++] = bytes[byte] as number;
    own.end[at] = filled;
  }
  return own;
}

/** Encodes strings one after another in a new buffer. */
export function textsOf(strings: readonly string[]): Texts {
  const start = new Int32Array(strings.length);
  const end = new Int32Array(strings.length);
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(strings.reduce((sum, text) => sum + text.length, 0) + 16);
  let filled = 0;
  strings.forEach((text, at) => {
    if (bytes.length - filled < text.length * 3) bytes = enlarged(bytes, filled + text.length * 3);
    start[at] = filled;
    filled += encoder.encodeInto(text, bytes.subarray(filled)).written;
    end[at] = filled;
  });
  return { bytes: bytes.slice(0, filled), start, end };
}

function enlarged(bytes: Uint8Array, atLeast: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(atLeast, bytes.length * 2));
  larger.set(bytes);
  return larger;
}

/** Finds texts by content. */
export class TextIndex {
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** Empty at first. */
  constructor(private readonly texts: Texts) {
    this.#mask = 2 ** Math.ceil(Math.log2(texts.start.length * 2 + 2)) - 1;
    this.#slots = new Int32Array(this.#mask + 1).fill(-1);
  }

  static over(texts: Texts): TextIndex {
    const index = new TextIndex(texts);
    for (let at = 0; at < texts.start.length; at++) index.enter(at);
    return index;
  }

  /** @returns the index of an equal text added earlier; otherwise adds this one and returns its index */
  enter(at: number): number {
    const { texts } = this;
    let slot = hashOf(texts, at) & this.#mask;
    for (;;) {
      const found = this.#slots[slot] as number;
      if (found === -1) return (this.#slots[slot] = at);
      if (isSameText(texts, at, texts, found)) return found;
      slot = (slot + 1) & this.#mask;
    }
  }

  /**
   * @param expected index to compare first: lists are mostly in the same order. May be any number
   * @returns −1 when there is none
   */
  find(texts: Texts, at: number, expected: number): number {
    if (expected >= 0 && expected < this.texts.start.length && isSameText(texts, at, this.texts, expected)) {
      return expected;
    }
    let slot = hashOf(texts, at) & this.#mask;
    for (;;) {
      const found = this.#slots[slot] as number;
      if (found === -1 || isSameText(texts, at, this.texts, found)) return found;
      slot = (slot + 1) & this.#mask;
    }
  }
}

/** FNV-1a with the high bits folded into the low ones. */
function hashOf({ bytes, start, end }: Texts, at: number): number {
  const last = end[at] as number;
  let hash = 0x811c9dc5;
  for (let byte = start[at] as number; byte < last; byte++) {
    hash = Math.imul(hash ^ (bytes[byte] as number), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
