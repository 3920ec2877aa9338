// Allocates integer ids: unique, ascending, below 2^31. A reservation is an event of `ids-{kind}` in the append
// that needs the ids. Requests that wait while one is appended are merged: the next append reserves for all of
// them.
import type { EventLog, StreamAppend } from '../../domain/kernel/log.js';
import { ID_MAX, idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import type { CommandContext, Clock } from './context.js';
import type { Folds } from './folds.js';
import { newEvent } from './events.js';

/** Consecutive races lost to other processes before `reserve` fails. */
const ATTEMPTS_MAX = 200;

/**
 * Appends what needs the ids, after the reservation.
 * @param first of the consecutive ids
 * @param reservation empty when the append of another request reserved them
 */
type AppendWithIds<Result> = (first: number, reservation: readonly StreamAppend[]) => Promise<Result>;

/** The newest reservation that was read or appended. */
type Reservation = Readonly<{ last: number; revision: number; at: string | null }>;
type Waiting = Readonly<{
  count: number;
  /** Appends a reservation. `again`: it was lost, and is to be tried again before all others. */
  carry(first: number, reservation: readonly StreamAppend[]): Promise<'stored' | 'lost' | 'again'>;
  /** Reserved by another request. */
  accept(first: number): void;
  fail(error: unknown): void;
}>;

const CONTEXT: CommandContext = { actor: { kind: 'rule', id: 'ids' }, requestId: null };

/** Ids of a command that fails later may stay unused. */
export class IdAllocator {
  readonly #queues = new Map<IdKind, Waiting[]>();
  readonly #busy = new Set<IdKind>();
  readonly #reservations = new Map<IdKind, Reservation>();
  readonly #reading = new Map<IdKind, Promise<Reservation>>();

  constructor(
    private readonly log: EventLog,
    private readonly folds: Folds,
    private readonly clock: Clock,
  ) {}

  /** Reads the last reservation ahead, so that what follows only appends, unless another process did first. */
  look(kind: IdKind): void {
    this.#read(kind).catch(() => undefined); // whoever needs the ids reads again
  }

  /** Calls `append` once. Its result is not ok after a lost race, on the ids or another stream: decide again. */
  withIds<Result extends Readonly<{ ok: boolean }>>(
    kind: IdKind,
    count: number,
    append: AppendWithIds<Result>,
  ): Promise<Result> {
    return new Promise((resolve, fail) => {
      this.#enqueue(kind, {
        count,
        fail,
        async carry(first, reservation) {
          const appending = append(first, reservation);
          appending.then(resolve, fail);
          return appending.then(
            ({ ok }) => (ok ? 'stored' : 'lost'),
            () => 'lost',
          );
        },
        accept: (first) => void append(first, []).then(resolve, fail),
      });
    });
  }

  /** Reserves consecutive ids in an append of its own. @returns the first */
  reserve(kind: IdKind, count: number): Promise<number> {
    return new Promise((resolve, fail) => {
      let lost = 0;
      this.#enqueue(kind, {
        count,
        fail,
        accept: resolve,
        carry: async (first, reservation) => {
          const { ok } = await this.log.append(reservation);
          if (ok) resolve(first);
          else if (++lost === ATTEMPTS_MAX) throw new Error(`ids of ${kind}: lost ${lost} races in a row`);
          return ok ? 'stored' : 'again';
        },
      });
    });
  }

  async #readOn(kind: IdKind): Promise<Reservation> {
    try {
      const { state, revision, at } = await this.folds.load(idsStream(kind), idsFold);
      const ownReservation = this.#reservations.get(kind);
      if (ownReservation !== undefined && ownReservation.revision > revision) return ownReservation;
      const reservation = { last: state.last, revision, at };
      this.#reservations.set(kind, reservation);
      return reservation;
    } finally {
      this.#reading.delete(kind);
    }
  }

  /** A read in progress is shared: if it misses a reservation, the append fails and reads again. */
  #read(kind: IdKind): Promise<Reservation> {
    const under = this.#reading.get(kind) ?? this.#readOn(kind);
    this.#reading.set(kind, under);
    return under;
  }

  /** One reservation for all that wait, in the append of the first. One at a time: it must be certain. */
  async #serveWaiting(kind: IdKind, queue: Waiting[]): Promise<void> {
    const waiting = queue.splice(0);
    const [carrier, ...followers] = waiting;
    if (carrier === undefined) return;
    try {
      const { last, revision, at } = await (this.#reading.get(kind) ??
        this.#reservations.get(kind) ??
        this.#read(kind));
      const to = waiting.reduce((sum, { count }) => sum + count, last);
      if (to > ID_MAX) throw new Error(`no ${kind} ids left below 2^31`);
      const reserved: IdsReserved = { type: 'IdsReserved', data: { from: last + 1, to } };
      const event = newEvent(reserved, CONTEXT, this.clock, at);
      const reservation = { stream: idsStream(kind), events: [event], expectedRevision: revision };
      const outcome = await carrier.carry(last + 1, [reservation]);
      if (outcome === 'stored') {
        this.#reservations.set(kind, { last: to, revision: revision + 1, at: event.metadata.at });
        let next = last + 1 + carrier.count;
        for (const { count, accept: given } of followers) {
          given(next);
          next += count;
        }
        return;
      }
      this.#reservations.delete(kind);
      queue.unshift(...(outcome === 'again' ? waiting : followers));
    } catch (error) {
      for (const { fail } of waiting) fail(error);
    }
  }

  async #work(kind: IdKind, queue: Waiting[]): Promise<void> {
    if (this.#busy.has(kind)) return;
    this.#busy.add(kind);
    while (queue.length > 0) await this.#serveWaiting(kind, queue);
    this.#busy.delete(kind);
  }

  #enqueue(kind: IdKind, waiting: Waiting): void {
    const queue = this.#queues.get(kind) ?? [];
    this.#queues.set(kind, queue);
    queue.push(waiting);
    void this.#work(kind, queue);
  }
}

/** Ids by name, each reserved once: kept when a lost race repeats the decision. */
export class IdsByName {
  readonly #ids = new Map<string, number>();

  constructor(
    private readonly allocator: IdAllocator,
    private readonly kind: IdKind,
  ) {}

  /** Reserves in the order of the names. */
  async reserve(names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.#ids.has(name));
    if (unknown.length === 0) return;
    const first = await this.allocator.reserve(this.kind, unknown.length);
    unknown.forEach((name, at) => this.#ids.set(name, first + at));
  }

  of(name: string): number {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`no ${this.kind} id was reserved for ${name}`);
    return id;
  }
}
