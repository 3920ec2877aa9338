// Appends seals. A seal has the count and the signed Merkle root of all covered events, so `verify` detects any
// altered, removed, inserted or moved event before it. Works on the raw log: seals cover what is stored.
import { setTimeout as pause } from 'node:timers/promises';
import { eventAt, lastEvent, newEvent } from '../kernel/events.js';
import { TreeEdge, leafHash, leafText } from './merkleTree.js';
import { SEALS, coveredPrefixes, sealOf, type LogSealed, type Seal } from '../../domain/seal.js';
import type { Clock } from '../kernel/context.js';
import { signCheckpoint, type Signer } from './checkpoint.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { requireEvent } from '../../domain/kernel/knownEvent.js';
import { NO_STREAM, type Batch, type EventLog } from '../../domain/kernel/log.js';

/** `afterMs`: from the first unsealed event; a little less than the specified 10 s (docs/spec/log.md#seals). */
export type SealSchedule = Readonly<{ everyEvents: number; afterMs: number; retryMs: number }>;
const SEAL_SCHEDULE: SealSchedule = { everyEvents: 1_000, afterMs: 9_000, retryMs: 5_000 };

type SealerOptions = Readonly<{
  rawLog: EventLog;
  clock: Clock;
  signer: Signer;
  /** Called with the error that stopped it; it resumes from the last seal after `retryMs`. */
  onError(error: unknown): void;
  schedule?: SealSchedule;
}>;

/** Seals the log until stopped. Of two at once one append fails by its revision, and that sealer resumes. */
export function startSealer(options: SealerOptions) {
  const { rawLog, clock, signer, onError, schedule: rhythm = SEAL_SCHEDULE } = options;
  const stopping = new AbortController();
  const running = (async () => {
    let growing: GrowingTree | null = null;
    while (!stopping.signal.aborted) {
      try {
        growing = await resume({ rawLog, clock, signer }, growing?.knownEvents() ?? []);
        await follow(growing, rhythm, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!(error instanceof SealedByAnother)) onError(error);
        await pause(rhythm.retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  })();
  return {
    /** Seals the unsealed events and ends. */
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Seals all current events. Safe while a sealer runs. */
export async function sealNow(rawLog: EventLog, clock: Clock, signer: Signer): Promise<void> {
  for (;;) {
    const tree = await resume({ rawLog, clock, signer }, []);
    try {
      const stop = new AbortController();
      for await (const batch of tree.events(stop.signal)) {
        await tree.add(batch, SEAL_SCHEDULE.everyEvents);
        if (batch.caughtUp) stop.abort();
      }
      return await tree.seal();
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
class SealedEventMissing extends Error {
  override readonly name = 'SealedEventMissing';
}

/** The last event of `seals` that this process read or appended. */
type KnownSeal = Readonly<{ revision: number; id: string; at: string }>;

type SealedEvent = Readonly<{ stream: string; revision: number; id: string }>;

/** Where the tree goes on: after `end`, the last event of `seals`. */
type Resumed = Readonly<{ from: number; seal: Seal | null; end: Recorded | null; tree: TreeEdge }>;

type Sealing = Pick<SealerOptions, 'rawLog' | 'clock' | 'signer'>;

class GrowingTree {
  /** The last covered event; its id is unknown until it is read. */
  #lastCovered: (Seal['last'] & Readonly<{ id?: string }>) | null;
  #sealedCount: number;
  #lastSeal: KnownSeal | null;

  constructor(
    private readonly sealing: Sealing,
    private readonly resumed: Resumed,
  ) {
    const { seal, end, tree } = resumed;
    this.#sealedCount = tree.size;
    this.#lastCovered = seal?.last ?? null;
    this.#lastSeal = end && { revision: end.revision, id: end.id, at: end.metadata.at };
  }

  /** The last seal and the last covered event: both must still be in the log when the tree is resumed. */
  knownEvents(): readonly SealedEvent[] {
    const seal = this.#lastSeal && { stream: SEALS, ...this.#lastSeal };
    const { id, ...place } = this.#lastCovered ?? {};
    const covered = id === undefined ? null : { ...(place as Seal['last']), id };
    return [seal, covered].filter((event) => event !== null);
  }

  get unsealed(): number {
    return this.resumed.tree.size - this.#sealedCount;
  }

  /** Covered events after the last seal. */
  events(signal: AbortSignal): AsyncIterable<Batch> {
    return this.sealing.rawLog.subscribe(this.resumed.from, coveredPrefixes, signal);
  }

  async add({ events }: Batch, everyEvents: number): Promise<void> {
    for (const event of events) {
      this.resumed.tree.add(leafHash(leafText(event)));
      this.#lastCovered = { stream: event.stream, revision: event.revision, id: event.id };
      if (this.unsealed >= everyEvents) await this.seal();
    }
  }

  /** @throws SealedByAnother; LogWentBack when the log lost events that are to be sealed */
  async seal(): Promise<void> {
    if (this.unsealed === 0 || this.#lastCovered?.id === undefined) return;
    const { rawLog, clock, signer } = this.sealing;
    const { tree } = this.resumed;
    const { id, ...place } = this.#lastCovered;
    await requireEvent(rawLog, { ...place, id });
    const count = tree.size;
    const root = tree.root();
    const edge = tree.roots();
    const checkpoint = signCheckpoint(signer, { size: count, root });
    const fact: LogSealed = { type: 'LogSealed', data: { count, root, edge, last: place, checkpoint } };
    const context = { actor: { kind: 'rule', id: 'seals' }, requestId: null } as const;
    const event = newEvent(fact, context, clock, this.#lastSeal?.at ?? null);
    const appended = await rawLog.append([
      { stream: SEALS, events: [event], expectedRevision: this.#lastSeal?.revision ?? NO_STREAM },
    ]);
    if (!appended.ok) throw new SealedByAnother(`seals is at ${appended.actual}`);
    this.#lastSeal = { revision: appended.revision, id: event.id, at: event.metadata.at };
    this.#sealedCount = count;
  }
}

/** After the last seal alone. @throws LogWentBack when an event read before is lost; SealedEventMissing */
async function resume(sealing: Sealing, knownEvents: readonly SealedEvent[]): Promise<GrowingTree> {
  const { rawLog } = sealing;
  for (const event of knownEvents) await requireEvent(rawLog, event);
  const end = await lastEvent(rawLog, SEALS);
  if (end === null) return new GrowingTree(sealing, { from: 0, seal: null, end, tree: TreeEdge.empty() });
  const seal = sealOf(end);
  const tree = seal && treeOf(seal);
  if (seal === null || tree === null) throw new SealedEventMissing(`Seal ${end.revision} is malformed`);
  const lastCovered = await eventAt(rawLog, seal.last.stream, seal.last.revision);
  if (lastCovered === null)
    throw new SealedEventMissing(
      `Event ${seal.last.revision} of ${seal.last.stream} is gone, seal ${end.revision}`,
    );
  return new GrowingTree(sealing, { from: lastCovered.position, seal, end, tree });
}

/** Null when the seal's edge does not lead to its root. */
export function treeOf({ count, root, edge }: Seal): TreeEdge | null {
  const tree = TreeEdge.resume(count, edge);
  return tree?.root() === root ? tree : null;
}

/** Seals at every `everyEvents`, when it first catches up, and `afterMs` after the first unsealed event. */
async function follow(tree: GrowingTree, rhythm: SealSchedule, stopping: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const batches = tree.events(AbortSignal.any([stopping, ended.signal]))[Symbol.asyncIterator]();
  let hasCaughtUp = false;
  let dueAt: number | null = null;
  try {
    for (let next = batches.next(); ;) {
      next.catch(() => undefined); // not awaited when sealing fails first
      const got = await (dueAt === null ? next : orDueAt(dueAt, next));
      if (got === 'due') {
        await tree.seal();
        dueAt = null;
        continue;
      }
      if (got.done === true) break;
      await tree.add(got.value, rhythm.everyEvents);
      if (got.value.caughtUp && !hasCaughtUp) {
        hasCaughtUp = true;
        await tree.seal();
      }
      if (tree.unsealed === 0) dueAt = null;
      else dueAt ??= performance.now() + rhythm.afterMs;
      next = batches.next();
    }
    await tree.seal();
  } finally {
    ended.abort();
  }
}

/** The work's result, or 'due' at `time` (`performance.now`). Racing one long promise would keep every result. */
async function orDueAt<T>(time: number, work: Promise<T>): Promise<T | 'due'> {
  const ended = new AbortController();
  const due = pause(time - performance.now(), 'due' as const, { signal: ended.signal });
  try {
    return await Promise.race([work, due.catch(() => 'due' as const)]);
  } finally {
    ended.abort();
  }
}
