// Backups under four writers, while backups, restores and the service are killed (docs/spec/operator.md#backup):
// what was acknowledged before a backup began is in it, and what was cut short is never taken for one. Chance is
// seeded; FAULT_ROUNDS says how often, SEED repeats a run.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openReadOnlyLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { randomOf } from '../torture/random.js';
import type { Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorJson, operatorProcess, operatorProcessJson } from '../support/operator.js';
import { cleanEnv, distDir, startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import {
  openImportingClient,
  DELIVERED_WITHIN_MS,
  type ImportingClient,
} from '../webhooks/support/importingClient.js';
import {
  deliveriesOf,
  deliveryIdsOf,
  registerAt,
  deliveredTrialBalances,
  type Registered,
} from '../webhooks/support/deliveredEvents.js';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import { problemsAtRest, startLoad, type Load } from './support/load.js';
import { loudlySkipped } from '../support/loudlySkipped.js';
import { mountSmallDisk } from './support/smallDisk.js';
import { rounds } from './support/rounds.js';

const ROUNDS = rounds(8);
const SEED = Number(process.env['SEED'] ?? 16);
const MANY_MS = 900_000;
const MOVES = ['whole', 'whole', 'backup killed', 'service killed'] as const;

describe(`backups under four writers, ${ROUNDS.length} times with seed ${SEED}`, () => {
  const chance = randomOf(SEED, 'backups');
  let folder = '';
  let dataDir = '';
  let ledger: Ledger;
  let service: Service;
  let load: Load;
  const below = (name: string): string => join(folder, name);

  beforeAll(async () => {
    [folder, dataDir] = [await temporaryDir(), await temporaryDir()];
    ledger = await registerLedger(dataDir, { companies: 4 });
    service = await startService({ dataDir });
    load = startLoad({ urls: () => [service.url], ledger, writers: 4, readers: 1, restMs: 20 });
    await load.next(4);
  });
  afterAll(async () => {
    await load.stop();
    await service.kill();
  });

  it(
    'hold every event acknowledged before they began, and are whole or not there',
    async () => {
      let whole = 0;
      let killed = 0;
      for (const round of ROUNDS) {
        const dir = below(`copy-${round}`);
        const acknowledged = idsOf(load.history);
        const move = chance.pick(MOVES);
        const running = startOperator(dataDir, 'backup', dir);
        if (move === 'backup killed') {
          await pause(chance.between(50, 700));
          running.child.kill('SIGKILL');
        }
        if (move === 'service killed') {
          await pause(chance.between(50, 500));
          await service.kill();
        }
        const status = await running.exited;
        if (move === 'service killed') service = await startService({ dataDir });
        if (move !== 'backup killed') expect({ round, status }).toEqual({ round, status: 0 });
        if (status === null) killed += 1;
        if (!existsSync(dir)) {
          expect(status).not.toBe(0);
          continue;
        }
        whole += 1;
        expect(await operatorJson(dataDir, ['backup', dir, '--verify'])).toMatchObject({ ok: true });
        const copied = await versionedIn(join(dir, 'log/log.db'));
        expect(acknowledged.filter((id) => !copied.has(id))).toEqual([]);
      }
      process.stderr.write(`${whole} backups whole, ${killed} killed, ${idsOf(load.history).length} imports\n`);
      expect(readdirSync(folder).filter((name) => !/^copy-\d+$|^\.copy-\d+\.partial-/.test(name))).toEqual([]);
    },
    MANY_MS,
  );

  it(
    'come back after restores that were killed, with all that was answered, and go on',
    async () => {
      await load.stop();
      const history = [...load.history];
      await operatorProcessJson(dataDir, ['backup', below('last'), '--verify']);
      const target = below('restored');
      for (const afterMs of [250, 300, 350, 400, 450]) {
        const running = startOperator(target, 'restore', below('last'));
        await pause(afterMs);
        running.child.kill('SIGKILL');
        await running.exited;
        if (existsSync(join(target, 'log'))) break;
        if (existsSync(join(target, '.restoring')))
          expect(await operatorProcess(target, ['keys', 'list'])).toMatchObject({ status: 1 });
      }
      if (!existsSync(join(target, 'log')))
        expect(await operatorProcessJson(target, ['restore', below('last')])).toMatchObject({ ok: true });
      expect(await operatorProcessJson(target, ['verify'])).toMatchObject({ ok: true });
      const restored = await startService({ dataDir: target });
      const again = startLoad({ urls: () => [restored.url], ledger, writers: 2, readers: 1, restMs: 20 });
      try {
        await again.next(3);
        await again.stop();
        expect(await problemsAtRest(restored.url, ledger, [...history, ...again.history])).toEqual([]);
      } finally {
        await again.stop();
        await restored.kill();
      }
    },
    MANY_MS,
  );
});

describe('a restored queue', () => {
  let importing: ImportingClient;
  let folder: string;
  let receiver: Receiver;
  let webhook: Registered;
  let isTaking = false;

  beforeAll(async () => {
    folder = await temporaryDir();
    importing = await openImportingClient();
    receiver = await startReceiver((response) => response.writeHead(isTaking ? 204 : 500).end());
  });

  it(
    'sends what was due when it was copied, once, with the ids it had, and once resumed what came after with new ones',
    async () => {
      const { ledger, versions } = importing;
      const lost = await importing.start({ WEBHOOK_RETRY_SECONDS: '0,600' });
      webhook = await registerAt(lost.url, ledger.key, receiver.url);
      for (let each = 0; each < 3; each++) await versions.import(lost.url);
      const ids = versions.ids();
      const tried = async () => {
        const rows = await deliveriesOf(lost.url, ledger.key, webhook);
        return rows.length === 3 && rows.every(({ attempts }) => attempts === 1);
      };
      await until(tried, 'three deliveries tried once', DELIVERED_WITHIN_MS);
      await operatorProcessJson(importing.dataDir, ['backup', join(folder, 'copy')]);
      const before = new Set(deliveryIdsOf(receiver.received));
      await lost.kill();
      const dataDir = join(folder, 'data');
      const { status, stderr } = await operatorProcess(dataDir, ['restore', join(folder, 'copy')]);
      expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
      expect((await readdir(dataDir)).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
      const resume = /operator (webhooks resume --from 20\S+)/.exec(stderr)?.[1] ?? '';
      const sent = receiver.received.length;
      isTaking = true;
      const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,0.1' };
      const restored = await startService({ dataDir, env });
      try {
        await operatorProcessJson(dataDir, resume.split(' '));
        const next = await versions.import(restored.url);
        const rows = () => deliveriesOf(restored.url, ledger.key, webhook);
        const isNextSent = async () => (await rows()).some(({ status }) => status === 'DELIVERED');
        await until(isNextSent, 'the next delivered', DELIVERED_WITHIN_MS);
        const later = receiver.received.slice(sent);
        expect([...deliveryIdsOf(later)].filter((id) => !before.has(id))).toHaveLength(1);
        expect(later).toHaveLength(deliveryIdsOf(later).size);
        expect([...deliveredTrialBalances(later)].filter((id) => !ids.includes(id))).toEqual([next]);
        expect(new Set((await rows()).map(({ deliveryId }) => deliveryId)).size).toBe(4);
      } finally {
        await restored.stop();
      }
    },
    MANY_MS,
  );

  it('is not backed up with a log it is not of, nor taken for whole in a backup that has both', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await registerLedger(other);
    const mixed = join(folder, 'mixed');
    await operatorProcessJson(other, ['backup', mixed, '--verify']);
    await copyFile(join(folder, 'copy/queue.db'), join(other, 'queue.db'));
    const refused = await operatorProcess(other, ['backup', join(folder, 'never')]);
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/fila de entregas.*não é do log copiado.*Repita/),
    });
    expect(existsSync(join(folder, 'never'))).toBe(false);

    await copyFile(join(folder, 'copy/queue.db'), join(mixed, 'queue.db'));
    const [manifest, queueOf] = [await manifestOf(mixed), await manifestOf(join(folder, 'copy'))];
    manifest.files.push(...queueOf.files.filter(({ path }) => path === 'queue.db'));
    await writeFile(join(mixed, 'manifest.json'), JSON.stringify(manifest));
    const verified = await operatorProcess(other, ['backup', mixed, '--verify', '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('queue.db não é de log/log.db')],
    });
  });
});

describe('a log that is damaged', () => {
  let folder = '';
  let dataDir = '';
  beforeAll(async () => {
    folder = await temporaryDir();
    dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await registerLedger(dataDir, { accounts: 100 });
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 3))],
    ['cut within a page', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.9) | 1)],
    ['overwritten', (bytes: Buffer) => bytes.fill(0, 8_192, Math.floor(bytes.length / 2))],
  ] as const)('is not backed up when it is %s, and the command says so', async (_, damage) => {
    const file = join(dataDir, 'log/log.db');
    const whole = await readFile(file);
    await writeFile(file, damage(Buffer.from(whole)));
    const refused = await operatorProcess(dataDir, ['backup', join(folder, 'never')]);
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('cortado ou danificado'),
    });
    expect(existsSync(join(folder, 'never'))).toBe(false);
    await writeFile(file, whole);
  });
});

describe('a full disk', () => {
  const disk = mountSmallDisk(24);
  const onDisk = disk === null ? loudlySkipped('backups', 'no small file system can be mounted here') : it;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await temporaryDir();
    await registerLedger(dataDir, { accounts: 100 });
  });
  afterAll(() => disk?.unmount());

  onDisk('refuses a backup and a restore in words, and leaves nothing', async () => {
    if (disk === null) return;
    const source = join(disk.folder, 'copy');
    disk.fill();
    const refused = await operatorProcess(dataDir, ['backup', source]);
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Não há espaço em disco/),
    });
    expect(readdirSync(disk.folder)).toEqual(['ballast']);
    disk.free();
    await operatorProcessJson(dataDir, ['backup', source, '--verify']);
    disk.fill();
    const target = join(disk.folder, 'data');
    const restored = await operatorProcess(target, ['restore', source]);
    expect(restored).toMatchObject({ status: 1, stderr: expect.stringContaining('Não há espaço em disco') });
    disk.free();
    await operatorProcessJson(target, ['restore', source]);
  });
});

async function manifestOf(dir: string) {
  return JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
}

/** A single process, so that a kill ends it. */
function startOperator(dataDir: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(distDir, 'bin/operator.js'), ...args], {
    env: { ...cleanEnv(), DATA_DIR: dataDir, OPERATOR_APART: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // ends with this process
  });
  const exited = once(child, 'exit').then(([status]) => status as number | null);
  return { child, exited };
}

function idsOf(history: readonly Entry[]): readonly number[] {
  return history.flatMap(({ answer }) =>
    (answer?.status === 201 || answer?.status === 200) && answer.trialBalanceId !== null
      ? [answer.trialBalanceId]
      : [],
  );
}

/** The trial balances whose version a log holds. */
async function versionedIn(path: string): Promise<ReadonlySet<number>> {
  const log = await openReadOnlyLog(path);
  const stop = new AbortController();
  const ids = new Set<number>();
  try {
    for await (const { events, caughtUp } of log.subscribe(0, ['books-'], stop.signal)) {
      for (const { data } of events) ids.add((data as { trialBalanceId?: number }).trialBalanceId ?? 0);
      if (caughtUp) break;
    }
  } finally {
    stop.abort();
    await log.close();
  }
  return ids;
}
