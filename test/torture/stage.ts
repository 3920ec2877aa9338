// The processes under torture: two services on one data folder, each started, killed, paused and stopped by name.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { startService, type Service } from '../support/service.js';
import type { Journal } from './journal.js';

export const SLOTS = ['one', 'two'] as const;
export type Slot = (typeof SLOTS)[number];

export type Stage = Readonly<{
  dataDir: string;
  /** Starts it unless it runs. `failAt` kills it at that place, the n-th time it gets there. */
  start(slot: Slot, options?: Readonly<{ roles?: string; failAt?: `${FailPoint}:${number}` }>): Promise<Service>;
  running(slot: Slot): Service | null;
  /** Addresses of those that run, as far as is known here. */
  urls(): readonly string[];
  kill(slot: Slot): Promise<void>;
  /** SIGTERM; its exit status, null when it did not run or had to be killed. */
  stop(slot: Slot): Promise<number | null>;
  killAll(): Promise<void>;
}>;

const STOP_MAX_MS = 40_000;

export function createStage(dataDir: string, journal: Journal): Stage {
  const services = new Map<Slot, Service>();

  function forget(slot: Slot, service: Service): void {
    if (services.get(slot) === service) services.delete(slot);
  }

  const stage: Stage = {
    dataDir,
    async start(slot, { roles = 'api,projector,webhooks', failAt } = {}) {
      const before = services.get(slot);
      if (before) return before;
      const entry = failAt === undefined ? 'src/main.js' : 'test/faults/support/serviceWithFailPoints.js';
      const env = { ROLES: roles, ...(failAt ? { FAIL_AT: failAt } : {}) };
      const service = await journal.during(
        'stage',
        { start: slot, roles, failAt },
        () => startService({ dataDir, entry, env }),
        ({ url, pid }) => ({ url, pid }),
      );
      services.set(slot, service);
      // The journal tells what was answered; the service's own log tells why. The start line is read by then.
      service.process.stdout?.pipe(createWriteStream(join(dataDir, `${slot}.log`), { flags: 'a' }));
      void service.exited.then((status) => {
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
  };
  return stage;
}
