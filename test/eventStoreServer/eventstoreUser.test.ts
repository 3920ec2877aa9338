// scripts/eventstoreUser.mjs makes the user with whom the service works.
import { afterAll, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_STREAM } from '../../src/domain/kernel/log.js';
import { EventStoreDbLog } from '../../src/stores/log/eventStoreDb/eventStoreDbLog.js';
import { ROOT } from '../support/guideBlocks.js';
import { closed } from '../support/logEvents.js';
import { temporaryDir } from '../support/service.js';
import { startEventStoreServer } from './server.js';
import { certificate, key } from './testCertificate.js';
import type { User } from './users.js';

/** Has what an address can only contain encoded. */
const SPECIAL = 'segund@/:%';
const users: User[] = [{ name: 'admin', password: 'chefe', rights: 'admin' }];
const folder = await temporaryDir();
await writeFile(join(folder, 'ca.crt'), certificate);
const server = await startEventStoreServer({
  folder: join(folder, 'log'),
  tls: { key: Buffer.from(key), certificate: Buffer.from(certificate) },
  users,
});
afterAll(() => server.stop());

const url = (user: string, host = 'localhost') =>
  `kurrentdb://${user}@${host}:${server.port}?tls=true&tlsCAFile=${join(folder, 'ca.crt')}`;

async function run(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/eventstoreUser.mjs'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, printed };
}

it('makes a user that reads everything and writes, once or again with another password', async () => {
  for (const [password, host] of [
    ['primeira', 'localhost'],
    [SPECIAL, '127.0.0.1'],
  ] as const) {
    const env = { EVENTSTORE_ADMIN_URL: url('admin:chefe', host), EVENTSTORE_USER_PASSWORD: password };
    expect(await run(env, 'conciliacao')).toEqual({
      status: 0,
      printed: 'O usuário conciliacao lê $all e é o único, além dos administradores, que usa os streams\n',
    });
    expect(users[1]).toMatchObject({ name: 'conciliacao', password, rights: 'all' });
  }
  const log = new EventStoreDbLog(url(`conciliacao:${encodeURIComponent(SPECIAL)}`));
  try {
    expect(
      await log.append([{ stream: 'books-1', events: [closed(1)], expectedRevision: NO_STREAM }]),
    ).toMatchObject({ ok: true });
    expect(await log.head()).toBeGreaterThan(0);
  } finally {
    await log.close();
  }
});

it('says what is missing, and never a password', async () => {
  expect((await run({})).status).toBe(2);
  const refused = await run({ EVENTSTORE_ADMIN_URL: url('admin:outra'), EVENTSTORE_USER_PASSWORD: 'terceira' });
  expect(refused.status).toBe(1);
  expect(refused.printed).toMatch(/^O servidor do log não aceitou: /);
  expect(refused.printed).not.toMatch(/outra|terceira/);
  for (const [user, option, status] of [
    ['admin:outra', '&tlsVerifyCert=false', 1],
    ['admin:outra', '&tls=talvez', 2],
    ['admin:ou@tra', '', 2],
  ] as const) {
    const wrong = await run({ EVENTSTORE_ADMIN_URL: url(user) + option, EVENTSTORE_USER_PASSWORD: 'terceira' });
    expect({ status: wrong.status, lines: wrong.printed.trim().split('\n').length }).toEqual({ status, lines: 1 });
    expect(wrong.printed).not.toMatch(/outra|tra@|terceira/);
  }
});
