// A key's next read shows what it wrote, also through another process on the same folder
// (docs/spec/requests.md#read-your-writes).
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { bodyOf } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';

describe('a read right after a write', () => {
  let dataDir: string;
  let services: Service[];
  let ledger: Ledger;
  beforeAll(async () => {
    dataDir = await temporaryDir();
    services = [await startService({ dataDir }), await startService({ dataDir })];
    ledger = await registerLedger(dataDir, { accounts: 200 });
  });
  afterAll(async () => {
    for (const service of services) await service.kill();
    await removeDir(dataDir);
  });

  it('through the other process finds the version with its lines, 40 times of 40', async () => {
    const [writer, reader] = services.map(({ url }) => client(url, ledger.key));
    for (let variant = 0; variant < 40; variant++) {
      const body = bodyOf(ledger, { company: 0, period: '2026-02', variant });
      const stored = await writer?.post('/api/v1/trial-balances', body);
      expect(stored?.status).toBe(201);
      const lines = await reader?.get(
        `/api/v1/trial-balances/${String(stored?.body.data['trialBalanceId'])}/lines`,
      );
      expect([variant, lines?.status, lines?.body.pagination.total]).toEqual([variant, 200, 200]);
    }
  });
});
