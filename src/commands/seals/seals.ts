// Appends seals. A seal stores the count, hash chain value and Merkle tree of all covered events, so `verify`
// detects any altered, removed, inserted or moved event before it. Works on the raw log: seals cover what is stored.
import { setTimeout as pause } from 'node:timers/promises';
import { chainText, eventAt, lastEvent, nextValue } from './sealChain.js';
import { sealOf, SEALS, type Seal } from '../../domain/seal/fold.js';
import { leafHash, TreeEdge } from './merkleTree.js';
import { newEvent } from '../kernel/newEvent.js';
import type { Clock } from '../kernel/context.js';
import { signCheckpoint, type Signer } from './checkpoint.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { requireEvent } from '../../domain/kernel/knownEvent.js';
import { NO_STREAM, type Batch, type EventLog } from '../../domain/kernel/log.js';
import { CHAIN_START } from '../../domain/seal/chain.js';
import { coveredPrefixes } from '../../domain/seal/coverage.js';
import type { LogSealed } from '../../domain/seal/events.js';

/** `afterMs`: from the first unsealed event; a little less than the specified 10 s (docs/spec/log.md#seals). */
export type SealSchedule = Readonly<{ everyEvents: number; afterMs: number; retryMs: number }>;
export const SEAL_SCHEDULE: SealSchedule = { everyEvents: 1_000, afterMs: 9_000, retryMs: 5_000 };

export type SealerOptions = Readonly<{
  rawLog: EventLog;
  clock: Clock;
  /** Signs the checkpoints; null: seals have none. */
  signer?: Signer | null;
  /** Called with the error that stopped it; it resumes from the last seal after `retryMs`. */
  onError(error: unknown): void;
  schedule?: SealSchedule;
}>;

export type Sealer = Readonly<{
  /** Seals the unsealed events and ends. */
  stop(): Promise<void>;
}>;

/** Seals the log until stopped. Two sealers at once are harmless: one append fails by its revision, and that sealer resumes. */
export function startSealer(options: SealerOptions): Sealer {
  const { rawLog, clock, signer = null, onError, schedule: rhythm = SEAL_SCHEDULE } = options;
  const stopping = new AbortController();
  const running = (async () => {
    let chain: Chain | null = null;
    while (!stopping.signal.aborted) {
      try {
        chain = await resumeChain({ rawLog, clock, signer }, chain?.known() ?? [], stopping.signal);
        await follow(chain, rhythm, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!(error instanceof SealedByAnother)) onError(error);
        await pause(rhythm.retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Seals all current events. Safe while a sealer runs. */
export async function sealNow(rawLog: EventLog, clock: Clock, signer: Signer | null = null): Promise<void> {
  for (;;) {
    const chain = await resumeChain({ rawLog, clock, signer }, []);
    try {
      const stop = new AbortController();
      for await (const batch of chain.events(stop.signal)) {
        await chain.add(batch, SEAL_SCHEDULE.everyEvents);
        if (batch.caughtUp) stop.abort();
      }
      return await chain.seal();
    } catch (error) {
      if (!(error instanceof SealedByAnother)) throw error;
    }
  }
}

/** Another sealer appended first: resume from its seal. */
class SealedByAnother extends Error {
  override readonly name = 'SealedByAnother';
}

/** The last sealed event is missing: the log was truncated. Sealing stops. */
export class SealedEventMissing extends Error {
  override readonly name = 'SealedEventMissing';
}

/** The last event of `seals` that this process read or appended. */
type KnownSeal = Readonly<{ revision: number; id: string; at: string }>;

type SealedEvent = Readonly<{ stream: string; revision: number; id: string }>;

/** Where a chain goes on: after `end`, the last event of `seals`. */
type Resumed = Readonly<{ from: number; seal: Seal | null; end: Recorded | null; tree: TreeEdge }>;

type Sealing = Readonly<{ rawLog: EventLog; clock: Clock; signer: Signer | null }>;

/** Chain and tree as computed by this process. */
class Chain {
  #count: number;
  #value: string;
  /** The last covered event; its id is unknown until it is read. */
  #last: (Seal['last'] & Readonly<{ id?: string }>) | null;
  #sealedCount: number;
  readonly #tree: TreeEdge;
  #lastSeal: KnownSeal | null;
  readonly #rawLog: EventLog;
  readonly #clock: Clock;
  readonly #signer: Signer | null;
  readonly #from: number;

  constructor({ rawLog, clock, signer }: Sealing, { from, seal, end, tree }: Resumed) {
    this.#rawLog = rawLog;
    this.#clock = clock;
    this.#signer = signer;
    this.#from = from;
    this.#tree = tree;
    this.#count = this.#sealedCount = seal?.count ?? 0;
    this.#value = seal?.hash ?? CHAIN_START;
    this.#last = seal?.last ?? null;
    this.#lastSeal = end && { revision: end.revision, id: end.id, at: end.metadata.at };
  }

  /** The last seal and the last covered event: both must still be in the log when the chain is resumed. */
  known(): readonly SealedEvent[] {
    const seal = this.#lastSeal && { stream: SEALS, ...this.#lastSeal };
    const { id, ...last } = this.#last ?? {};
    const covered = id === undefined ? null : { ...(last as Seal['last']), id };
    return [seal, covered].filter((event) => event !== null);
  }

  get unsealed(): number {
    return this.#count - this.#sealedCount;
  }

  /** Covered events after the last seal. */
  events(signal: AbortSignal): AsyncIterable<Batch> {
    return this.#rawLog.subscribe(this.#from, coveredPrefixes, signal);
  }

  async add({ events }: Batch, everyEvents: number): Promise<void> {
    for (const event of events) {
      const text = chainText(event);
      this.#value = nextValue(this.#value, text);
      this.#tree.add(leafHash(text));
      this.#count += 1;
      this.#last = { stream: event.stream, revision: event.revision, id: event.id };
      if (this.unsealed >= everyEvents) await this.seal();
    }
  }

  /** @throws SealedByAnother; LogWentBack when the log lost events that are to be sealed */
  async seal(): Promise<void> {
    if (this.unsealed === 0 || this.#last?.id === undefined) return;
    const { id, ...last } = this.#last;
    await requireEvent(this.#rawLog, { ...last, id });
    const tree = { root: this.#tree.root(), edge: this.#tree.roots() };
    const size = this.#count;
    const checkpoint = this.#signer && signCheckpoint(this.#signer, { size, root: tree.root });
    const data = { count: size, hash: this.#value, last, tree, ...(checkpoint === null ? {} : { checkpoint }) };
    const fact: LogSealed = { type: 'LogSealed', data };
    const context = { actor: { kind: 'rule', id: 'seals' }, requestId: null } as const;
    const event = newEvent(fact, context, this.#clock, this.#lastSeal?.at ?? null);
    const appended = await this.#rawLog.append(SEALS, [event], this.#lastSeal?.revision ?? NO_STREAM);
    if (!appended.ok) throw new SealedByAnother(`seals is at ${appended.actual}`);
    this.#lastSeal = { revision: appended.revision, id: event.id, at: event.metadata.at };
    this.#sealedCount = fact.data.count;
  }
}

/**
 * Resumes after the last seal, whose hash is the chain's value, without reading earlier events; after a seal of version 0.1.0,
 * which has no tree, the tree is computed from the log's start once.
 * @throws LogWentBack when the log lost one of the events read before; SealedEventMissing
 */
async function resumeChain(
  sealing: Sealing,
  known: readonly SealedEvent[],
  stopping?: AbortSignal,
): Promise<Chain> {
  const { rawLog } = sealing;
  for (const event of known) await requireEvent(rawLog, event);
  const end = await lastEvent(rawLog, SEALS);
  if (end === null) return new Chain(sealing, { from: 0, seal: null, end, tree: TreeEdge.empty() });
  const seal = sealOf(end);
  if (seal === null) throw new SealedEventMissing(`Seal ${end.revision} is malformed`);
  const last = await eventAt(rawLog, seal.last.stream, seal.last.revision);
  if (last === null)
    throw new SealedEventMissing(
      `Event ${seal.last.revision} of ${seal.last.stream} is gone, seal ${end.revision}`,
    );
  const tree = resumedTree(seal) ?? (await computedTree(rawLog, seal.count, stopping));
  return new Chain(sealing, { from: last.position, seal, end, tree });
}

/** Null when the seal has no tree, or one that cannot be its own. */
export function resumedTree({ count, tree }: Seal): TreeEdge | null {
  const edge = tree === undefined ? null : TreeEdge.resume(count, tree.edge);
  return edge?.root() === tree?.root ? edge : null;
}

/** The tree of the first `count` covered events. */
async function computedTree(rawLog: EventLog, count: number, stopping?: AbortSignal): Promise<TreeEdge> {
  const tree = TreeEdge.empty();
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, ...(stopping ? [stopping] : [])]);
  for await (const { events, caughtUp } of rawLog.subscribe(0, coveredPrefixes, signal)) {
    for (const event of events.slice(0, count - tree.size)) tree.add(leafHash(chainText(event)));
    if (caughtUp || tree.size === count) done.abort();
  }
  stopping?.throwIfAborted();
  return tree;
}

/** Seals at every `everyEvents`, when it first catches up, and `afterMs` after the first unsealed event. */
async function follow(chain: Chain, rhythm: SealSchedule, stopping: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const batches = chain.events(AbortSignal.any([stopping, ended.signal]))[Symbol.asyncIterator]();
  let hasCaughtUp = false;
  let dueAt: number | null = null;
  try {
    for (let next = batches.next(); ;) {
      next.catch(() => undefined); // not awaited when sealing fails first
      const got = await (dueAt === null ? next : orDueAt(dueAt, next));
      if (got === 'due') {
        await chain.seal();
        dueAt = null;
        continue;
      }
      if (got.done === true) break;
      await chain.add(got.value, rhythm.everyEvents);
      if (got.value.caughtUp && !hasCaughtUp) {
        hasCaughtUp = true;
        await chain.seal();
      }
      if (chain.unsealed === 0) dueAt = null;
      else dueAt ??= performance.now() + rhythm.afterMs;
      next = batches.next();
    }
    await chain.seal();
  } finally {
    ended.abort();
  }
}

/**
 * The work's result, or 'due' at `time` (of `performance.now`). Each call clears its own timer: racing one long-lived
 * promise over many batches would keep every result in memory.
 */
async function orDueAt<T>(time: number, work: Promise<T>): Promise<T | 'due'> {
  const done = new AbortController();
  const due = pause(time - performance.now(), 'due' as const, { signal: done.signal });
  try {
    return await Promise.race([work, due.catch(() => 'due' as const)]);
  } finally {
    done.abort();
  }
}
