// `log accept` on the embedded stores, as the operator runs it: beside the service, with a wrong key, cut short,
// and again (docs/spec/log.md#going-on-with-a-restored-log).
import { afterEach, beforeEach, expect, it } from '#jest';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptLog } from '../../src/commands/log/acceptLog.js';
import { systemClock } from '../../src/commands/kernel/context.js';
import { withCodec } from '../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { client } from '../support/client.js';
import { ask, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operator, operatorJson } from '../support/operator.js';
import { ready } from '../support/scaledOut.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const ACCEPT = ['log', 'accept', '--reason', 'servidor restaurado'];

let dataDir: string;
let service: Service;
let ledger: Ledger;
let history: Entry[];

beforeEach(async () => {
  dataDir = await temporaryDir();
  ledger = await registerLedger(dataDir, { accounts: 10 });
  history = [];
  service = await startService({ dataDir });
  expect(await importMonth('2026-01')).toBe(201);
});
afterEach(() => service.kill());

const importMonth = async (period: string) =>
  (await ask(service.url, ledger, history, { company: 0, period, variant: 0 })).answer?.status;
const shown = (count: number) =>
  until(
    async () => (await client(service.url, ledger.key).all('/api/v1/trial-balances')).length === count,
    `the view of ${count} versions`,
  );

it('log accept is refused while the service runs, and changes nothing', async () => {
  await shown(1);
  const refused = await operator(dataDir, [...ACCEPT, '--yes']);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain(`O serviço está em execução sobre ${dataDir}: pare todos os processos`);
  expect(await importMonth('2026-02')).toBe(201);
  expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true });
});

it('log accept is refused on the log of another deployment, whose key is another, and changes nothing', async () => {
  await shown(1);
  await service.stop();
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
  const refused = await operator(dataDir, [...ACCEPT, '--yes'], { SECRETS_KEY });
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('outra chave de segredos');
  service = await startService({ dataDir });
  expect(await importMonth('2026-02')).toBe(201);
  expect(history.at(-1)?.answer?.trialBalanceId).toBe(2);
});

it('log accept of a whole log asks for --yes, and changes nothing without it', async () => {
  await shown(1);
  await service.stop();
  const events = (await operatorJson<{ events: number }>(dataDir, ['verify'])).events;
  for (const options of [[], ['--ids-from', '5000000']]) {
    const refused = await operator(dataDir, [...ACCEPT, ...options]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('repita com --yes');
  }
  expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true, events });
  const { ids } = await operatorJson<{ ids: object }>(dataDir, [...ACCEPT, '--yes']);
  expect(ids).toMatchObject({ trialBalance: 1_000_001, reconciliation: 1_000_000 });
  const accepted = await operatorJson<{ ids: object }>(dataDir, [...ACCEPT, '--yes', '--ids-from', '5000000']);
  expect(accepted.ids).toMatchObject({ trialBalance: 5_000_000 });
});

it('log accept cut short after LogRestored does the rest when it is run again, with the same id and ids', async () => {
  await shown(1);
  await service.stop();
  await cp(join(dataDir, 'log'), join(dataDir, 'log-before'), { recursive: true });
  service = await startService({ dataDir });
  expect(await importMonth('2026-02')).toBe(201);
  await shown(2);
  await service.stop();
  await rm(join(dataDir, 'log'), { recursive: true });
  await cp(join(dataDir, 'log-before'), join(dataDir, 'log'), { recursive: true });

  const rawLog = await openEmbeddedLog(join(dataDir, 'log', 'log.db'));
  const { logId, ids } = await acceptLog({
    log: withCodec(rawLog),
    clock: systemClock,
    reason: 'servidor restaurado',
    idsFrom: null,
    actor: { kind: 'operator', id: 'operator', name: 'Operador' },
    highest: { trialBalance: 2 },
  });
  await rawLog.close();
  const accepted = await operatorJson(dataDir, ACCEPT);
  const resume = expect.stringMatching(/^webhooks resume --from (20|now)/) as unknown as string;
  expect(accepted).toEqual({ ok: true, logId, ids, resume });
  expect((await operator(dataDir, ACCEPT)).stderr).toContain('não está atrás');

  service = await startService({ dataDir });
  await ready(service);
  await shown(1);
  expect(await importMonth('2026-02')).toBe(201);
  expect(history.at(-1)?.answer?.trialBalanceId).toBe(ids.trialBalance);
});
