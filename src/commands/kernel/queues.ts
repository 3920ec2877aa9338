// Turns: work of one key runs one after another, of different keys side by side.
import type { Deadline } from './deadline.js';

export type Queues<Key> = Readonly<{
  /** @throws DomainError `Unavailable` for work whose turn does not come in its time: it is never begun then */
  run<Result>(key: Key, work: () => Promise<Result>, deadline: Deadline): Promise<Result>;
}>;

/** A key costs memory only while work of it waits or runs. */
export function createQueues<Key>(): Queues<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return {
    async run(key, work, deadline) {
      const before = last.get(key) ?? Promise.resolve();
      let begin: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const turn = async () => {
        begin();
        deadline.check();
        return work();
      };
      const ended = before.then(turn, turn);
      last.set(key, ended);
      const forget = (): void => {
        if (last.get(key) === ended) last.delete(key);
      };
      ended.then(forget, forget);
      await deadline.within(begun);
      return ended;
    },
  };
}
