// Who waits for a turn: owners take turns, however many of theirs wait, and how many wait and for how long is
// bounded.
import { DomainError } from '../domain/problem.js';

/**
 * Whether one that waits may have its turn now. Until it may, others of its owner go before it (`later`), only
 * those of other owners (`ownerLater`), or none (`allLater`).
 */
export type MayGo = 'now' | 'later' | 'ownerLater' | 'allLater';

export type QueueOptions<One> = Readonly<{
  /** @param running those that have a turn which has not ended */
  mayGo(one: One, running: ReadonlySet<One>): MayGo;
  /** Called as a turn begins, before `mayGo` is asked for the next. */
  onTurn?(one: One): void;
  /** Those of one owner with a lower rank go first; of the same rank in their order. */
  rankOf?(one: One): number;
  /** Limits of those that wait or have a turn. */
  placesMax?: number;
  placesOfOwnerMax?: number;
  waitMsMax?: number;
}>;

/** Where those that have a turn are limited by their number. */
export function atMost(runningMax: number): QueueOptions<unknown>['mayGo'] {
  return (_one, running) => (running.size < runningMax ? 'now' : 'allLater');
}

type Waiting<One> = Readonly<{ one: One; begin(): void; leave(error: Error): void }>;

/** `One`: what has a turn, by identity. */
export class FairQueue<One extends object> {
  /** Owners of those that wait, in the order of their next turns. */
  readonly #waiting = new Map<number, Waiting<One>[]>();
  readonly #running = new Set<One>();
  readonly #placesOf = new Map<number, number>();
  #places = 0;

  constructor(private readonly options: QueueOptions<One>) {}

  counts(): Readonly<{ running: number; waiting: number }> {
    let waiting = 0;
    for (const queue of this.#waiting.values()) waiting += queue.length;
    return { running: this.#running.size, waiting };
  }

  /** Whether the owner has as many places as it may have, or all places are taken. */
  isFull(owner: number): boolean {
    const { placesMax = Infinity, placesOfOwnerMax = Infinity } = this.options;
    return this.#places >= placesMax || (this.#placesOf.get(owner) ?? 0) >= placesOfOwnerMax;
  }

  /**
   * Resolves once it is its turn.
   * @returns ends the turn; must be called once
   * @throws DomainError `Unavailable` when it finds no place or waits too long; the signal's reason
   */
  async turn(owner: number, one: One, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.isFull(owner)) throw new DomainError({ is: 'Unavailable' });
    this.#count(owner, 1);
    try {
      await this.#wait(owner, one, signal);
    } catch (error) {
      this.#count(owner, -1);
      this.advance();
      throw error;
    }
    return () => {
      this.#running.delete(one);
      this.#count(owner, -1);
      this.advance();
    };
  }

  /** Does the work in its turn. @throws as `turn`; what the work throws */
  async run<Result>(owner: number, one: One, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const end = await this.turn(owner, one, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Lets go who may: to be called when more may than before, but for the end of a turn. */
  advance(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) next.begin();
  }

  /** Rejects those that wait. */
  refuse(error: Error, isRefused: (one: One) => boolean = () => true): void {
    const waiting = [...this.#waiting.values()].flat();
    for (const { leave } of waiting.filter(({ one }) => isRefused(one))) leave(error);
  }

  #wait(owner: number, one: One, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        this.#remove(owner, waiting);
      };
      const leave = (error: Error): void => {
        settle();
        reject(error);
      };
      const begin = (): void => {
        settle();
        this.#moveToEnd(owner);
        this.#running.add(one);
        this.options.onTurn?.(one);
        resolve();
      };
      const waiting = { one, begin, leave };
      const abandon = (): void => leave(signal?.reason as Error);
      const { waitMsMax } = this.options;
      const expire = (): void => leave(new DomainError({ is: 'Unavailable' }));
      const timer = waitMsMax === undefined ? undefined : setTimeout(expire, waitMsMax).unref();
      signal?.addEventListener('abort', abandon, { once: true });
      this.#add(owner, waiting);
      this.advance();
    });
  }

  #next(): Waiting<One> | null {
    for (const queue of this.#waiting.values()) {
      for (const waiting of queue) {
        const mayGo = this.options.mayGo(waiting.one, this.#running);
        if (mayGo === 'now') return waiting;
        if (mayGo === 'allLater') return null;
        if (mayGo === 'ownerLater') break;
      }
    }
    return null;
  }

  #add(owner: number, waiting: Waiting<One>): void {
    const queue = this.#waiting.get(owner) ?? [];
    const { rankOf = () => 0 } = this.options;
    const rank = rankOf(waiting.one);
    queue.splice(queue.findLastIndex(({ one }) => rankOf(one) <= rank) + 1, 0, waiting);
    this.#waiting.set(owner, queue);
  }

  /** Its owner keeps its turn. */
  #remove(owner: number, waiting: Waiting<One>): void {
    const queue = this.#waiting.get(owner) ?? [];
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.#waiting.delete(owner);
  }

  #moveToEnd(owner: number): void {
    const queue = this.#waiting.get(owner);
    this.#waiting.delete(owner);
    if (queue !== undefined) this.#waiting.set(owner, queue);
  }

  #count(owner: number, change: 1 | -1): void {
    this.#places += change;
    const places = (this.#placesOf.get(owner) ?? 0) + change;
    if (places > 0) this.#placesOf.set(owner, places);
    else this.#placesOf.delete(owner);
  }
}
