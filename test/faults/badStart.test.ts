// A start that cannot be: one line that says what to mend, and a status that tells a wrong configuration from a bad moment.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEventStoreServer } from '../eventStoreServer/server.js';
import { freePort } from '../support/installedServers.js';
import { operatorProcess } from '../support/operator.js';
import { removeDir, startService, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';

let folder: string;
let neighbour: Server;
let taken: string;

beforeAll(async () => {
  folder = await temporaryDir();
  neighbour = createServer();
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  taken = String((neighbour.address() as AddressInfo).port);
});
afterAll(async () => {
  neighbour.close();
  await removeDir(folder);
});

const failed = (env: Readonly<Record<string, string>>, dataDir = join(folder, 'data')): Promise<string> =>
  startService({ dataDir, env }).then(
    () => 'started',
    (error: unknown) => String(error).replace('Error: the service left with ', '').trim(),
  );

it('on a port in use leaves with 1', async () => {
  expect(await failed({ PORT: taken })).toBe(
    `1 before it started: O endereço 127.0.0.1:${taken} já está em uso: confira PORT e ADMIN_PORT`,
  );
});

it('on an address that is not this machine’s leaves with 78', async () => {
  expect(await failed({ HOST: '192.0.2.1' })).toBe(
    '78 before it started: O endereço não é desta máquina: confira HOST',
  );
});

it('in a folder that is a file leaves with 78', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await failed({}, file)).toBe(`78 before it started: ${file} não é uma pasta: confira DATA_DIR`);
});

// Root, too, is refused there, which a folder without rights does not do.
(process.platform === 'linux' ? it : it.skip)('in a folder the system does not make leaves with 78', async () => {
  expect(await failed({}, '/proc/data')).toBe(
    '78 before it started: Não é possível gravar em /proc/data (ENOENT): confira DATA_DIR',
  );
});

it('on the log of another environment leaves with 78', async () => {
  expect(await failed({ ENVIRONMENT: 'production' })).toBe(
    '78 before it started: O log é do ambiente staging e a configuração pede production',
  );
});

it.each([
  ['EVENTSTORE_URL', 'esdb://127.0.0.1:x'],
  ['EVENTSTORE_URL', 'esdb://ana:segredo@127.0.0.1?tls=talvez'],
  ['MONGODB_URL', 'mongodb://127.0.0.1:x/livros'],
  ['REDIS_URL', 'redis://127.0.0.1:99999'],
])('with a %s nobody can use leaves with 78, without repeating it', async (variable, address) => {
  const env = { [variable]: address, SECRETS_KEY: Buffer.alloc(32).toString('base64') };
  expect(await failed(env, join(folder, variable))).toBe(
    `78 before it started: ${variable} não é um endereço válido`,
  );
});

/** Of a log that is not there. */
const away = { EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false', SECRETS_KEY: Buffer.alloc(32).toString('base64') };

it('stopped before its log was ever reached leaves with 0', async () => {
  const service = await startService({ dataDir: join(folder, 'away'), env: away });
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
  expect(await service.stop()).toBe(0);
});

it('that learns only later that it may not use its log leaves with 1: another process may', async () => {
  const log = join(folder, 'refused log');
  const port = freePort();
  const env = { ...away, EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` };
  const service = await startService({ dataDir: join(folder, 'refused'), env });
  const server = await startEventStoreServer({ folder: log, port });
  try {
    server.faults.inject('read', { is: 'accessDenied' }, Number.MAX_SAFE_INTEGER);
    expect(await service.exited).toBe(1);
  } finally {
    await service.kill();
    await server.stop();
  }
});

it('stopped while it starts leaves with 0', async () => {
  const dataDir = join(folder, 'early');
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.js', import.meta.url))], {
    env: { PORT: '0', DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await until(async () => existsSync(join(dataDir, 'secrets.key')), 'the first file');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('of a command whose log is not reached leaves with 1, and tells each trouble once', async () => {
  const { status, stdout, stderr } = await operatorProcess(join(folder, 'away'), ['companies', 'list'], away);
  const lines = stderr.trim().split('\n');
  expect([status, stdout, lines.at(-1)]).toEqual([1, '', expect.stringMatching(/^Serviço temporariamente/)]);
  expect(new Set(lines).size).toBe(lines.length);
});

it('with a certificate that is not there leaves with 78', async () => {
  const env = {
    EVENTSTORE_URL: `esdb://127.0.0.1:2113?tls=true&tlsCAFile=${join(folder, 'ca.crt')}`,
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  };
  expect(await failed(env)).toBe(
    '78 before it started: EVENTSTORE_URL: um certificado indicado não foi encontrado',
  );
});
