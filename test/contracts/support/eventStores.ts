// The log's client against servers of its protocol that a test starts as it needs them: in this process, or in one
// of their own that is killed and stopped. Whatever was opened ends with the test, and no error may have gone
// unheard.
import { afterEach, beforeEach, expect } from '#jest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../../src/domain/kernel/storeError.js';
import {
  EventStoreDbLog,
  type EventStoreDbOptions,
} from '../../../src/stores/log/eventStoreDb/eventStoreDbLog.js';
import { ServerProcess } from '../../eventStoreServer/child.js';
import { startEventStoreServer } from '../../eventStoreServer/server.js';
import { readAll } from '../../support/logEvents.js';
import { temporaryDir } from '../../support/service.js';

/** Short enough for a test; one test runs with the real ones. */
export const QUICK: EventStoreDbOptions = { timeoutMs: 60_000, attemptTimeoutMs: 300, silenceMs: 200 };

export const unavailable = { status: 'rejected', reason: expect.any(StoreUnavailable) as unknown };

/** To be called once in a file, outside of its tests. */
export function eventStores() {
  let folder = '';
  const ending: (() => Promise<void>)[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);

  beforeEach(async () => {
    folder = await temporaryDir();
    process.on('unhandledRejection', onUnhandled).on('uncaughtException', onUnhandled);
  });
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
    await rm(folder, { recursive: true });
    process.off('unhandledRejection', onUnhandled).off('uncaughtException', onUnhandled);
    expect(unhandled.splice(0)).toEqual([]);
  });

  return {
    folder: () => folder,
    /** Ends with the test, in the reverse order. */
    atEnd: (end: () => Promise<void>) => void ending.push(end),
    open(url: string, options: EventStoreDbOptions = QUICK): Promise<EventLog> {
      const log = new EventStoreDbLog(url, options);
      ending.push(() => log.close());
      return Promise.resolve(log);
    },
    async serve(options: { port?: number; appendBytesMax?: number; name?: string } = {}) {
      const server = await startEventStoreServer({ ...options, folder: join(folder, options.name ?? 'one') });
      ending.push(() => server.stop());
      return server;
    },
    async serveAlone(): Promise<ServerProcess> {
      const server = new ServerProcess(folder);
      await server.start();
      ending.push(() => server.kill());
      return server;
    },
  };
}

/** Reads until the store answers again. */
export async function untilRead(log: EventLog, name: string) {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await readAll(log, name);
    } catch (error) {
      if (attempt >= 100) throw error;
      await pause(100);
    }
}
