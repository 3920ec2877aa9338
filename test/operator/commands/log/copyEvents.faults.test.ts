// Moving from the embedded log to an event store, as the operator does it: copied while the service is up, killed
// in the middle, finished after the service was stopped; and then the service runs on the copy as if nothing had
// happened.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataPaths } from '../../../../src/app/stores.js';
import { EventStoreDbLog } from '../../../../src/stores/log/eventStoreDb/eventStoreDbLog.js';
import { client } from '../../../support/client.js';
import { ServerProcess } from '../../../eventStoreServer/child.js';
import { ask, problemsIn, type Entry } from '../../../support/history.js';
import { registerLedger, type Ledger } from '../../../support/ledger.js';
import { ready } from '../../../support/scaledOut.js';
import { operator, operatorJson } from '../../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../../support/service.js';
import { until } from '../../../support/until.js';

const OPERATOR = fileURLToPath(new URL('../../../../bin/operator.js', import.meta.url));
const LISTS = ['/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations'];

type Verified = Readonly<{ ok: boolean; events: number; problems: string[] }>;

/** A machine with much else to do takes its time to start processes. */
const SLOW_MS = 240_000;

describe('operator copy-events', () => {
  let dataDir: string;
  let eventStore: ServerProcess;
  let service: Service;
  let ledger: Ledger;
  let env: Readonly<Record<string, string>>;
  const history: Entry[] = [];
  const importMonth = (url: string, period: string) =>
    ask(url, ledger, history, { company: 0, period, variant: 0 });

  beforeAll(async () => {
    dataDir = await temporaryDir();
    eventStore = new ServerProcess(join(dataDir, 'event-store'));
    await eventStore.start();
    ledger = await registerLedger(dataDir, { accounts: 60 });
    service = await startService({ dataDir });
    for (let month = 1; month <= 12; month++)
      for (let year = 2001; year <= 2002; year++)
        await importMonth(service.url, `${year}-${String(month).padStart(2, '0')}`);
    await operatorJson(dataDir, ['release', '--company', String(ledger.companyIds[0]), '--period', '2001-03']);
    const [secretsKey = '', sealKey = ''] = await Promise.all(
      ['secrets.key', 'seal.key'].map((name) => readFile(join(dataDir, name), 'utf8')),
    );
    env = { EVENTSTORE_URL: eventStore.url, SECRETS_KEY: secretsKey.trim(), SEAL_KEY: sealKey.trim() };
  }, SLOW_MS);
  afterAll(async () => {
    await service.kill();
    await eventStore.kill();
  });

  /** Under the server's newer name, which its client refuses. */
  const copy = (...more: string[]) =>
    operator(dataDir, ['copy-events', '--to', eventStore.url.replace('esdb:', 'kurrentdb:'), '--json', ...more]);

  it('requires the address of an event store, and accepts no other', async () => {
    for (const to of [[], ['--to'], ['--to', ''], ['--to', 'mongodb://127.0.0.1/x'], ['--to', 'esdb://']])
      expect(await operator(dataDir, ['copy-events', ...to])).toMatchObject({ status: 2, stdout: '' });
    const itself = await operator(dataDir, ['copy-events', '--to', eventStore.url], env);
    expect(itself).toMatchObject({ status: 1, stdout: '' });
    expect(itself.stderr).toContain('O destino é o próprio log de origem');
  });

  it('killed in the middle leaves the first part of the log there', async () => {
    const child = spawn(process.execPath, [OPERATOR, 'copy-events', '--to', eventStore.url], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [progress] = (await once(child.stderr, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(progress.toString()).toMatch(/^Copiando: \d+ eventos \(\d+%\)/);
    const log = new EventStoreDbLog(eventStore.url);
    const types: string[] = [];
    for await (const event of log.read('deployment', 0)) types.push(event.type);
    await log.close();
    expect(types[0]).toBe('Deployed');
    expect(types).not.toContain('LogCopied');
  });

  it('copies beside the running service, leaving the copy unfinished', async () => {
    await importMonth(service.url, '2007-01');
    const { status, stdout, stderr } = await copy('--keep-open');
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^Conferindo o que já está/) });
    expect(JSON.parse(stdout)).toEqual({ ok: true, events: expect.any(Number) });
    await importMonth(service.url, '2007-02');
  });

  it(
    'is finished once the service has stopped, with every event of it, and repeating it changes nothing',
    async () => {
      const before = await Promise.all(LISTS.map((path) => client(service.url, ledger.key).all(path)));
      expect(await service.stop()).toBe(0);
      const { events } = await operatorJson<Verified>(dataDir, ['verify']);
      const resume = expect.stringMatching(/^webhooks resume --from 20/) as unknown as string;
      const copied = JSON.parse((await copy()).stdout) as Readonly<{ resume: string }>;
      expect(copied).toEqual({ ok: true, events, resume });
      expect(JSON.parse((await copy()).stdout)).toEqual(copied);
      const shown = await operator(dataDir, ['copy-events', '--to', eventStore.url]);
      expect(shown.stdout).toContain(`\noperator ${copied.resume}\n`);
      expect(await operatorJson<Verified>(dataDir, ['verify'], env)).toMatchObject({
        ok: true,
        events: events + 1,
        problems: [],
      });

      // The read models in the data folder are those of the log before: they are noticed and made anew.
      service = await startService({ dataDir, env });
      await ready(service);
      const now = await Promise.all(LISTS.map((path) => client(service.url, ledger.key).all(path)));
      expect(now).toEqual(before);
      const { answer } = await importMonth(service.url, '2007-03');
      expect(answer?.status).toBe(201);
      expect((await importMonth(service.url, '2001-01')).answer?.status).toBe(200);
      expect(await problemsIn(service.url, ledger, history)).toEqual([]);

      // Nothing is sent again: to the queue it is another log, until somebody says from when.
      const isRefused = () => JSON.stringify(service.lines).includes('does not know this log');
      await until(isRefused, 'the fan-out to refuse');
      expect(await operatorJson(dataDir, copied.resume.split(' '), env)).toEqual({ ok: true });
    },
    SLOW_MS,
  );

  it(
    'is refused when the target has another log, or the source has newer events',
    async () => {
      // What is here was made of the copy since.
      const issue = ['keys', 'issue', '--client', ledger.ref, '--name', 'n', '--scopes', 'companies:read'];
      expect((await operator(dataDir, issue)).stderr).toContain('não são deste log');
      const { read, queue, made } = dataPaths(dataDir);
      for (const path of [read, queue, made]) await rm(path, { recursive: true });
      await operatorJson(dataDir, issue);
      const late = await copy();
      expect(late).toMatchObject({ status: 1, stdout: '' });
      expect(late.stderr).toContain('A cópia já foi concluída com');
      const other = await temporaryDir();
      try {
        await registerLedger(other);
        const foreign = await operator(other, ['copy-events', '--to', eventStore.url]);
        expect(foreign).toMatchObject({ status: 1, stdout: '' });
        expect(foreign.stderr).toContain('O destino guarda outro log');
      } finally {
        await removeDir(other);
      }
    },
    SLOW_MS,
  );

  it('says so when the target does not answer', async () => {
    const away = await operator(dataDir, ['copy-events', '--to', 'esdb://127.0.0.1:9?tls=false']);
    expect(away).toMatchObject({ status: 1, stdout: '' });
    expect(away.stderr).toContain('Não há conexão com o EventStoreDB em 127.0.0.1:9: confira o endereço em --to');
    expect(away.stderr).toContain('Serviço temporariamente indisponível');
  });
});
