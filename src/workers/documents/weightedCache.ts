// Keeps what was used last, bounded by weight (accounts or lines) and not by number: one chart may be a thousand
// times another. What is being loaded is loaded once, whoever asks meanwhile.

export class WeightedCache<Value> {
  /** In the order of last use. */
  readonly #kept = new Map<string, Readonly<{ value: Value; weight: number }>>();
  readonly #loading = new Map<string, Promise<Value>>();
  #weight = 0;

  constructor(
    private readonly weightMax: number,
    private readonly weigh: (value: Value) => number,
  ) {}

  /** A load that failed is not remembered: whoever waited for another's load tries its own. */
  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.value;
    }
    const loading = this.#loading.get(key);
    if (loading === undefined) return this.#load(key, load);
    return loading.catch(() => this.get(key, load));
  }

  async #load(key: string, load: () => Promise<Value>): Promise<Value> {
    const loading = load();
    this.#loading.set(key, loading);
    try {
      const value = await loading;
      this.#keep(key, value);
      return value;
    } finally {
      this.#loading.delete(key);
    }
  }

  /** What is too heavy by itself is not kept. */
  #keep(key: string, value: Value): void {
    const weight = this.weigh(value) + 1;
    if (weight > this.weightMax) return;
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= this.weightMax) return;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }
}
