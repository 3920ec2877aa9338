// The disk of the data folder runs full (docs/spec/stores.md#embedded): 503 and no 201 that is not kept; once
// there is space, it works on by itself, and a restart finds everything that was acknowledged.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { ask, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, type Service } from '../support/service.js';
import { problemsAtRest } from './support/load.js';
import { mountSmallDisk } from './support/smallDisk.js';
import { until } from '../support/until.js';

const disk = mountSmallDisk(24);
if (disk === null) process.stderr.write('SKIPPED in fullDisk: no small file system can be mounted here\n');
const withDisk = disk === null ? describe.skip : describe;

withDisk('a full disk', () => {
  const dataDir = disk?.folder ?? '';
  let service: Service;
  let ledger: Ledger;
  const history: Entry[] = [];
  let variant = 0;

  beforeAll(async () => {
    ledger = await registerLedger(dataDir, { accounts: 200 });
    service = await startService({ dataDir });
  });
  afterAll(async () => {
    await service.kill();
    disk?.unmount();
  });

  const importNext = async () => {
    const asked = { company: 0, period: '2026-01', variant: ++variant };
    let retryAfter: string | null = null;
    const { answer } = await ask(service.url, ledger, history, asked, ({ headers }) => {
      retryAfter = headers.get('retry-after');
    });
    return { status: answer?.status, retryAfter };
  };

  it('answers 503 to writes, serves reads, and recovers once there is space', async () => {
    expect((await importNext()).status).toBe(201);
    disk?.fill();
    await until(async () => (await importNext()).status === 503, 'the first refusal');
    const refused = await Promise.all([importNext(), importNext(), importNext()]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    const page = await client(service.url, ledger.key).get('/api/v1/trial-balances');
    expect(page.status).toBe(200);
    expect((await client(service.url, '').get('/health/live')).status).toBe(200);

    disk?.free();
    await until(async () => (await importNext()).status === 201, 'an import');
    expect(await problemsAtRest(service.url, ledger, history)).toEqual([]);
  });

  it('has every acknowledged write after a kill and a restart, and a complete log', async () => {
    await service.kill();
    service = await startService({ dataDir });
    expect((await importNext()).status).toBe(201);
    expect(await problemsAtRest(service.url, ledger, history)).toEqual([]);
    expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
  });
});
