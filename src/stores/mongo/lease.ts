// A lease is a document that its holder renews. Clocks are never compared: a lease is free when a process has
// itself seen it unchanged for the whole term, or when it was this process that lost it.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import type { Mongo } from './connection.js';
import { isDuplicate } from './driver.js';

export type LeaseTimes = Readonly<{
  /** A lease that was unchanged for this long may be taken over. */
  expiresMs: number;
  renewMs: number;
  /** After this long without a renewal, the holder considers it lost, before another process may take it over. */
  giveUpMs: number;
}>;
const LEASE_TIMES: LeaseTimes = { expiresMs: 15_000, renewMs: 1_000, giveUpMs: 10_000 };
const RETRY_MS = 500;

/** `about`: text for other processes, such as the generation being filled. */
type LeaseDocument = { _id: string; owner: string | null; beat: number; about: string };
type Seen = Readonly<{ owner: string | null; beat: number; sinceMs: number }>;

export type HeldLease = Readonly<{
  lost: AbortSignal;
  describe(about: string): Promise<void>;
  /** Never throws: a lease that cannot be released expires. */
  release(): Promise<void>;
}>;

export class Leases {
  readonly #leases: Collection<LeaseDocument>;
  readonly #sightings = new Map<string, Seen>();
  /** Owners of this process that hold nothing any more, though a lease may still name them. */
  readonly #past = new Set<string>();

  constructor(
    private readonly mongo: Mongo,
    collection: string,
    private readonly times: LeaseTimes = LEASE_TIMES,
  ) {
    this.#leases = mongo.db.collection(collection);
  }

  /** Null while another process holds it, or may still hold it. */
  async tryTake(name: string): Promise<HeldLease | null> {
    const owner = randomUUID();
    return (await this.#takeAs(name, owner)) ? this.#hold(name, owner) : null;
  }

  /**
   * Waits until the lease is free.
   * @param mayWaitOut failures of the store to wait out; others are thrown
   * @returns null when the signal aborts first
   */
  async acquire(
    name: string,
    signal: AbortSignal,
    mayWaitOut: (error: unknown) => boolean = () => false,
  ): Promise<HeldLease | null> {
    while (!signal.aborted) {
      try {
        const lease = await this.tryTake(name);
        if (lease !== null) return lease;
      } catch (error) {
        if (!mayWaitOut(error)) throw error;
      }
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  /** Like `tryTake`, but waits until it is known whether the holder is alive: at most about one term. */
  async takeUnlessAlive(name: string): Promise<HeldLease | null> {
    const owner = randomUUID();
    for (let before: Seen | undefined; ;) {
      if (await this.#takeAs(name, owner)) return this.#hold(name, owner);
      const now = this.#sightings.get(name);
      if (before !== undefined && now !== undefined && now.sinceMs !== before.sinceMs) return null;
      before = now;
      await pause(this.times.renewMs / 4);
    }
  }

  /** The holder's `about`; null when the lease is free. */
  async about(name: string): Promise<string | null> {
    const lease = await this.#read(name);
    return lease === null || lease.owner === null ? null : lease.about;
  }

  #read(name: string): Promise<LeaseDocument | null> {
    return this.mongo.ask('Reading a lease', () => this.#leases.findOne({ _id: name }));
  }

  /** Where the answer is lost, the owner may be stored. */
  async #takeAs(name: string, owner: string): Promise<boolean> {
    try {
      return await this.#take(name, owner);
    } catch (error) {
      this.#past.add(owner);
      throw error;
    }
  }

  async #take(name: string, owner: string): Promise<boolean> {
    const lease = await this.#read(name);
    if (lease === null) return this.#make(name, owner);
    const { owner: holder, beat } = lease;
    const sighting = this.#sightings.get(name);
    if (sighting?.owner !== holder || sighting.beat !== beat)
      this.#sightings.set(name, { owner: holder, beat, sinceMs: performance.now() });
    const unchangedMs = performance.now() - (this.#sightings.get(name)?.sinceMs ?? 0);
    const isFree = holder === null || this.#past.has(holder);
    if (!isFree && unchangedMs < this.times.expiresMs) return false;
    const takenLease = await this.mongo.ask('Taking a lease', () =>
      this.#leases.updateOne({ _id: name, owner: holder, beat }, { $set: { owner, beat: beat + 1, about: '' } }),
    );
    return takenLease.matchedCount === 1;
  }

  async #make(name: string, owner: string): Promise<boolean> {
    try {
      await this.mongo.ask('Making a lease', () =>
        this.#leases.insertOne({ _id: name, owner, beat: 0, about: '' }),
      );
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  #hold(name: string, owner: string): HeldLease {
    const lost = new AbortController();
    let confirmedMs = performance.now();
    let renewing: Promise<void> | null = null;
    const change = async (fields: Partial<LeaseDocument>): Promise<void> => {
      const askedMs = performance.now();
      const { matchedCount } = await this.mongo.ask('Renewing a lease', () =>
        this.#leases.updateOne({ _id: name, owner }, { $set: fields }),
      );
      if (matchedCount === 0) lost.abort();
      else confirmedMs = askedMs;
    };
    const beat = (): void => {
      if (performance.now() - confirmedMs > this.times.giveUpMs) lost.abort();
      if (renewing !== null || lost.signal.aborted) return;
      // Any other number: watchers only compare it.
      renewing = change({ beat: Math.floor(Math.random() * 2 ** 31) })
        .catch(() => undefined)
        .finally(() => (renewing = null));
    };
    const beats = setInterval(beat, this.times.renewMs).unref();
    lost.signal.addEventListener('abort', () => {
      clearInterval(beats);
      this.#past.add(owner);
    });
    return {
      lost: lost.signal,
      describe: (about) => change({ about }),
      release: async () => {
        clearInterval(beats);
        // Where updates are not atomic, as on FerretDB, a renewal in progress could restore the owner.
        await renewing;
        if (!lost.signal.aborted) await change({ owner: null, about: '' }).catch(() => this.#past.add(owner));
      },
    };
  }
}
