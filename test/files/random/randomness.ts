// Numbers that look random and are the same for the same seed, so that a failing case can be run again.
export type Random = Readonly<ReturnType<typeof randomOf>>;

/** mulberry32 */
export function randomOf(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (max: number): number => Math.floor(next() * max);
  return {
    /** From 0 to below the maximum. */
    below,
    chance: (share: number) => next() < share,
    one: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
    shuffled<Item>(items: readonly Item[]) {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as (typeof items)[number]);
    },
  };
}
