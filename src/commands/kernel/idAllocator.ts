// Allocates integer ids: unique, ascending, below 2^31. The allocator of a process merges waiting requests into one append to
// `ids-{kind}`.
import type { EventLog } from '../../domain/kernel/log.js';
import { ID_MAX, idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import type { CommandContext, Clock } from './context.js';
import type { Folds } from './folds.js';
import { newEvent } from './newEvent.js';

/** Consecutive races lost to other processes before the command fails. */
const ATTEMPTS_MAX = 200;

/** Reserves consecutive ids. @returns the first. Ids of a command that fails later stay unused */
export type ReserveIds = (count: number) => Promise<number>;

export type IdAllocator = Readonly<{
  /** Starts reading the last reservation, so that `ReserveIds` only has to append, unless another process appends first. */
  look(kind: IdKind): ReserveIds;
  reserve(kind: IdKind, count: number): Promise<number>;
}>;

/** The newest reservation that was read or appended. */
type Known = Readonly<{ last: number; revision: number; at: string | null }>;
type Waiting = { count: number; resolve(first: number): void; reject(error: unknown): void };

export function createIdAllocator(log: EventLog, folds: Folds, clock: Clock): IdAllocator {
  const context: CommandContext = { actor: { kind: 'rule', id: 'ids' }, requestId: null };
  const queues = new Map<IdKind, Waiting[]>();
  const busy = new Set<IdKind>();
  const known = new Map<IdKind, Known>();
  const reading = new Map<IdKind, Promise<Known>>();

  async function readOn(kind: IdKind): Promise<Known> {
    try {
      const { state, revision, at } = await folds.load(idsStream(kind), idsFold);
      const own = known.get(kind);
      if (own !== undefined && own.revision > revision) return own;
      const read = { last: state.last, revision, at };
      known.set(kind, read);
      return read;
    } finally {
      reading.delete(kind);
    }
  }

  /** A read in progress is shared: if it misses a reservation, the append fails and reads again. */
  function read(kind: IdKind): Promise<Known> {
    const under = reading.get(kind) ?? readOn(kind);
    reading.set(kind, under);
    return under;
  }

  async function reserveRange(kind: IdKind, count: number): Promise<number> {
    const stream = idsStream(kind);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const { last, revision, at } = (attempt === 0 && known.get(kind)) || (await read(kind));
      const from = last + 1;
      const to = last + count;
      if (to > ID_MAX) throw new Error(`no ${kind} ids left below 2^31`);
      const reserved: IdsReserved = { type: 'IdsReserved', data: { from, to } };
      const event = newEvent(reserved, context, clock, at);
      const result = await log.append(stream, [event], revision);
      if (!result.ok) continue;
      known.set(kind, { last: to, revision: result.revision, at: event.metadata.at });
      return from;
    }
    throw new Error(`${stream}: lost ${ATTEMPTS_MAX} races in a row`);
  }

  async function work(kind: IdKind): Promise<void> {
    if (busy.has(kind)) return;
    busy.add(kind);
    try {
      for (;;) {
        const waiting = queues.get(kind)?.splice(0) ?? [];
        if (waiting.length === 0) return;
        try {
          let next = await reserveRange(
            kind,
            waiting.reduce((sum, { count }) => sum + count, 0),
          );
          for (const { count, resolve } of waiting) {
            resolve(next);
            next += count;
          }
        } catch (error) {
          for (const { reject } of waiting) reject(error);
        }
      }
    } finally {
      busy.delete(kind);
    }
  }

  function enqueue(kind: IdKind, count: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(kind) ?? [];
      queues.set(kind, queue);
      queue.push({ count, resolve, reject });
      void work(kind);
    });
  }

  function look(kind: IdKind): ReserveIds {
    const looked = read(kind);
    looked.catch(() => undefined); // handled by the caller that reserves
    return async (count) => {
      await looked;
      return enqueue(kind, count);
    };
  }

  return { look, reserve: (kind, count) => look(kind)(count) };
}
