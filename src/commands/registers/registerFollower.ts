// Updates the registers of this process from the log, so that neither commands nor reads need the read store for them.
// While the log is unreachable, the last known state is used.
import { setTimeout as pause } from 'node:timers/promises';
import { DEPLOYMENT_STREAM } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { NO_STREAM, type Batch, type EventLog } from '../../domain/kernel/log.js';
import { REGISTER_STREAMS, createRegisters, type Registers } from '../../domain/registers.js';
import { knownEvent, readOn, requireEvent, type KnownEvent } from '../../domain/kernel/knownEvent.js';
import { SEALS } from '../../domain/seal.js';
import { FOLLOWING, keepTrying } from '../../runtime/keepTrying.js';
import { singleFlight } from '../../runtime/singleFlight.js';

/** The longest delay of another process's event, even when a subscription delivers nothing (docs/spec/log.md#registers). */
const POLL_EVERY_MS = 500;
/** Without a new batch for this long, `refresh` fails. */
const REFRESH_IDLE_MS = 5_000;

const FOLLOWED: readonly string[] = [...REGISTER_STREAMS, SEALS];

export type RegisterFollower = Readonly<{
  registers: Registers;
  /** Resolves when the end of the log was first reached. */
  ready(): Promise<void>;
  /**
   * Reads up to the current end of the log; concurrent calls share one read.
   * @throws what the log throws, LogWentBack, or Error after 5 s without progress
   */
  refresh(): Promise<void>;
  /** The position read, and whether the last read failed. */
  status(): Readonly<{ position: number; caughtUp: boolean; failing: boolean }>;
  stop(): Promise<void>;
}>;

/** @param onError called for each failed read, which is retried */
export function followRegisters(log: EventLog, onError: (error: unknown) => void): RegisterFollower {
  const registers = createRegisters();
  const stopping = new AbortController();
  let position = 0;
  /** The last event applied, and the last one of `deployment`: both must stay in the log. */
  let lastSeen: KnownEvent | null = null;
  let deployed: Recorded | null = null;
  let failing = false;
  let caughtUp = false;
  const readiness: { resolve(): void; reject(error: Error): void } = { resolve() {}, reject() {} };
  const first = new Promise<void>((resolve, reject) => Object.assign(readiness, { resolve, reject }));
  first.catch(() => undefined);

  /** Two readers may deliver the same events; those up to the last one are already applied. */
  function apply(batch: Batch): void {
    for (const event of batch.events) {
      if (event.position <= (lastSeen?.position ?? 0)) continue;
      registers.apply(event);
      lastSeen = knownEvent(event);
    }
    position = Math.max(position, batch.position);
    failing = false;
    if (batch.caughtUp && !caughtUp) {
      caughtUp = true;
      readiness.resolve();
    }
  }

  /**
   * Resumes from the last event, which must still exist: a log that went back may have new events before the position
   * that was reached. Includes seals, so that the last event is never far behind the position.
   */
  async function* subscribe(signal: AbortSignal): AsyncIterable<Batch> {
    if (lastSeen !== null) await requireEvent(log, lastSeen);
    yield* log.subscribe(lastSeen?.position ?? 0, FOLLOWED, signal);
  }

  const follow = (): Promise<void> =>
    keepTrying(stopping.signal, FOLLOWING, async (progressed) => {
      try {
        for await (const batch of subscribe(stopping.signal)) {
          apply(batch);
          progressed();
        }
      } catch (error) {
        failed(error);
      }
      return false;
    });

  /** Reads on when a subscription delivers nothing: a revoked key must not stay valid. */
  async function poll(): Promise<void> {
    for (;;) {
      await sleep(POLL_EVERY_MS);
      if (stopping.signal.aborted) return;
      try {
        for await (const event of readOn(
          log,
          DEPLOYMENT_STREAM,
          deployed?.revision ?? NO_STREAM,
          deployed?.id ?? null,
        ))
          deployed = event;
        const head = await log.head();
        if (head > position) await reading.again();
        else if (head < position && lastSeen !== null) {
          await requireEvent(log, lastSeen);
          position = head; // only events that are not ours were lost
        }
        failing = false;
      } catch (error) {
        failed(error);
      }
    }
  }

  function failed(error: unknown): void {
    if (stopping.signal.aborted) return;
    failing = true;
    onError(error);
  }

  async function sleep(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  }

  const reading = singleFlight(catchUp);

  async function catchUp(): Promise<void> {
    const finished = new AbortController();
    const end = (): void => finished.abort();
    // Two waits of half the time: after a long block of the event loop, events that arrived meanwhile are read first.
    let idleHalves = 0;
    const timer = setInterval(() => ++idleHalves === 2 && end(), REFRESH_IDLE_MS / 2);
    stopping.signal.addEventListener('abort', end);
    try {
      for await (const batch of subscribe(finished.signal)) {
        apply(batch);
        if (batch.caughtUp) return;
        idleHalves = 0;
      }
    } finally {
      end();
      clearInterval(timer);
      stopping.signal.removeEventListener('abort', end);
    }
    throw new Error('the registers could not be brought up to the end of the log');
  }

  const work = Promise.all([follow(), poll()]);

  return {
    registers,
    ready: () => first,
    /** A read in progress may have started before the caller's event was stored. */
    refresh: () => reading.again(),
    status: () => ({ position, caughtUp, failing }),
    async stop() {
      stopping.abort();
      readiness.reject(new Error('stopped'));
      await Promise.allSettled([work, reading.idle()]);
    },
  };
}
