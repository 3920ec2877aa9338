// Appends and exports seals. A seal stores the count and hash chain value of all covered events, so `verify` detects any
// altered, removed, inserted or moved event before it. Works on the raw log: seals cover what is stored.
import { setTimeout as pause } from 'node:timers/promises';
import { readDeployment } from './deployment.js';
import { chainText, eventAt, lastEvent, nextValue } from './sealChain.js';
import { sealOf, SEALS, type Seal } from '../../domain/seal/fold.js';
import { newEvent } from '../kernel/newEvent.js';
import type { Clock } from '../kernel/context.js';
import type { Recorded } from '../../domain/kernel/event.js';
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
  /** Called with the error that stopped it; it resumes from the last seal after `retryMs`. */
  onError(error: unknown): void;
  schedule?: SealSchedule;
}>;

export type Sealer = Readonly<{
  /** Seals the unsealed events and ends. */
  stop(): Promise<void>;
}>;

/** Seals the log until stopped. Two sealers at once are harmless: the append's revision decides, the loser resumes. */
export function startSealer({ rawLog, clock, onError, schedule: rhythm = SEAL_SCHEDULE }: SealerOptions): Sealer {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await follow(await resumeChain(rawLog, clock), rhythm, stopping.signal);
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
export async function sealNow(rawLog: EventLog, clock: Clock): Promise<void> {
  for (;;) {
    const chain = await resumeChain(rawLog, clock);
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

/** `at`: when the seal was appended. */
export type ExportedSeal = Readonly<{ count: number; hash: string; at: string }>;

/**
 * The file of `operator seals export`. Kept out of reach of the log's operators, it proves that the log up to `count` was
 * not rewritten, even with new seals. The newest seal is the proof; the last one of each earlier day dates a violation.
 */
export type ExportedSeals = Readonly<{
  format: 'seals-1';
  logId: string | null;
  exportedAt: string;
  seals: readonly ExportedSeal[];
}>;

/** Seals all current events, then exports. */
export async function exportSeals(rawLog: EventLog, clock: Clock): Promise<ExportedSeals> {
  await sealNow(rawLog, clock);
  const seals: ExportedSeal[] = [];
  for await (const event of rawLog.read(SEALS, 0)) {
    const seal = sealOf(event);
    if (seal === null) continue;
    const { at } = event.metadata;
    if (seals.at(-1)?.at.slice(0, 10) === at.slice(0, 10)) seals.pop();
    seals.push({ count: seal.count, hash: seal.hash, at });
  }
  const logId = (await readDeployment(rawLog))?.logId ?? null;
  return { format: 'seals-1', logId, exportedAt: clock.now().toISOString(), seals };
}

/** @returns null when the text is not a file of `seals export` */
export function parseExportedSeals(text: string): ExportedSeals | null {
  let file: Partial<ExportedSeals> | null;
  try {
    file = JSON.parse(text) as Partial<ExportedSeals> | null;
  } catch {
    return null;
  }
  if (file?.format !== 'seals-1' || !Array.isArray(file.seals)) return null;
  const wellFormed = (seal: Partial<ExportedSeal> | null) =>
    Number.isSafeInteger(seal?.count) && /^[0-9a-f]{64}$/.test(String(seal?.hash)) && typeof seal?.at === 'string';
  return file.seals.every(wellFormed) ? (file as ExportedSeals) : null;
}

/** Another sealer appended first: resume from its seal. */
class SealedByAnother extends Error {
  override readonly name = 'SealedByAnother';
}

/** The last sealed event is missing: the log was truncated. Sealing stops. */
export class SealedEventMissing extends Error {
  override readonly name = 'SealedEventMissing';
}

/** The chain as computed by this process. */
class Chain {
  #count: number;
  #value: string;
  #last: Seal['last'] | null;
  #sealedCount: number;
  #sealsEnd: Readonly<{ revision: number; at: string | null }>;
  readonly #rawLog: EventLog;
  readonly #clock: Clock;
  readonly #from: number;

  constructor(rawLog: EventLog, clock: Clock, from: number, seal: Seal | null, end: Recorded | null) {
    this.#rawLog = rawLog;
    this.#clock = clock;
    this.#from = from;
    this.#count = this.#sealedCount = seal?.count ?? 0;
    this.#value = seal?.hash ?? CHAIN_START;
    this.#last = seal?.last ?? null;
    this.#sealsEnd = { revision: end?.revision ?? NO_STREAM, at: end?.metadata.at ?? null };
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
      this.#value = nextValue(this.#value, chainText(event));
      this.#count += 1;
      this.#last = { stream: event.stream, revision: event.revision };
      if (this.unsealed >= everyEvents) await this.seal();
    }
  }

  /** @throws SealedByAnother */
  async seal(): Promise<void> {
    if (this.unsealed === 0 || this.#last === null) return;
    const fact: LogSealed = {
      type: 'LogSealed',
      data: { count: this.#count, hash: this.#value, last: this.#last },
    };
    const context = { actor: { kind: 'rule', id: 'seals' }, requestId: null } as const;
    const event = newEvent(fact, context, this.#clock, this.#sealsEnd.at);
    const appended = await this.#rawLog.append(SEALS, [event], this.#sealsEnd.revision);
    if (!appended.ok) throw new SealedByAnother(`seals is at ${appended.actual}`);
    this.#sealsEnd = { revision: appended.revision, at: event.metadata.at };
    this.#sealedCount = fact.data.count;
  }
}

/** Resumes after the last seal, whose hash is the chain's value, without reading earlier events. */
async function resumeChain(rawLog: EventLog, clock: Clock): Promise<Chain> {
  const end = await lastEvent(rawLog, SEALS);
  if (end === null) return new Chain(rawLog, clock, 0, null, null);
  const seal = sealOf(end);
  if (seal === null) throw new SealedEventMissing(`Seal ${end.revision} is malformed`);
  const last = await eventAt(rawLog, seal.last.stream, seal.last.revision);
  if (last === null)
    throw new SealedEventMissing(
      `Event ${seal.last.revision} of ${seal.last.stream} is gone, seal ${end.revision}`,
    );
  return new Chain(rawLog, clock, last.position, seal, end);
}

/** Seals at every `everyEvents`, when it first catches up, and `afterMs` after the first unsealed event. */
async function follow(chain: Chain, rhythm: SealSchedule, stopping: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const batches = chain.events(AbortSignal.any([stopping, ended.signal]))[Symbol.asyncIterator]();
  let hasCaughtUp = false;
  let dueAt: number | null = null;
  try {
    for (let next = batches.next(); ;) {
      next.catch(() => undefined); // nobody awaits it when sealing fails first
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
