// The event store is restored to an earlier state, emptied, or answers with old data for a moment, under the
// running service and before its start (docs/spec/log.md#a-log-that-went-back).
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess } from '../eventStoreServer/child.js';
import { client } from '../support/client.js';
import { ask, bodyOf, type Entry } from '../support/history.js';
import { catchUp } from '../support/logEvents.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { operator, operatorJson } from '../support/operator.js';
import { metric, ready } from '../support/scaledOut.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { copyFolder } from '../support/copyFolder.js';

const ALL_MS = 240_000;

type Accepted = Readonly<{ ids: Readonly<Record<string, number>>; resume: string }>;
type Ready = Readonly<{ data: Readonly<{ parts: readonly Readonly<Record<string, unknown>>[] }> }>;

describe('An event store that went back', () => {
  let folder: string;
  let dataDir: string;
  let eventStore: ServerProcess;
  let service: Service;
  let ledger: Ledger;
  let env: Readonly<Record<string, string>>;
  const history: Entry[] = [];
  const [stored, backup] = ['event-store', 'backup'] as const;

  beforeEach(async () => {
    [folder, dataDir] = [await temporaryDir(), await temporaryDir()];
    eventStore = new ServerProcess(join(folder, stored));
    await eventStore.start();
    env = {
      EVENTSTORE_URL: eventStore.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SEAL_KEY: randomBytes(32).toString('base64'),
    };
    ledger = await registerLedger(dataDir, { accounts: 20, env });
    service = await start();
    await importMonth('2026-01');
    // Seals what the backup holds: a seal of it alone would be right on the restored log too, until an import
    // finds out.
    await operatorJson(dataDir, ['checkpoint', join(folder, 'checkpoint.txt')], env);
    await replaceStore(() => cp(join(folder, stored), join(folder, backup), { recursive: true }));
    await until(async () => (await importMonth('2026-02')) === 201, 'the import after the backup');
    await shown('2026-02');
  }, ALL_MS);
  afterEach(async () => {
    await service.kill();
    await eventStore.kill();
    await removeDir(folder);
    await removeDir(dataDir);
  });

  const start = async (): Promise<Service> => {
    const started = await startService({ dataDir, env });
    await ready(started);
    return started;
  };
  const importMonth = async (period: string) =>
    (await ask(service.url, ledger, history, { company: 0, period, variant: 0 })).answer?.status;
  const shown = (period: string) =>
    until(async () => {
      const rows = await client(service.url, ledger.key).all('/api/v1/trial-balances');
      return rows.some(({ competencia }) => competencia === period);
    }, `the view of ${period}`);
  const replaceStore = async (change: () => Promise<void>) => {
    await eventStore.kill();
    await change();
    await eventStore.start();
  };
  const empty = () => rm(join(folder, stored), { recursive: true });
  const restore = async () => {
    await empty();
    await cp(join(folder, backup), join(folder, stored), { recursive: true });
  };
  /** The last events of the stopped store; parts that no event names count for nothing. */
  const endOf = async (name: string) => {
    const log = await openEmbeddedLog(join(folder, name, 'log.db'));
    const [batch] = await catchUp(log, 0, ['']);
    await log.close();
    const events = batch?.events.filter(({ stream }) => !stream.startsWith('lines-')) ?? [];
    return events.slice(-6).map(({ position, stream, type }) => `${position} ${stream} ${type}`);
  };
  /** Asks until the process has ended. @returns the statuses of imports and what ready said */
  const askUntilEnd = async () => {
    const statuses = new Set<number | undefined>();
    const told = new Set<string>();
    let hasEnded = false;
    void service.exited.then(() => (hasEnded = true));
    while (!hasEnded) {
      statuses.add(await importMonth('2026-02'));
      const answer = await fetch(`${service.adminUrl}/health/ready`).catch(() => null);
      if (answer !== null) told.add(`${answer.status} ${await answer.text()}`);
    }
    return { statuses: [...statuses].filter((status) => status !== undefined), told: [...told].join('\n') };
  };
  const fatalLines = () =>
    JSON.stringify(service.lines.filter((line) => (line as { level?: number }).level === 60));
  const refusedStart = () =>
    startService({ dataDir, env }).then(
      async (started) => `started; left with ${await started.exited}: ${JSON.stringify(started.lines.slice(-3))}`,
      (error: Error) => error.message,
    );

  it(
    'restored: imports answer 503, the process ends with a sentence, and no process starts until the log is accepted',
    async () => {
      await replaceStore(restore);
      const { statuses, told } = await askUntilEnd();
      expect(statuses).toEqual([503]);
      expect(told).toContain('voltado a um estado anterior');
      expect(await service.exited).toBe(1);
      expect(fatalLines()).toContain('voltou a um estado anterior');
      await eventStore.kill();
      expect(await endOf(stored)).toEqual(await endOf(backup));
      await eventStore.start();
      const refused = await refusedStart();
      expect(refused).toContain('left with 78');
      expect(refused).toContain('operator log accept');
      for (const args of [['keys', 'list'], ['rebuild'], ['checkpoint', join(folder, 'checkpoint.txt')]]) {
        const run = await operator(dataDir, args, env);
        expect(run).toMatchObject({ status: 1, stdout: '' });
        expect(run.stderr).toContain('operator log accept');
      }
      await eventStore.kill();
      expect(await endOf(stored)).toEqual(await endOf(backup));
      await eventStore.start();
      await acceptAndGoOn();
    },
    ALL_MS,
  );

  async function acceptAndGoOn(): Promise<void> {
    const given = history.flatMap(({ answer }) => answer?.trialBalanceId ?? []);
    const accept = ['log', 'accept', '--reason', 'servidor restaurado'];
    const accepted = await operatorJson<Accepted>(dataDir, accept, env);
    expect(accepted).toMatchObject({ ok: true, resume: expect.stringMatching(/^webhooks resume --from 20/) });
    expect(accepted.ids['trialBalance']).toBe(Math.max(...given) + 1_000_000);
    expect((await operator(dataDir, accept, env)).stderr).toContain('não está atrás');
    service = await start();
    expect(await importMonth('2026-02')).toBe(201);
    expect(history.at(-1)?.answer?.trialBalanceId).toBe(accepted.ids['trialBalance']);
    await shown('2026-02');
    expect(await fanOutPart()).toMatchObject({ ready: true, waiting: true });
    expect(await metric(service, 'webhook_fan_out_refused')).toBe(1);
    await operatorJson(dataDir, accepted.resume.split(' '), env);
    await until(async () => (await fanOutPart())?.['waiting'] === undefined, 'the fan-out');
    expect(await operatorJson(dataDir, ['verify'], env)).toMatchObject({ ok: true });
  }
  const fanOutPart = async () => {
    const answer = await fetch(`${service.adminUrl}/health/ready`);
    expect(answer.status).toBe(200); // also while it catches up
    const { data } = (await answer.json()) as Ready;
    return data.parts.find(({ part }) => part === 'webhook fan-out');
  };

  it(
    'restored by the guide, read models and queue copied before it, starts as it is',
    async () => {
      const before = join(folder, 'read-before');
      const copy = join(folder, 'data-before');
      await service.stop(); // a copy of a database in use is torn
      await copyFolder(join(dataDir, 'read'), before);
      service = await start();
      await operatorJson(dataDir, ['backup', copy], env);
      expect(await importMonth('2026-03')).toBe(201);
      await replaceStore(() => cp(join(folder, stored), join(folder, 'later'), { recursive: true }));
      await until(async () => (await importMonth('2026-04')) === 201, 'the import after the copy');
      await service.stop();
      await replaceStore(async () => {
        await empty();
        await cp(join(folder, 'later'), join(folder, stored), { recursive: true });
      });
      await removeDir(dataDir);
      await operatorJson(dataDir, ['restore', copy], env);
      await cp(before, join(dataDir, 'read'), { recursive: true });
      service = await start();
      await shown('2026-03');
      expect(await importMonth('2026-04')).toBe(201);
    },
    ALL_MS,
  );

  it(
    'emptied: the process ends, and a start writes nothing into the empty log',
    async () => {
      await replaceStore(empty);
      expect((await askUntilEnd()).statuses).toEqual([503]);
      expect(await service.exited).toBe(1);
      const refused = await refusedStart();
      expect(refused).toContain('left with 78');
      expect(refused).toContain('que está vazio');
      await eventStore.kill();
      expect(await endOf(stored)).toEqual([]);
    },
    ALL_MS,
  );

  it(
    'for a moment only, as a leader that was cut off and comes back, ends no process',
    async () => {
      await eventStore.kill();
      await cp(join(folder, stored), join(folder, 'newest'), { recursive: true });
      await restore();
      await eventStore.start();
      const isDoubted = async () =>
        (await (await fetch(`${service.adminUrl}/health/ready`)).text()).includes('estado anterior');
      await until(isDoubted, 'the doubt');
      await replaceStore(async () => {
        await empty();
        await cp(join(folder, 'newest'), join(folder, stored), { recursive: true });
      });
      await until(async () => (await importMonth('2026-03')) === 201, 'an import');
      await ready(service);
      expect(service.process.exitCode).toBeNull();
      const resend = await client(service.url, ledger.key).post(
        '/api/v1/trial-balances',
        bodyOf(ledger, { company: 0, period: '2026-02', variant: 0 }),
      );
      expect(resend.status).toBe(200);
    },
    ALL_MS,
  );
});
