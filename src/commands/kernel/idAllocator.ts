// Integer ids: unique, ascending, below 2^31. One allocator a process merges waiting requests into one append to
// `ids-{kind}`, so that a burst of commands costs one reservation.
import type { EventLog } from '../../domain/kernel/log.js';
import { idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import type { CommandContext, Clock } from './context.js';
import type { Folds } from './folds.js';
import { newEvent } from './newEvent.js';

const ID_MAX = 2 ** 31 - 1;
/** A race with other processes is lost at most this often in a row before the command gives up. */
const ATTEMPTS_MAX = 200;

export type IdAllocator = Readonly<{
  /** Reserves `count` consecutive ids and returns the first. Ids of a command that fails later stay unused. */
  reserve(kind: IdKind, count: number): Promise<number>;
}>;

type Waiting = { count: number; resolve(first: number): void; reject(error: unknown): void };

export function createIdAllocator(log: EventLog, folds: Folds, clock: Clock): IdAllocator {
  const context: CommandContext = { actor: { kind: 'rule', id: 'ids' }, requestId: null };
  const queues = new Map<IdKind, Waiting[]>();
  const busy = new Set<IdKind>();

  async function reserveRange(kind: IdKind, count: number): Promise<number> {
    const stream = idsStream(kind);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const { state, revision, at } = await folds.load(stream, idsFold);
      const from = state.last + 1;
      const to = state.last + count;
      if (to > ID_MAX) throw new Error(`no ${kind} ids left below 2^31`);
      const reserved: IdsReserved = { type: 'IdsReserved', data: { from, to } };
      const result = await log.append(stream, [newEvent(reserved, context, clock, at)], revision);
      if (result.ok) return from;
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

  return {
    reserve: (kind, count) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(kind) ?? [];
        queues.set(kind, queue);
        queue.push({ count, resolve, reject });
        void work(kind);
      }),
  };
}
