// Files of the embedded stores taken away under a running service (docs/spec/stores.md#files-taken-away): nothing
// is acknowledged that a restart would not find, the process ends, and no later start makes anew what was lost.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync, rmSync, statSync } from 'node:fs';
import { cp, link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { client } from '../support/client.js';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorProcess } from '../support/operator.js';
import { ready } from '../support/scaledOut.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { PATIENCE_MS, until } from '../support/until.js';

let dataDir: string;
let service: Service;
let ledger: Ledger;
let history: Entry[];
let variant: number;

beforeEach(async () => {
  dataDir = await temporaryDir();
  ledger = await registerLedger(dataDir, { accounts: 10 });
  service = await startService({ dataDir });
  history = [];
  variant = 0;
  expect(await importNext()).toBe(201);
});
afterEach(() => service.kill());

const at = (name: string): string => join(dataDir, name);
const importNext = async (): Promise<number | undefined> =>
  (await ask(service.url, ledger, history, { company: 0, period: '2026-01', variant: ++variant })).answer?.status;
const health = async (): Promise<{ status: number; error: string }> => {
  const response = await fetch(`${service.adminUrl}/health/ready`);
  const { error = '' } = (await response.json()) as { error?: string };
  return { status: response.status, error };
};
const linesOf = (level: number) =>
  service.lines.filter((line) => (line as { level?: number }).level === level) as readonly { msg: string }[];
const fatal = () => linesOf(60);

async function startAgain(): Promise<void> {
  service = await startService({ dataDir });
  await ready(service, PATIENCE_MS);
}
async function expectEnded(reason: string): Promise<void> {
  expect(await service.exited).toBe(1);
  expect(service.stderr()).toContain(reason);
}

async function moveAway(name: string): Promise<void> {
  await rename(at(name), at(`${name}.away`));
}
/** The same bytes in another file. */
async function replaceByCopy(name: string): Promise<void> {
  await cp(at(name), at(`${name}.copy`), { recursive: true });
  await moveAway(name);
  await rename(at(`${name}.copy`), at(name));
}
async function remove(name: string): Promise<void> {
  await rm(at(name), { recursive: true });
}

describe('The log', () => {
  it.each([
    ['renamed', 'log', moveAway],
    ['replaced by a copy of itself', 'log', replaceByCopy],
    ['deleted', 'log', remove],
    ['deleted, its file alone,', 'log/log.db', remove],
    ['without its newest changes', 'log/log.db-wal', remove],
    ['without what its processes share', 'log/log.db-shm', remove],
    ['without the lock of its processes', 'processes.lock', remove],
  ])('%s: the next import is answered 503, and the process ends', async (_how, name, take) => {
    await take(name);
    expect(await importNext()).toBe(503);
    expect(await health()).toMatchObject({ status: 503, error: expect.stringContaining('log') });
    expect(await service.exited).toBe(1);
    expect(fatal().map(({ msg }) => msg)).toEqual([
      expect.stringContaining('was removed, renamed or replaced while in use: restore it and start again'),
    ]);
    expect(history.map(({ answer }) => answer?.status)).toEqual([201, 503]);
  });

  it('renamed is noticed by a process that nobody writes to, and put back has everything', async () => {
    await moveAway('log');
    expect(await service.exited).toBe(1);
    expect(fatal()).toHaveLength(1);
    expect(linesOf(50)).toEqual([]);
    await rename(at('log.away'), at('log'));
    await startAgain();
    expect(await problemsIn(service.url, ledger, history)).toEqual([]);
    expect(await importNext()).toBe(201);
  });

  it('gone is never made anew, by no start and no command', async () => {
    await moveAway('log');
    expect(await service.exited).toBe(1);
    await expect(startService({ dataDir })).rejects.toThrow(/left with 78 .*log\/log\.db já existiu/s);
    const listed = await operatorProcess(dataDir, ['companies', 'list']);
    expect(listed).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('já existiu') });
    await mkdir(at('log'));
    await expect(startService({ dataDir })).rejects.toThrow(/left with 78/);
    expect(existsSync(at('log/log.db'))).toBe(false);
  });

  it('gone ends every process of the folder', async () => {
    const second = await startService({ dataDir, env: { ROLES: 'api' } });
    await moveAway('log');
    expect(await Promise.all([service.exited, second.exited])).toEqual([1, 1]);
  });

  it('linked to a second name, or reached by another way, is the same log', async () => {
    await link(at('log/log.db'), at('second-name'));
    await rename(at('second-name'), at('log/log.db'));
    await symlink(dataDir, `${dataDir}-link`);
    try {
      expect((await operatorProcess(`${dataDir}-link`, ['companies', 'list'])).status).toBe(0);
      expect(await importNext()).toBe(201);
      expect(await service.stop()).toBe(0);
    } finally {
      await rm(`${dataDir}-link`);
    }
  });
});

/** A store's file is looked for four times a second. */
const WATCHED_WITHIN_MS = 1_000;

describe('Another store', () => {
  const ana = { email: 'ana@acme.com.br', name: 'Ana', roles: [{ role: 'MODULE_ADMIN' }] };
  const people = { clients: [{ ref: 'acme', users: [ana] }] };

  it.each(['queue.db', 'people.db'])('%s deleted ends the process, and no start makes it empty', async (name) => {
    if (name === 'people.db') await registerPeople();
    await until(() => existsSync(at(`made/${name}`)), 'the note that it was made');
    await remove(name);
    expect(await service.exited).toBe(1);
    const start = await startService({ dataDir }).then(String, String);
    expect(start).toContain(`left with 78 before it started: ${at(name)} já existiu e não está mais lá`);
    expect(start).toContain(`para continuar sem ele, apague ${at(`made/${name}`)}`);
    expect((await operatorProcess(dataDir, ['keys', 'list'])).status).toBe(1);
    expect(existsSync(at(name))).toBe(false);

    await remove(`made/${name}`);
    service = await startService({ dataDir });
    const isTold = () => linesOf(40).some(({ msg }) => msg.startsWith('Ninguém entra no console'));
    if (name === 'people.db') await until(isTold, 'the line that nobody can sign in');
    expect(await service.stop()).toBe(0);
    expect(isTold()).toBe(name === 'people.db');
  });

  it.each(['read', 'read/read-000001.db'])(
    '%s renamed ends the process; the next one makes it again',
    async (name) => {
      await ready(service, PATIENCE_MS);
      await pause(WATCHED_WITHIN_MS);
      await moveAway(name);
      await expectEnded(`${at(name)} foi removido, renomeado ou substituído durante o uso: inicie`);
      await startAgain();
      expect(await problemsIn(service.url, ledger, history)).toEqual([]);
      expect(await client(service.url, ledger.key).all('/api/v1/trial-balances')).toHaveLength(1);
    },
  );

  it.each(['sessions.db', 'transient.db', 'staged'])(
    '%s deleted ends the process; the next one makes it again',
    async (name) => {
      await registerPeople();
      if (name === 'staged') await mkdir(at(name));
      else expect((await operatorProcess(dataDir, ['users', 'sign-out', ana.email])).status).toBe(0);
      expect(existsSync(at(name))).toBe(true);
      await ready(service, PATIENCE_MS);
      await pause(WATCHED_WITHIN_MS);
      await remove(name);
      await expectEnded(`${at(name)} foi removido, renomeado ou substituído durante o uso: inicie`);
      service = await startService({ dataDir });
      expect((await fetch(`${service.url}/console/entrar`)).status).toBe(200);
    },
  );

  it('the write-ahead log of queue.db deleted ends the process, and its queue has everything', async () => {
    await until(async () => (await lagOfFanOut()) === 0, 'the fan-out');
    await remove('queue.db-wal');
    await expectEnded(`${at('queue.db-wal')} foi removido`);
    await startAgain();
    expect(await lagOfFanOut()).not.toBeUndefined(); // it knows its place
  });

  it.each(['calls.db', 'calls.db-wal'])('%s deleted right after it was made ends the process', async (name) => {
    const fresh = await temporaryDir();
    const other = await startService({ dataDir: fresh });
    try {
      const { key } = await registerLedger(fresh);
      expect((await fetch(`${other.url}/api/v1/companies`, { headers: { 'x-api-key': key } })).status).toBe(200);
      await until(() => isWrittenTo(join(fresh, 'calls.db-wal')), 'the call log');
      rmSync(join(fresh, name)); // at once: nothing else ran since
      expect(await other.exited).toBe(1);
      expect(other.stderr()).toContain(`${join(fresh, name)} foi removido`);
    } finally {
      await other.kill();
      await removeDir(fresh);
    }
  });

  const isWrittenTo = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

  /** Undefined for a fan-out that does not run. */
  async function lagOfFanOut(): Promise<number | undefined> {
    const response = await fetch(`${service.adminUrl}/health/ready`);
    const { data } = (await response.json()) as { data?: { parts: { part: string; lagEvents?: number }[] } };
    return data?.parts.find(({ part }) => part === 'webhook fan-out')?.lagEvents;
  }

  async function registerPeople(): Promise<void> {
    await writeFile(at('people.json'), JSON.stringify(people));
    expect(await operatorProcess(dataDir, ['apply', at('people.json')])).toMatchObject({ status: 0 });
  }
});

it('the secrets key missing beside a log is not made anew', async () => {
  await service.stop();
  await remove('secrets.key');
  await expect(startService({ dataDir })).rejects.toThrow(/left with 78 .*secrets\.key, a chave deste log/s);
  expect(existsSync(at('secrets.key'))).toBe(false);
});
