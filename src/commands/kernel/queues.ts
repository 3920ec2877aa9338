// Queues by key: work of one key runs sequentially, of different keys concurrently.
import type { Deadline } from './context.js';

export type Queues<Key> = Readonly<{
  /** @throws DomainError `Unavailable` when the deadline passes before the work starts; then it never runs */
  run<Result>(key: Key, work: () => Promise<Result>, deadline: Deadline): Promise<Result>;
}>;

/** A key uses memory only while its work waits or runs. */
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
