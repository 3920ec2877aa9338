// What the service does to warm up before it starts leaves nothing behind.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildMonth } from '../support/builders.js';
import { client } from '../support/client.js';
import { CHART, registerLedger } from '../support/ledger.js';
import { operatorJson, removeDir, startService, temporaryDir, type Service } from '../support/service.js';

describe('the rehearsal before the start', () => {
  let dataDir: string;
  let service: Service;
  beforeAll(async () => {
    dataDir = await temporaryDir();
    service = await startService({ dataDir });
  });
  afterAll(async () => {
    await service.kill();
    await removeDir(dataDir);
  });

  it('leaves no event, no file and no call, and is counted nowhere', async () => {
    expect(await operatorJson(dataDir, ['companies', 'list'])).toEqual([]);
    expect(await operatorJson(dataDir, ['calls', 'list'])).toEqual([]);
    const [own = '', ...others] = await readdir(join(dataDir, 'uploads'));
    expect(others).toEqual([]);
    expect(await readdir(join(dataDir, 'uploads', own))).toEqual([]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).not.toContain('POST /api/v1/trial-balances');
    expect(JSON.stringify(service.lines)).not.toContain('rehearsal');
  });

  it('does not reach into the first import, whose chart has the same id', async () => {
    const ledger = await registerLedger(dataDir, { accounts: 3 });
    const body = buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period: '2026-02', chartName: CHART });
    const answer = await client(service.url, ledger.key).post('/api/v1/trial-balances', body);
    expect(answer).toMatchObject({ status: 201, body: { data: { enviadas: 3, importadas: 3 } } });
  });
});
