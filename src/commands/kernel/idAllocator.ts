// Allocates integer ids: unique, ascending, below 2^31. A reservation is an event of `ids-{kind}` in the append that needs the ids.
import type { EventLog, StreamAppend } from '../../domain/kernel/log.js';
import { ID_MAX, idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import type { CommandContext, Clock } from './context.js';
import type { Folds } from './folds.js';
import { newEvent } from './events.js';

/** Consecutive races lost to other processes before `reserve` fails. */
const ATTEMPTS_MAX = 200;

/** Appends what needs the ids, after the reservation. @param first of the consecutive ids */
export type AppendWithIds<Result> = (first: number, reservation: readonly StreamAppend[]) => Promise<Result>;

/** The newest reservation that was read or appended. */
type Known = Readonly<{ last: number; revision: number; at: string | null }>;

const CONTEXT: CommandContext = { actor: { kind: 'rule', id: 'ids' }, requestId: null };

/** Ids of a command that fails later may stay unused. */
export class IdAllocator {
  readonly #turns = new Map<IdKind, Promise<unknown>>();
  readonly #reservations = new Map<IdKind, Known>();
  readonly #reading = new Map<IdKind, Promise<Known>>();

  constructor(
    private readonly log: EventLog,
    private readonly folds: Folds,
    private readonly clock: Clock,
  ) {}

  /** Starts reading the last reservation, so that what follows only has to append, unless another process appends first. */
  look(kind: IdKind): void {
    this.#read(kind).catch(() => undefined); // whoever needs the ids reads again
  }

  /** Calls `append` once. Its result is not ok after a lost race, on the ids as on another stream: decide again. */
  withIds<Result extends Readonly<{ ok: boolean }>>(
    kind: IdKind,
    count: number,
    append: AppendWithIds<Result>,
  ): Promise<Result> {
    return this.#inTurn(kind, () => this.#appendNext(kind, count, append));
  }

  /** Reserves consecutive ids in an append of its own. @returns the first */
  reserve(kind: IdKind, count: number): Promise<number> {
    return this.#inTurn(kind, async () => {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        let first = 0;
        const { ok } = await this.#appendNext(kind, count, (from, reservation) => {
          first = from;
          return this.log.append(reservation);
        });
        if (ok) return first;
      }
      throw new Error(`ids of ${kind}: lost ${ATTEMPTS_MAX} races in a row`);
    });
  }

  /** One reservation of a kind at a time: what the next one reserves must be certain. */
  #inTurn<Result>(kind: IdKind, reserve: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(kind) ?? Promise.resolve()).then(reserve);
    this.#turns.set(
      kind,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async #appendNext<Result extends Readonly<{ ok: boolean }>>(
    kind: IdKind,
    count: number,
    append: AppendWithIds<Result>,
  ): Promise<Result> {
    const known = this.#reading.get(kind) ?? this.#reservations.get(kind) ?? this.#read(kind);
    const { last, revision, at } = await known;
    const to = last + count;
    if (to > ID_MAX) throw new Error(`no ${kind} ids left below 2^31`);
    const reserved: IdsReserved = { type: 'IdsReserved', data: { from: last + 1, to } };
    const event = newEvent(reserved, CONTEXT, this.clock, at);
    const reservation = { stream: idsStream(kind), events: [event], expectedRevision: revision };
    const appending = append(last + 1, [reservation]);
    const isStored = await appending.then(
      ({ ok }) => ok,
      () => false,
    );
    if (isStored) this.#reservations.set(kind, { last: to, revision: revision + 1, at: event.metadata.at });
    else this.#reservations.delete(kind);
    return appending;
  }

  async #readOn(kind: IdKind): Promise<Known> {
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
  #read(kind: IdKind): Promise<Known> {
    const under = this.#reading.get(kind) ?? this.#readOn(kind);
    this.#reading.set(kind, under);
    return under;
  }
}

/** Ids by name, each reserved once: kept when a lost race repeats the decision. */
export class IdsByName {
  readonly #ids = new Map<string, number>();

  constructor(
    private readonly allocator: IdAllocator,
    private readonly kind: IdKind,
  ) {}

  /** In the order of the names. */
  async reserve(names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.#ids.has(name));
    if (unknown.length === 0) return;
    const first = await this.allocator.reserve(this.kind, unknown.length);
    unknown.forEach((name, at) => this.#ids.set(name, first + at));
  }

  /** @throws when no id was reserved for the name */
  of(name: string): number {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`no ${this.kind} id was reserved for ${name}`);
    return id;
  }
}
