// The values made last, up to a number of them.

export class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The kept value, or the one now made. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#values.get(key);
    if (kept !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, kept);
      return kept;
    }
    const made = await make();
    this.#values.set(key, made);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#max) break;
      this.#values.delete(oldest);
    }
    return made;
  }
}
