// The cached state of streams. A state found here is always read forward from its revision before it is used, so it is
// correct with any number of processes; the cache and its snapshots only save reading from the start.
import type { Fold } from '../../domain/kernel/decider.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import { readNamedParts } from './parts.js';
import type { SnapshotStore } from './snapshots.js';

export type Loaded<State> = Readonly<{ state: State; revision: number; at: string | null }>;

export type Folds = Readonly<{
  /** The stream's state as of now. Callers must not change it. */
  load<State>(stream: string, fold: Fold<State>): Promise<Loaded<State>>;
  /** After an error whose outcome is unknown: the next load reads from the last snapshot again. */
  forget(stream: string): void;
}>;

type Entry = { state: unknown; revision: number; at: string | null; snapshotRevision: number; bytes: number };

const CACHE_BYTES_MAX = 96 * 1024 * 1024;
const DEFAULT_STATE_BYTES = 2_000;
/** So many events are read at most beyond a snapshot after a restart. */
const SNAPSHOT_EVERY = 200;

/**
 * @param snapshots only folds with a plain JSON state ask for them (`Fold.snapshot`)
 */
export function createFolds(log: EventLog, snapshots: SnapshotStore | null): Folds {
  const cache = new Map<string, Entry>();
  const running = new Map<string, Promise<Entry>>();
  let bytes = 0;

  function drop(stream: string): void {
    const entry = cache.get(stream);
    if (!entry) return;
    bytes -= entry.bytes;
    cache.delete(stream);
  }

  function keep(stream: string, entry: Entry): void {
    drop(stream);
    cache.set(stream, entry); // the newest is last: the first is the least recently used
    bytes += entry.bytes;
    for (const oldest of cache.keys()) {
      if (bytes <= CACHE_BYTES_MAX || oldest === stream) break;
      drop(oldest);
    }
  }

  function start<State>(stream: string, fold: Fold<State>): Entry {
    const cached = cache.get(stream);
    if (cached) return cached;
    const snapshot = fold.snapshot ? snapshots?.get(stream, fold.version) : null;
    if (!snapshot)
      return { state: fold.initial(), revision: NO_STREAM, at: null, snapshotRevision: NO_STREAM, bytes: 0 };
    const { state, revision, at } = snapshot;
    return { state, revision, at, snapshotRevision: revision, bytes: 0 };
  }

  async function readForward<State>(stream: string, fold: Fold<State>): Promise<Entry> {
    const entry = start(stream, fold);
    let { revision, at } = entry;
    let state = entry.state as State;
    try {
      for await (const event of log.read(stream, revision + 1)) {
        const place = fold.partsOf?.(event) ?? null;
        state = fold.evolve(state, event, place ? await readNamedParts(log, place) : undefined);
        revision = event.revision;
        at = event.metadata.at;
      }
    } catch (error) {
      drop(stream); // evolve may have changed the state half-way
      throw error;
    }
    let { snapshotRevision } = entry;
    if (fold.snapshot && snapshots && revision - snapshotRevision >= SNAPSHOT_EVERY) {
      snapshots.put(stream, fold.version, { state, revision, at });
      snapshotRevision = revision;
    }
    const read: Entry = {
      state,
      revision,
      at,
      snapshotRevision,
      bytes: fold.size?.(state) ?? DEFAULT_STATE_BYTES,
    };
    keep(stream, read);
    return read;
  }

  return {
    async load<State>(stream: string, fold: Fold<State>) {
      // One reader a stream at a time, and each caller gets what was stored before it asked: a caller that finds a
      // reading under way waits for it and reads on itself.
      for (;;) {
        const under = running.get(stream);
        if (!under) break;
        await under.catch(() => undefined);
      }
      const reading = readForward(stream, fold);
      running.set(stream, reading);
      try {
        const { state, revision, at } = await reading;
        return { state: state as State, revision, at };
      } finally {
        running.delete(stream);
      }
    },
    forget: drop,
  };
}
