// Counts different texts by 63 bits of hash. Buys: eight bytes for each text instead of a string in a set, and a fifth of
// the time of a large file whose codes are mostly outside the chart.
export class DistinctCount {
  count = 0;
  /** Open addressing; two halves of a hash side by side, the second never 0 in a used slot. */
  #slots = new Int32Array(2_048);

  /** @returns true for a new text */
  add(text: string): boolean {
    let [first, second] = [0x811c9dc5, 0x9e3779b9];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      first = Math.imul(first ^ unit, 0x01000193);
      second = Math.imul(second + unit, 0x85ebca6b) ^ (second >>> 13);
    }
    if (this.count * 4 > this.#slots.length) this.#grow();
    return this.#put(first | 0, second | 1);
  }

  #put(first: number, second: number): boolean {
    const mask = this.#slots.length - 1;
    let at = ((first ^ (first >>> 15)) << 1) & mask;
    while (this.#slots[at + 1] !== 0) {
      if (this.#slots[at] === first && this.#slots[at + 1] === second) return false;
      at = (at + 2) & mask;
    }
    this.#slots[at] = first;
    this.#slots[at + 1] = second;
    this.count++;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.count = 0;
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) this.#put(old[at] as number, old[at + 1] as number);
  }
}
