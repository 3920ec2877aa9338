// Chance by a seed: the same seed and name give the same choices on every run and every machine.

export type Random = Readonly<ReturnType<typeof randomOf>>;

/** @param name of who chooses: each has choices of its own, which the others' turns do not shift */
export function randomOf(seed: number, name: string) {
  let state = (hashOf(name) ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  /** mulberry32 */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (below: number): number => Math.floor(fraction() * below);
  function deck<Name extends string>(times: Readonly<Record<Name, number>>): () => Name {
    const names = Object.keys(times) as Name[];
    let left: Name[] = [];
    return () => {
      if (left.length === 0) left = names.flatMap((name) => Array<Name>(times[name]).fill(name));
      const [dealt] = left.splice(whole(left.length), 1);
      if (dealt === undefined) throw new RangeError('Nothing to deal');
      return dealt;
    };
  }
  return {
    /** Deals each name as often as told, in any order, then all of them again: a long run leaves none out. */
    deck,
    /** From 0 (inclusive) to 1. */
    fraction,
    /** A whole number from 0 to `below` − 1. */
    whole,
    between: (from: number, to: number) => from + fraction() * (to - from),
    pick<Item>(items: readonly Item[]) {
      const item = items[whole(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    /** One of the names, the heavier the likelier. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[];
      let left = fraction() * names.reduce((sum, each) => sum + weights[each], 0);
      for (const each of names) {
        left -= weights[each];
        if (left < 0) return each;
      }
      throw new RangeError('Nothing to choose from');
    },
  };
}

/** FNV-1a */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
