// A store taken away while imports come in as fast as they go (docs/spec/stores.md#files-taken-away): the process
// ends in order, with one line for the operator, and a restart has all that was acknowledged.
import { afterEach, beforeEach, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { problemsAtRest, startLoad, type Load } from './support/load.js';
import { rounds } from './support/rounds.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

/** The service takes less than 5 s; the machine may be busy. */
const END_MAX_MS = 30_000;
/** The service looks for files that others made four times a second. */
const WATCHED_WITHIN_MS = 1_000;

let dataDir: string;
let service: Service;
let ledger: Ledger;
let load: Load;

beforeEach(async () => {
  dataDir = await temporaryDir();
  ledger = await registerLedger(dataDir, { accounts: 60, companies: 3 });
  service = await startService({ dataDir });
  load = startLoad({ urls: () => [service.url], ledger, writers: 3, readers: 1, restMs: 0 });
});
afterEach(async () => {
  await service.kill();
  await load.stop();
});

it.each(['read', 'queue.db', 'calls.db'].flatMap((name) => rounds(2).map((round) => [name, round] as const)))(
  'deleting %s under three importers ends the process with 1 and one line, and loses nothing (round %i)',
  async (name) => {
    const path = join(dataDir, name);
    await until(() => existsSync(path), `${name} is made`); // maybe by a command beside the service
    await pause(WATCHED_WITHIN_MS);
    await load.next(4);
    await rm(path, { recursive: true });
    const goneMs = performance.now();
    expect(await Promise.race([service.exited, pause(END_MAX_MS, 'still runs', { ref: false })])).toBe(1);
    await load.stop();
    expect(service.stderr()).toMatch(/^.* foi removido, renomeado ou substituído durante o uso: .*\n$/);
    expect(service.stderr()).toContain(path);
    expect(load.calls.filter(({ askedMs, status }) => askedMs > goneMs && status === 201)).toEqual([]);

    await rm(join(dataDir, 'made', name), { force: true }); // as the operator is told, to go on without it
    service = await startService({ dataDir });
    expect(await problemsAtRest(service.url, ledger, load.history)).toEqual([]);
    expect(await service.stop()).toBe(0);
  },
);
