// The servers of the log refuse the service: one line says what to do, and only a process that never reached its
// log ends for it (docs/spec/configuration.md#start).
import { afterAll, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEventStoreServer } from '../eventStoreServer/server.js';
import { certificate, key } from '../eventStoreServer/testCertificate.js';
import type { User } from '../eventStoreServer/users.js';
import { operatorProcess } from '../support/operator.js';
import { ready } from '../support/scaledOut.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const PASSWORD = 's3gredo';
const WRONG = 'outr4';
const REFUSED = 'O EventStoreDB recusou a senha do usuário servico: confira o usuário e a senha em EVENTSTORE_URL';

const user: User = { name: 'servico', password: PASSWORD, rights: 'all' };

const folder = await temporaryDir();
await writeFile(join(folder, 'ca.crt'), certificate);
const server = await startEventStoreServer({
  folder: join(folder, 'event-store'),
  tls: { key: Buffer.from(key), certificate: Buffer.from(certificate) },
  users: [user, { name: 'visita', password: PASSWORD, rights: 'none' }],
});
afterAll(() => server.stop());

const env = (password: string, user = 'servico', host = 'localhost') => ({
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  SEAL_KEY: Buffer.alloc(32).toString('base64'),
  EVENTSTORE_URL: `esdb://${user}:${password}@${host}:${server.port}?tls=true&tlsCAFile=${join(folder, 'ca.crt')}`,
});

type Line = Readonly<{ level: number; msg: string; err?: object }>;
/** Warnings and errors of a service. */
const told = ({ lines }: Service) => (lines as readonly Line[]).filter(({ level }) => level >= 40);
const readiness = async ({ url }: Service): Promise<string> => (await fetch(`${url}/health/ready`)).text();

it('with a wrong password a service that never reached its log says so once and exits with 78', async () => {
  const service = await startService({ dataDir: join(folder, 'wrong'), env: env(WRONG) });
  let stderr = '';
  service.process.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await until(async () => (await readiness(service)).includes('recusou a senha'), 'the reason');
  expect(await readiness(service)).not.toContain('servico');
  expect(await service.exited).toBe(78);
  expect(stderr).toBe(`${REFUSED}\n`);
  expect(told(service).filter(({ err }) => err !== undefined)).toEqual([]);
  expect(told(service).filter(({ msg }) => msg === REFUSED)).toHaveLength(1);
  expect(JSON.stringify(service.lines)).not.toContain(WRONG);
});

it('a command prints the sentence and exits with 1', async () => {
  for (const command of [
    ['companies', 'list'],
    ['checkpoint', join(folder, 'checkpoint.txt')],
  ]) {
    const { status, stdout, stderr } = await operatorProcess(join(folder, 'command'), command, env(WRONG));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')[0]).toBe(REFUSED);
    expect(stderr).not.toContain(WRONG);
  }
});

it('a running service goes on when it is refused, says so once, and recovers', async () => {
  const service = await startService({ dataDir: join(folder, 'running'), env: env(PASSWORD) });
  try {
    await ready(service);
    for (const call of ['read', 'subscribe', 'append'] as const)
      server.faults.inject(call, { is: 'accessDenied' }, Number.MAX_SAFE_INTEGER);
    const rights = 'O EventStoreDB não permite que o usuário leia $all';
    await until(async () => (await readiness(service)).includes(rights), 'the reason');
    const refusals = () => told(service).filter(({ msg }) => msg.includes('não permite que o usuário servico'));
    await until(() => refusals().length > 0, 'the line');
    // Longer than a start may be refused.
    await new Promise((resolve) => setTimeout(resolve, 35_000));
    expect(service.process.exitCode).toBeNull();
    expect(refusals()).toHaveLength(1);
    expect(told(service).filter(({ err }) => err !== undefined)).toEqual([]);
    // At most the one before the cause was known.
    const errors = told(service).filter(({ msg }) => msg.startsWith('StoreUnavailable'));
    expect(errors.slice(1)).toEqual([]);
    server.faults.clear();
    await ready(service);
  } finally {
    await service.kill();
  }
});

it('a running service whose password is changed says so, and goes on once it is right again', async () => {
  const service = await startService({ dataDir: join(folder, 'changed'), env: env(PASSWORD) });
  try {
    await ready(service);
    user.password = 'n0va';
    await until(async () => (await readiness(service)).includes('recusou a senha'), 'the reason');
    await until(() => told(service).some(({ msg }) => msg === REFUSED), 'the line');
    user.password = PASSWORD;
    await ready(service);
    expect(service.process.exitCode).toBeNull();
  } finally {
    user.password = PASSWORD;
    await service.kill();
  }
});

it('a command on a server that is named by its address prints its answer and nothing else', async () => {
  const atAddress = env(PASSWORD, 'servico', '127.0.0.1');
  const { status, stderr } = await operatorProcess(
    join(folder, 'address'),
    ['checkpoint', join(folder, 'checkpoint.txt')],
    atAddress,
  );
  expect([status, stderr]).toEqual([0, '']);
});

it('a command of a user who may read streams and not $all says what is missing', async () => {
  const { status, stdout, stderr } = await operatorProcess(
    join(folder, 'visitor'),
    ['companies', 'list'],
    env(PASSWORD, 'visita'),
  );
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.split('\n')[0]).toContain('não permite que o usuário visita leia $all');
});
