// A power cut alone never looks like a log that went back (docs/spec/log.md#a-log-that-went-back): the writes and
// syncs of a service are recorded, and its folder is opened as a cut at each sync would leave it.
import { afterAll, beforeAll, describe, expect } from '#jest';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { openCommandSide } from '../../src/app/commandSide.js';
import { readConfig } from '../../src/app/config.js';
import { derivedOnceOpened } from '../../src/app/logChecks.js';
import { openDeliveryQueue, openReadStore } from '../../src/app/stores.js';
import { verify } from '../../src/commands/log/verify.js';
import { client } from '../support/client.js';
import { ask, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { hasStrace, itWithStrace } from '../support/loudlySkipped.js';
import { ready } from '../support/scaledOut.js';
import { removeDir, startService, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';
import { registerAt } from '../webhooks/support/deliveredEvents.js';
import { ALLOWED } from '../webhooks/support/importingClient.js';
import { startReceiver } from '../webhooks/support/receiver.js';
import { powerCuts, recordingTo, type Files, type PowerCut } from './support/recordedWrites.js';

const canTrace = hasStrace();
const withStrace = itWithStrace('powerCut');
const MONTHS = ['2026-01', '2026-02', '2026-03'];
const ALL_MS = 240_000;

describe('A power cut', () => {
  let folder: string;
  /** As it was when the recording began; recorded. */
  let [before, dataDir, trace]: [string, string, string] = ['', '', ''];
  const history: Entry[] = [];
  let ledger: Ledger;
  beforeAll(async () => {
    if (!canTrace) return;
    folder = await temporaryDir();
    [before, dataDir, trace] = [join(folder, 'before'), join(folder, 'data'), join(folder, 'trace')];
    ledger = await registerLedger(dataDir, { accounts: 20 });
    const first = await startService({ dataDir });
    await ready(first);
    await importInto(first.url, '2025-12');
    expect(await first.stop()).toBe(0);
    cpSync(dataDir, before, { recursive: true });
    await record();
  }, ALL_MS);
  afterAll(() => (canTrace ? removeDir(folder) : undefined));

  const importInto = async (url: string, period: string): Promise<void> => {
    const { answer } = await ask(url, ledger, history, { company: 0, period, variant: 0 });
    expect(answer?.status).toBe(201);
  };

  async function record(): Promise<void> {
    const receiver = await startReceiver();
    const service = await startService({ dataDir, env: ALLOWED, through: recordingTo(trace) });
    await ready(service);
    await registerAt(service.url, ledger.key, receiver.url);
    for (const period of MONTHS) await importInto(service.url, period);
    await until(() => receiver.ids().length === MONTHS.length, 'the deliveries');
    const rows = () => client(service.url, ledger.key).all('/api/v1/trial-balances');
    await until(async () => (await rows()).length === MONTHS.length + 1, 'the views');
    process.kill(processUnder(service.pid), 'SIGKILL');
    await service.exited;
    await receiver.close();
  }

  const isKept = (path: string): boolean =>
    /^(read\/(?!.*(-shm|\.lock)$).*|(log\/log|queue)\.db(-wal|-journal)?)$/.test(relative(dataDir, path));
  const isLog = (path: string): boolean => relative(dataDir, path).startsWith('log');

  withStrace(
    'at any sync leaves a log that is whole, and no store ahead of it, whatever of theirs had reached the disk',
    async () => {
      const found: string[] = [];
      let cuts = 0;
      const eventsSeen = new Set<number>();
      for (const { synced, written } of powerCuts({ folder: dataDir, before, trace }, isKept)) {
        cuts += 1;
        for (const left of [synced, mixed({ synced, written })]) {
          const opened = await openedAfter(left);
          if (typeof opened === 'number') eventsSeen.add(opened);
          else found.push(`cut ${cuts}: ${opened}`);
        }
      }
      expect(found).toEqual([]);
      expect(cuts).toBeGreaterThan(10);
      expect(eventsSeen.size).toBeGreaterThan(MONTHS.length);
    },
    ALL_MS,
  );

  /** The worst for what is made of the log: all of theirs is there, and of the log what was synced. */
  const mixed = ({ synced, written }: PowerCut): Files =>
    new Map([...[...written].filter(([path]) => !isLog(path)), ...[...synced].filter(([path]) => isLog(path))]);

  /** @returns the number of events of a log that is whole; what is wrong otherwise */
  async function openedAfter(files: Files): Promise<number | string> {
    const left = join(folder, 'left');
    cpSync(before, left, { recursive: true, filter: (path) => !isKept(join(dataDir, relative(before, path))) });
    for (const [path, content] of files) {
      const to = join(left, relative(dataDir, path));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, content);
    }
    try {
      return await startedOn(left);
    } catch (error) {
      return String(error);
    } finally {
      await removeDir(left);
    }
  }
});

/** What a start does before it writes, and `verify`. */
async function startedOn(dataDir: string): Promise<number | string> {
  const config = readConfig({ ENVIRONMENT: 'staging', DATA_DIR: dataDir });
  const { readDerived, provide } = derivedOnceOpened(config);
  const side = await openCommandSide(config, () => undefined, {}, { readDerived });
  const store = openReadStore(config, null);
  const queue = openDeliveryQueue(config, null);
  try {
    provide({ store, queue });
    await side.deployment;
    const { ok, events, problems } = await verify(side.rawLog);
    return ok ? events : JSON.stringify(problems);
  } finally {
    await queue.close();
    await store.close();
    await side.close();
  }
}

/** The one that strace runs. */
function processUnder(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
