// A queue that serves several owners in turns: after being served, an owner goes behind all other waiting ones.

export class RoundRobin<Owner, Item> {
  /** Owners with items, in the order of their next turns. */
  readonly #items = new Map<Owner, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** An owner's items keep their order. */
  add(owner: Owner, item: Item): void {
    const items = this.#items.get(owner);
    if (items === undefined) this.#items.set(owner, [item]);
    else items.push(item);
    this.#size++;
  }

  /**
   * Removes the first permitted item of the first owner that has one; skipped owners keep their turn.
   * @returns null if no item is permitted
   */
  take(mayGo: (item: Item) => boolean = () => true): Item | null {
    for (const [owner, items] of this.#items) {
      const at = items.findIndex(mayGo);
      const [item] = at === -1 ? [] : items.splice(at, 1);
      if (item === undefined) continue;
      this.#size--;
      this.#items.delete(owner);
      if (items.length > 0) this.#items.set(owner, items);
      return item;
    }
    return null;
  }

  /** Removes one item; its owner keeps its turn. @returns false if the item is not queued */
  remove(owner: Owner, item: Item): boolean {
    const items = this.#items.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at === -1) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#items.delete(owner);
    this.#size--;
    return true;
  }
}
