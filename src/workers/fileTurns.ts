// Decides which file is read next: clients take turns, one reader is reserved for small files, and the number and time of
// waiting files are bounded. Source: docs/spec/files.md#turns.
import { RoundRobin } from '../domain/kernel/roundRobin.js';
import { DomainError } from '../domain/problem.js';

/** Limit of files being read or waiting, for all clients; one client may have at most half as many. */
export const PLACES_MAX = 64;
/** How long a file waits at most. */
const WAIT_MS_MAX = 60_000;

export type TurnOptions = Readonly<{ atOnce: number; waitMsMax?: number }>;

/** The client of a file, and whether it may not use the reader reserved for small files. */
export type Applicant = Readonly<{ clientId: number; isLarge: boolean }>;

type Waiting = Readonly<{ isLarge: boolean; begin(): void; leave(error: Error): void }>;

export class FileTurns {
  readonly #waiting = new RoundRobin<number, Waiting>();
  /** By client: files being read or waiting. */
  readonly #places = new Map<number, number>();
  #placesTaken = 0;
  #reading = 0;
  #readingLarge = 0;

  constructor(private readonly options: TurnOptions) {}

  /**
   * Resolves once it is the file's turn.
   * @returns a function that ends the turn; call it once
   * @throws DomainError `Unavailable` if too many files wait, or this one waits too long; the signal's reason
   */
  async begin({ clientId, isLarge }: Applicant, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    this.#takePlace(clientId);
    try {
      await this.#turn(clientId, isLarge, signal);
    } catch (error) {
      this.#givePlaceBack(clientId);
      throw error;
    }
    return () => {
      this.#reading--;
      if (isLarge) this.#readingLarge--;
      this.#givePlaceBack(clientId);
      this.#beginNext();
    };
  }

  counts(): Readonly<{ reading: number; waiting: number }> {
    return { reading: this.#reading, waiting: this.#waiting.size };
  }

  /** Rejects all waiting files. */
  refuseWaiting(error: Error): void {
    for (let next = this.#waiting.take(); next !== null; next = this.#waiting.take()) next.leave(error);
  }

  #turn(clientId: number, isLarge: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
      };
      const waiting: Waiting = {
        isLarge,
        begin: () => {
          settle();
          resolve();
        },
        leave: (error) => {
          this.#waiting.remove(clientId, waiting);
          settle();
          reject(error);
        },
      };
      const abandon = (): void => waiting.leave(signal.reason as Error);
      const timer = setTimeout(() => waiting.leave(unavailable()), this.options.waitMsMax ?? WAIT_MS_MAX);
      signal.addEventListener('abort', abandon, { once: true });
      this.#waiting.add(clientId, waiting);
      this.#beginNext();
    });
  }

  /** All readers but one may read large files; a single reader reads both. */
  #beginNext(): void {
    const { atOnce } = this.options;
    const largeMax = Math.max(1, atOnce - 1);
    while (this.#reading < atOnce) {
      const next = this.#waiting.take(({ isLarge }) => !isLarge || this.#readingLarge < largeMax);
      if (next === null) return;
      this.#reading++;
      if (next.isLarge) this.#readingLarge++;
      next.begin();
    }
  }

  #takePlace(clientId: number): void {
    const places = this.#places.get(clientId) ?? 0;
    if (this.#placesTaken >= PLACES_MAX || places >= PLACES_MAX / 2) throw unavailable();
    this.#places.set(clientId, places + 1);
    this.#placesTaken++;
  }

  #givePlaceBack(clientId: number): void {
    const places = (this.#places.get(clientId) ?? 0) - 1;
    if (places > 0) this.#places.set(clientId, places);
    else this.#places.delete(clientId);
    this.#placesTaken--;
  }
}

function unavailable(): DomainError {
  return new DomainError({ is: 'Unavailable' });
}
