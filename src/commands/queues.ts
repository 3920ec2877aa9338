// Turns: work of one key runs one after another, of different keys side by side.

export type Queues<Key> = Readonly<{ run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> }>;

/** A key costs memory only while work of it waits or runs. */
export function createQueues<Key>(): Queues<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key);
      const turn = before ? before.then(work, work) : work();
      last.set(key, turn);
      try {
        return await turn;
      } finally {
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}
