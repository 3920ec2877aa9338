// Codes that an ERP sends without punctuation: 1101 is 1.1.01. Source: docs/spec/imports.md#accounts.
import { TextIndex, textAt, textsOf, type Texts } from '../lines/textColumn.js';

const [SPACE, HYPHEN, DOT, SLASH] = [0x20, 0x2d, 0x2e, 0x2f];
const PUNCTUATION = /[-./\s]/g;

/** The codes of a chart without dots, hyphens, slashes and spaces. Made at the first code that is not found as it is. */
export class BareCodes {
  #made: Readonly<{ index: TextIndex; several: ReadonlySet<number> }> | null = null;

  constructor(private readonly code: Texts) {}

  /** @returns −1 unless the text has no punctuation, and exactly one code is the same without its own */
  find(texts: Texts, at: number): number {
    if (hasPunctuation(texts, at)) return -1;
    const { index, several } = (this.#made ??= this.#make());
    const found = index.find(texts, at, -1);
    return several.has(found) ? -1 : found;
  }

  #make() {
    const bare = Array.from(this.code.start, (_, at) => textAt(this.code, at).replace(PUNCTUATION, ''));
    const index = new TextIndex(textsOf(bare));
    const several = new Set<number>();
    bare.forEach((_, at) => {
      const first = index.enter(at);
      if (first !== at) several.add(first);
    });
    return { index, several };
  }
}

function hasPunctuation({ bytes, start, end }: Texts, at: number): boolean {
  for (let byte = start[at] as number; byte < (end[at] as number); byte++) {
    const value = bytes[byte];
    if (value === DOT || value === HYPHEN || value === SLASH || value === SPACE) return true;
  }
  return false;
}
