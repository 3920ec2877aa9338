// Uploads of this process on their way: each in a folder of its own, all of them within a number of bytes, of
// which one client holds at most half. Source: docs/spec/files.md#bounds.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../domain/problem.js';
import { Turns } from '../../../runtime/turns.js';

/** Uploads at once share the request thread by clients, not by connections (docs/spec/files.md#turns). */
export type Arrival = Readonly<{
  /** When the next block may be taken; null: now, as while no other client's upload arrives. */
  turn(): Promise<void> | null;
  /** May be called twice. */
  end(): void;
}>;

export type Upload = Readonly<Awaited<ReturnType<Spool['open']>>>;

export class Spool {
  #bytes = 0;
  readonly #bytesOf = new Map<number, number>();
  readonly #arriving = new Map<number, Set<Arrival>>();
  readonly #turns = new Turns();

  constructor(
    private readonly dir: string,
    private readonly bytesMax: number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * @param expectedBytes what the body is said to have; it counts only as it arrives
   * @throws DomainError `Unavailable` when there is no room; what the disk throws
   */
  async open(clientId: number, expectedBytes: number) {
    if (!this.#hasRoom(clientId, Math.max(expectedBytes, 1))) throw new DomainError({ is: 'Unavailable' });
    const dir = join(this.dir, randomUUID());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const arrival = this.#arrival(clientId);
    let heldBytes = 0;
    let isRemoved = false;
    return {
      /** Empty at first. */
      dir,
      arrival,
      /** Counts bytes that go to disk. @returns false when there is no room: the upload has to be given up */
      grow: (bytes: number): boolean => {
        if (isRemoved) return false;
        const hasRoom = this.#hasRoom(clientId, bytes);
        heldBytes += bytes;
        this.#count(clientId, bytes);
        return hasRoom;
      },
      remove: async (): Promise<void> => {
        isRemoved = true;
        arrival.end();
        await rm(dir, { recursive: true, force: true, maxRetries: 3 });
        this.#count(clientId, -heldBytes);
        heldBytes = 0;
      },
    };
  }

  #arrival(clientId: number): Arrival {
    const ofClient = this.#arriving.get(clientId) ?? new Set();
    const arrival: Arrival = {
      turn: () => (this.#arriving.size === 1 ? null : this.#turns.next(String(clientId))),
      end: () => {
        if (ofClient.delete(arrival) && ofClient.size === 0) this.#arriving.delete(clientId);
      },
    };
    this.#arriving.set(clientId, ofClient.add(arrival));
    return arrival;
  }

  #hasRoom(clientId: number, bytes: number): boolean {
    const { bytesMax } = this;
    return this.#bytes + bytes <= bytesMax && (this.#bytesOf.get(clientId) ?? 0) + bytes <= bytesMax / 2;
  }

  #count(clientId: number, bytes: number): void {
    const ofClient = (this.#bytesOf.get(clientId) ?? 0) + bytes;
    if (ofClient > 0) this.#bytesOf.set(clientId, ofClient);
    else this.#bytesOf.delete(clientId);
    this.#bytes += bytes;
  }
}
