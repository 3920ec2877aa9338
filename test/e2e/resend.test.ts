// The same body again: a resend only while what it was judged on is the same.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { buildMonth } from '../support/builders.js';
import { client, type Answer, type Client } from '../support/client.js';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { operatorJson } from '../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';

describe('the same body sent again', () => {
  let dataDir: string;
  let service: Service;
  let ledger: Ledger;
  let erp: Client;
  beforeAll(async () => {
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 30 });
    service = await startService({ dataDir });
    erp = client(service.url, ledger.key);
  });
  afterAll(async () => {
    await service.kill();
    await removeDir(dataDir);
  });
  const send = (period: string, variant = 0): Promise<Answer> =>
    erp.post(
      '/api/v1/trial-balances',
      buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period, chartName: CHART, variant }),
    );
  const warningsOf = ({ body }: Answer): unknown => body.data['avisos'];

  it('is a new version once another one came between', async () => {
    const [first, other, again] = [await send('2026-01'), await send('2026-01', 1), await send('2026-01')];
    expect([first.status, other.status, again.status]).toEqual([201, 201, 201]);
    expect(again.body.data['trialBalanceId']).not.toBe(first.body.data['trialBalanceId']);
    expect((await send('2026-01')).status).toBe(200);
  });

  it('has warnings about the current neighbouring months', async () => {
    expect(warningsOf(await send('2026-04'))).toEqual([
      'Continuidade não verificada: não há balancete de 03/2026',
    ]);
    await send('2026-03');
    const again = await send('2026-04');
    expect([again.status, warningsOf(again)]).toEqual([200, []]);
  });

  it('is checked again when the chart changed', async () => {
    expect((await send('2026-06')).status).toBe(201);
    expect((await send('2026-06')).status).toBe(200);
    const [account] = ledger.accounts;
    const charts = [{ nome: CHART, accounts: [{ codigo: account?.code, exigeConciliacao: false }] }];
    const file = join(dataDir, 'changed.json');
    const companies = [{ cnpj: ledger.cnpjs[0], charts }];
    await writeFile(file, JSON.stringify({ clients: [{ ref: ledger.ref, companies }] }));
    await operatorJson(dataDir, ['apply', file]);
    const again = await send('2026-06');
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({ enviadas: 30, importadas: 29, ignoradasQueNaoConciliam: 1 });
  });

  it('is refused once the competence is closed', async () => {
    expect((await send('2026-09')).status).toBe(201);
    await operatorJson(dataDir, ['close', '--company', String(ledger.companyIds[0]), '--period', '2026-09']);
    expect((await send('2026-09')).status).toBe(409);
  });
});
