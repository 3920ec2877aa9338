// The processes under torture: two services on one data folder, each started, killed, paused and stopped by name.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { limitMemory } from '../faults/support/memoryLimit.js';
import { startService, type Service } from '../support/service.js';
import type { Journal } from './journal.js';
import type { TorturedLog } from './torturedLog.js';

export const SLOTS = ['one', 'two'] as const;
export type Slot = (typeof SLOTS)[number];
/** Has so much memory and no more, where that can be limited. */
export const LIMITED: Slot = 'two';

export type Stage = Readonly<{
  dataDir: string;
  log: TorturedLog;
  /** Starts it unless it runs. `failAt` kills it at that place, the n-th time it gets there. */
  start(slot: Slot, options?: Readonly<{ roles?: string; failAt?: `${FailPoint}:${number}` }>): Promise<Service>;
  running(slot: Slot): Service | null;
  /** Addresses of those that run, as far as is known here. */
  urls(): readonly string[];
  kill(slot: Slot): Promise<void>;
  /** SIGTERM; its exit status, null when it did not run or had to be killed. */
  stop(slot: Slot): Promise<number | null>;
  killAll(): Promise<void>;
  /**
   * Takes the log from the services that run, and puts it back. Embedded, they must end by themselves; else they
   * must not.
   */
  takeLogAway(): Promise<void>;
  /** As `takeLogAway`, with another log in its place meanwhile: they must end by themselves. */
  swapLog(): Promise<void>;
  /**
   * Increases when the log is taken away or swapped and when it is put back: an operator's command is refused
   * meanwhile.
   */
  logMoves(): number;
  /** Kills everything. */
  close(): Promise<void>;
}>;

const STOP_MAX_MS = 40_000;
const END_MAX_MS = 40_000;
const MEMORY_BYTES = 512 * 1_048_576;
/** Of a process that lost its log. */
const EXIT_LOG_LOST = 1;

export function createStage(dataDir: string, log: TorturedLog, journal: Journal): Stage {
  const services = new Map<Slot, Service>();
  const limit = limitMemory(MEMORY_BYTES);
  let logMoves = 0;

  function forget(slot: Slot, service: Service): void {
    if (services.get(slot) === service) services.delete(slot);
  }

  const stage: Stage = {
    dataDir,
    log,
    async start(slot, { roles = 'api,projector,webhooks', failAt } = {}) {
      const before = services.get(slot);
      if (before) return before;
      const through = slot === LIMITED ? (limit?.through ?? []) : [];
      journal.count(`start ${slot}${through.length === 0 ? '' : ' within 512 MB'}`);
      const entry = failAt === undefined ? 'bin/main.js' : 'test/faults/support/serviceWithFailPoints.js';
      const env = { ...log.env, ROLES: roles, ...(failAt ? { FAIL_AT: failAt } : {}) };
      const service = await journal.during(
        'stage',
        { start: slot, roles, failAt },
        () => startService({ dataDir, entry, env, through }),
        ({ url, pid }) => ({ url, pid }),
      );
      services.set(slot, service);
      // The journal tells what was answered; the service's own log tells why. The start line is read by then.
      for (const output of [service.process.stdout, service.process.stderr])
        output?.pipe(createWriteStream(join(dataDir, `${slot}.log`), { flags: 'a' }));
      void service.exited.then((status) => {
        if (services.get(slot) === service && failAt === undefined)
          journal.problem(`service ${slot} ended by itself with ${status ?? service.process.signalCode}`);
        forget(slot, service);
        journal.note('stage', { exited: slot, pid: service.pid, status });
      });
      return service;
    },
    running: (slot) => services.get(slot) ?? null,
    urls: () => [...services.values()].map(({ url }) => url),
    async kill(slot) {
      const service = services.get(slot);
      if (!service) return;
      forget(slot, service);
      await service.kill();
    },
    async stop(slot) {
      const service = services.get(slot);
      if (!service) return null;
      forget(slot, service);
      const late = setTimeout(() => void service.kill(), STOP_MAX_MS);
      const status = await service.stop();
      clearTimeout(late);
      return status;
    },
    async killAll() {
      await Promise.all(SLOTS.map((slot) => stage.kill(slot)));
    },
    async takeLogAway() {
      if (log.kind === 'embedded') return withoutLog(log.takeAway);
      logMoves += 1;
      await log.takeAway();
      await log.putBack();
      logMoves += 1;
    },
    swapLog: () => withoutLog(log.putOther),
    logMoves: () => logMoves,
    async close() {
      await stage.killAll();
      limit?.remove();
      await log.close();
    },
  };
  return stage;

  /** @param take takes it away; the services that run must end then */
  async function withoutLog(take: () => Promise<void>): Promise<void> {
    const running = [...services];
    services.clear();
    logMoves += 1;
    await take();
    await Promise.all(running.map(([slot, service]) => mustEnd(slot, service)));
    await log.putBack();
    logMoves += 1;
  }

  /**
   * With 1, or by killing itself where the disk keeps its threads from ending
   * (docs/spec/stores.md#files-taken-away).
   */
  async function mustEnd(slot: Slot, service: Service): Promise<void> {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      void service.kill();
    }, END_MAX_MS);
    const status = await service.exited;
    clearTimeout(late);
    const ended = isLate ? 'nothing in time' : (status ?? service.process.signalCode);
    journal.note('stage', { exitedWithoutLog: slot, pid: service.pid, ended });
    if (ended !== EXIT_LOG_LOST && ended !== 'SIGKILL')
      journal.problem(`service ${slot} without its log ended with ${ended}`);
  }
}
