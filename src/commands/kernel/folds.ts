// Loads the state of streams through a cache. A cached state is always brought up to the stream's end before it is
// used, so it is correct with any number of processes; the cache only saves reading from the start. Reading starts
// at the last event that the state includes: a log that was restored, emptied or replaced no longer has it
// (docs/spec/log.md#a-log-that-went-back). It must also reach the last event that this process appended, which no
// cached state includes until it is read.
import { LRUCache } from 'lru-cache';
import type { Fold } from '../../domain/kernel/event.js';
import { readOn } from '../../domain/kernel/knownEvent.js';
import { LogWentBack, NO_STREAM, type EventLog, type StreamAppend } from '../../domain/kernel/log.js';
import { singleFlight, type SingleFlight } from '../../runtime/singleFlight.js';
import { lastEvent } from './events.js';
import { withNamedParts } from './parts.js';

type Loaded<State> = Readonly<{ state: State; revision: number; at: string | null }>;

/** What reads states and events, and changes nothing. */
export type FoldedLog = Readonly<{ log: EventLog; folds: Pick<Folds, 'load'> }>;

/** `lastId` is the id of the event at `revision`, null before the first. */
type Entry = Loaded<unknown> & Readonly<{ lastId: string | null; bytes: number }>;

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const DEFAULT_STATE_BYTES = 2_000;

/** @param onWentBack called before LogWentBack is thrown */
export class Folds {
  readonly #cache = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (_entry, stream, reason) => reason === 'evict' && this.#expected.delete(stream),
  });
  /** Events that the next read must find, of streams whose cached state does not include them. */
  readonly #expected = new Map<string, Readonly<{ revision: number; id: string }>>();
  readonly #reading = new Map<string, SingleFlight<Entry>>();

  constructor(
    private readonly log: EventLog,
    private readonly onWentBack: (error: LogWentBack) => void = () => undefined,
  ) {}

  /** The current state of the stream. Callers must not change it. @throws LogWentBack */
  async load<State>(stream: string, fold: Fold<State>) {
    const { state, revision, at } = await this.#read(stream, fold);
    return { state: state as State, revision, at };
  }

  /** Tells what was appended to a stream. Ignored unless its state is cached. */
  readonly noteAppend = ({ stream, events, expectedRevision }: StreamAppend): void => {
    const last = events.at(-1);
    if (last === undefined || !this.#cache.has(stream)) return;
    this.#expected.set(stream, { revision: expectedRevision + events.length, id: last.id });
  };

  /** Drops a state that `evolve` may have changed half-way: the next load reads from the start. */
  #dropUnfinished(stream: string, { revision, lastId }: Entry): void {
    this.#cache.delete(stream);
    if (lastId !== null && !this.#expected.has(stream)) this.#expected.set(stream, { revision, id: lastId });
  }

  async #start<State>(stream: string, fold: Fold<State>): Promise<Entry> {
    const none = { state: fold.initial(), revision: NO_STREAM, lastId: null, at: null, bytes: 0 };
    const last = fold.ofLastEvent && !this.#expected.has(stream) ? await lastEvent(this.log, stream) : null;
    if (last === null) return none;
    const { revision, id: lastId, metadata } = last;
    return { ...none, state: fold.evolve(none.state, last), revision, lastId, at: metadata.at };
  }

  async #readForward<State>(stream: string, fold: Fold<State>): Promise<Entry> {
    const entry = this.#cache.get(stream) ?? (await this.#start(stream, fold));
    const expected = this.#expected.get(stream);
    let { revision, lastId, at } = entry;
    let state = entry.state as State;
    try {
      const events = readOn(this.log, stream, revision, lastId);
      for await (const { event, parts } of withNamedParts(this.log, events, fold)) {
        if (expected?.revision === event.revision && expected.id !== event.id) break;
        state = fold.evolve(state, event, parts);
        revision = event.revision;
        lastId = event.id;
        at = event.metadata.at;
      }
      if (expected && expected.revision > revision) throw new LogWentBack({ stream, ...expected });
    } catch (error) {
      if (revision > entry.revision || !(error instanceof LogWentBack)) this.#dropUnfinished(stream, entry);
      if (error instanceof LogWentBack) this.onWentBack(error);
      throw error;
    }
    if (this.#expected.get(stream) === expected) this.#expected.delete(stream);
    const newEntry: Entry = { state, revision, lastId, at, bytes: fold.size?.(state) ?? DEFAULT_STATE_BYTES };
    this.#cache.set(stream, newEntry);
    return newEntry;
  }

  /** One read per stream at a time: one in progress may have started before the caller's event was stored. */
  async #read<State>(stream: string, fold: Fold<State>): Promise<Entry> {
    const reading = this.#reading.get(stream) ?? singleFlight(() => this.#readForward(stream, fold));
    this.#reading.set(stream, reading);
    try {
      return await reading.again();
    } finally {
      if (reading.isIdle()) this.#reading.delete(stream);
    }
  }
}

// States of streams as they were before an event of the log: for what asks what was known then.

/** @param position of the first event that is not read. Each stream is read once, from its start */
export function foldsBefore(log: EventLog, position: number): Pick<Folds, 'load'> {
  const states = new Map<string, Promise<Loaded<unknown>>>();
  return {
    load<State>(stream: string, fold: Fold<State>) {
      const loading = states.get(stream) ?? readBefore(log, position, stream, fold);
      states.set(stream, loading);
      return loading as Promise<Loaded<State>>;
    },
  };
}

async function readBefore<State>(
  log: EventLog,
  position: number,
  stream: string,
  fold: Fold<State>,
): Promise<Loaded<State>> {
  let loaded: Loaded<State> = { state: fold.initial(), revision: NO_STREAM, at: null };
  for await (const { event, parts } of withNamedParts(log, log.read(stream, 0), fold)) {
    if (event.position >= position) break;
    const { revision, metadata } = event;
    loaded = { state: fold.evolve(loaded.state, event, parts), revision, at: metadata.at };
  }
  return loaded;
}
