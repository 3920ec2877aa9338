// An event nobody can show, written to the log past the service (docs/spec/stores.md#read-models): it stops the
// projections that meet it and nothing else, everyone can see which, and nothing is lost.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '#jest';
import { NO_STREAM } from '../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { dataPaths } from '../../src/app/stores.js';
import { client } from '../support/client.js';
import { ask, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

type Part = Readonly<{ part: string; ready: boolean; lagEvents?: number }>;

describe('an event that no projection can handle', () => {
  let dataDir: string;
  let service: Service;
  let ledger: Ledger;
  const history: Entry[] = [];

  beforeAll(async () => {
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 30 });
    service = await startService({ dataDir });
    await until(async () => (await ready()).status === 200, 'ready');
  });

  const ready = () => client(service.url, '').get('/health/ready');
  const importMonth = (period: string) => ask(service.url, ledger, history, { company: 0, period, variant: 0 });
  const shown = async () =>
    (await client(service.url, ledger.key).all('/api/v1/trial-balances')).map(({ competencia }) => competencia);
  /** Those that follow its stream. */
  const failing = ['trialBalances', 'auditTrail'].map((name) => `projection ${name}`);

  it('stops only the projections of its stream: health names it, writes and other reads continue', async () => {
    expect((await importMonth('2026-01')).answer?.status).toBe(201);
    expect(await shown()).toEqual(['2026-01']);
    await appendPoison(dataDir);
    let health = await ready();
    await until(async () => {
      health = await ready();
      return health.status === 503 && failing.every((name) => health.text.includes(name));
    }, 'all named as not ready');
    expect(health.text).not.toMatch(/companies|charts|accounts|reconciliations|log|registers/);
    const { text: metrics } = await client(service.url, '').get('/metrics');
    expect(metrics).toMatch(/^service_part_ready\{part="projection trialBalances"\} 0$/m);
    expect(metrics).toMatch(/^service_part_ready\{part="projection reconciliations"\} 1$/m);
    // Log lines are written some at a time.
    const named = (line: unknown) => /"projection":"trialBalances".*BookBurnt/.test(JSON.stringify(line));
    await until(() => service.lines.some(named), 'the log line');

    expect((await importMonth('2026-02')).answer?.status).toBe(201);
    expect(await shown()).toEqual(['2026-01']);
    const company = String(ledger.companyIds[0]);
    await operatorProcessJson(dataDir, ['release', '--company', company, '--period', '2026-02']);
    const released = await client(service.url, ledger.key).all('/api/v1/reconciliations?period=2026-02');
    expect(released).toHaveLength(30);
  });

  it('stops it again after a restart, and the log is complete', async () => {
    await service.kill();
    service = await startService({ dataDir });
    const stopped = async () => (await metricsOf(service)).filter(({ ready }) => !ready).map(({ part }) => part);
    await until(
      async () => String((await stopped()).sort()) === String([...failing].sort()),
      'they stopped alone',
    );
    expect((await importMonth('2026-03')).answer?.status).toBe(201);
    expect((await importMonth('2026-02')).answer?.status).toBe(200);
    expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
  });
});

async function metricsOf(service: Service): Promise<Part[]> {
  const { text } = await client(service.url, '').get('/metrics');
  return [...text.matchAll(/^service_part_ready\{part="(.+)"\} ([01])$/gm)].map(([, part = '', is]) => ({
    part,
    ready: is === '1',
  }));
}

/** As a program of a later version would, on the same folder: a type this one does not know. */
async function appendPoison(dataDir: string): Promise<void> {
  const log = await openEmbeddedLog(dataPaths(dataDir).log);
  try {
    const metadata = {
      schemaVersion: 1,
      at: new Date().toISOString(),
      actor: { kind: 'operator', id: 'operator' },
      requestId: null,
    } as const;
    const event = { id: randomUUID(), type: 'BookBurnt', data: { companyId: 999_999 }, metadata };
    expect((await log.append([{ stream: 'books-999999', events: [event], expectedRevision: NO_STREAM }])).ok).toBe(
      true,
    );
  } finally {
    await log.close();
  }
}
