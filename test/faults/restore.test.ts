// The restore drill (docs/spec/stores.md#restore): from a copy of the log's folder and the keys alone, on
// another machine, everything comes back that the service ever answered.
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { declared } from '../../src/projections/views/allProjections.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { dataPaths } from '../../src/app/stores.js';
import { digest } from '../projections/support/readSide.js';
import { client } from '../support/client.js';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorProcess, operatorProcessJson } from '../support/operator.js';
import { removeDir, startService, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';

const CLIENTS = [1, 2, 3];
const LISTS = ['/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations'];

describe('a restore', () => {
  let lost: string;
  let restored: string;
  let ledger: Ledger;
  const history: Entry[] = [];
  let before: Readonly<{ lists: string; digest: string }>;

  beforeAll(async () => {
    [lost, restored] = [await temporaryDir(), await temporaryDir()];
    const service = await startService({ dataDir: lost });
    ledger = await registerLedger(lost, { accounts: 80 });
    for (const [variant, period] of ['2026-01', '2026-02', '2026-02'].entries())
      await ask(service.url, ledger, history, { company: 0, period, variant });
    await operatorProcessJson(lost, ['release', ...books('2026-01')]);
    await operatorProcessJson(lost, ['close', ...books('2026-01'), '--yes']);
    const lists = await listsOf(service.url);
    await service.stop();
    before = { lists, digest: await digestOf(lost) };
    await copyLog(lost, restored);
  });
  afterAll(async () => {
    await removeDir(lost);
    await removeDir(restored);
  });

  const books = (period: string) => ['--company', String(ledger.companyIds[0]), '--period', period];
  const listsOf = async (url: string) =>
    JSON.stringify(await Promise.all(LISTS.map((path) => client(url, ledger.key).all(path))));

  it('without the secrets key is refused with a message, before anything is written', async () => {
    const bare = join(restored, 'without-key');
    await mkdir(bare);
    await copyLog(lost, bare);
    const started = startService({ dataDir: bare });
    await expect(started).rejects.toThrow(/left with 78 .*SECRETS_KEY/s);
    const listed = await operatorProcess(bare, ['keys', 'list']);
    expect(listed).toMatchObject({ status: 1, stdout: '' });
    expect(listed.stderr).toContain('SECRETS_KEY');
  });

  it('without the key of the seals is refused too, with a message', async () => {
    await cp(join(lost, 'secrets.key'), join(restored, 'secrets.key'));
    await expect(startService({ dataDir: restored })).rejects.toThrow(/left with 78 .*SEAL_KEY/s);
  });

  it('with both restores keys, books, closings, reconciliations and every row', async () => {
    await cp(join(lost, 'seal.key'), join(restored, 'seal.key'));
    const service = await startService({ dataDir: restored });
    try {
      await until(async () => (await client(service.url, '').get('/health/ready')).status === 200, 'ready');
      expect(await listsOf(service.url)).toBe(before.lists);
      expect(await problemsIn(service.url, ledger, history)).toEqual([]);
      const closed = await ask(service.url, ledger, [], { company: 0, period: '2026-01', variant: 7 });
      expect(closed.answer?.status).toBe(409);
      expect(await operatorProcessJson(restored, ['verify'])).toMatchObject({ ok: true });
      const next = await ask(service.url, ledger, history, { company: 0, period: '2026-03', variant: 0 });
      const ids = history.map(({ answer }) => answer?.trialBalanceId ?? 0);
      expect(next.answer?.status).toBe(201);
      expect(next.answer?.trialBalanceId).toBe(Math.max(...ids));
    } finally {
      await service.stop();
    }
  });

  it('rebuilds the read models of the lost machine, row by row', async () => {
    const again = join(restored, 'again');
    await mkdir(again);
    await copyLog(lost, again);
    for (const name of ['secrets.key', 'seal.key']) await cp(join(lost, name), join(again, name));
    expect(await operatorProcessJson(again, ['rebuild'])).toMatchObject({ ok: true });
    expect(await digestOf(again)).toBe(before.digest);
  });
});

async function digestOf(dataDir: string): Promise<string> {
  const store = openEmbeddedReadStore(dataPaths(dataDir).read, declared);
  try {
    return await digest(store, CLIENTS);
  } finally {
    await store.close();
  }
}

/** The folder of the log: changes may be in the files beside it. */
async function copyLog(from: string, to: string): Promise<void> {
  await cp(dirname(dataPaths(from).log), dirname(dataPaths(to).log), { recursive: true });
}
