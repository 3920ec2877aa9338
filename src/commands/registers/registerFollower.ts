// Keeps the registers of this process in step with the log. Writes and reads look into them, so neither needs the
// read store. When the log is out of reach the last known state goes on serving.
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch, EventLog } from '../../domain/kernel/log.js';
import { REGISTER_STREAMS, createRegisters, type Registers } from '../../domain/registers.js';

/**
 * A fact of another process is known here after at most this long, whatever a subscription tells
 * (docs/spec/log.md#registers).
 */
const LOOK_EVERY_MS = 500;
/** Without anything new for so long, the log is taken to be out of reach. */
const REFRESH_IDLE_MS = 5_000;
const BACKOFF_MIN_MS = 50;
const BACKOFF_MAX_MS = 2_000;

export type RegisterFollower = Readonly<{
  registers: Registers;
  /** Resolves once the end of the log, as of the start, was reached. */
  ready(): Promise<void>;
  /**
   * Catches up to the log's end as of this call; calls made at the same time share one reading.
   * @throws whatever the log throws, or after 5 s without progress: then nobody knows whether something is missing
   */
  refresh(): Promise<void>;
  /** How far the log was looked through, and whether the last look at it failed. */
  status(): Readonly<{ position: number; caughtUp: boolean; failing: boolean }>;
  stop(): Promise<void>;
}>;

/** @param onError told of each failure to read the log; reading goes on by itself after a pause */
export function followRegisters(log: EventLog, onError: (error: unknown) => void): RegisterFollower {
  const registers = createRegisters();
  const stopping = new AbortController();
  let position = 0;
  let failing = false;
  let caughtUp = false;
  const readiness: { resolve(): void; reject(error: Error): void } = { resolve() {}, reject() {} };
  const first = new Promise<void>((resolve, reject) => Object.assign(readiness, { resolve, reject }));
  first.catch(() => undefined);

  /** Two readers may bring the same events: each brings all after where it began, so a lower position is known. */
  function take(batch: Batch): void {
    for (const event of batch.events) if (event.position > position) registers.apply(event);
    position = Math.max(position, batch.position);
    failing = false;
    if (batch.caughtUp && !caughtUp) {
      caughtUp = true;
      readiness.resolve();
    }
  }

  async function follow(): Promise<void> {
    for (let waitMs = BACKOFF_MIN_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, BACKOFF_MAX_MS)) {
      try {
        for await (const batch of log.subscribe(position, REGISTER_STREAMS, stopping.signal)) {
          take(batch);
          waitMs = BACKOFF_MIN_MS;
        }
      } catch (error) {
        failed(error);
      }
      // So that all who lost the log do not come back to it at the same moment.
      await sleep(waitMs * (0.5 + Math.random() / 2));
    }
  }

  /** A subscription that fell silent must not keep a revoked key alive. */
  async function look(): Promise<void> {
    for (;;) {
      await sleep(LOOK_EVERY_MS);
      if (stopping.signal.aborted) return;
      try {
        if ((await log.head()) > position) await refresh();
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

  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** One that already runs may have begun before the caller's fact was stored: then the caller waits for the next. */
  function refresh(): Promise<void> {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return running ?? start();
      });
    return next;
  }

  function start(): Promise<void> {
    running = catchUp().finally(() => {
      running = null;
    });
    return running;
  }

  async function catchUp(): Promise<void> {
    const enough = new AbortController();
    const end = (): void => enough.abort();
    const timer = setTimeout(end, REFRESH_IDLE_MS);
    stopping.signal.addEventListener('abort', end);
    try {
      for await (const batch of log.subscribe(position, REGISTER_STREAMS, enough.signal)) {
        take(batch);
        if (batch.caughtUp) return;
        timer.refresh();
      }
    } finally {
      end();
      clearTimeout(timer);
      stopping.signal.removeEventListener('abort', end);
    }
    throw new Error('the registers could not be brought up to the end of the log');
  }

  const work = Promise.all([follow(), look()]);

  return {
    registers,
    ready: () => first,
    refresh,
    status: () => ({ position, caughtUp, failing }),
    async stop() {
      stopping.abort();
      readiness.reject(new Error('stopped'));
      await Promise.allSettled([work, running]);
    },
  };
}
