// The cause for which the servers of the log do not answer, as it is told to whoever runs the service: found at
// each host, as the client hides it. docs/spec/stores.md#eventstoredb
import { describe, expect, it } from '#jest';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { isRefusal, type EventLog, type LogServersProblem } from '../../src/domain/kernel/log.js';
import { logServersReason, logServersSentence } from '../../src/messages/stores.js';
import { startEventStoreServer, type ServerOptions } from '../eventStoreServer/server.js';
import { startCluster } from '../eventStoreServer/cluster.js';
import type { User } from '../eventStoreServer/users.js';
import { certificate, expired, key } from '../eventStoreServer/testCertificate.js';
import { freePort } from '../support/installedServers.js';
import { append, closed, readAll } from '../support/logEvents.js';
import { until } from '../support/until.js';
import { eventStores } from './support/eventStores.js';

const { folder, atEnd, open } = eventStores();

const SECRET = 's3gredo';
const users: User[] = [
  { name: 'servico', password: SECRET, rights: 'all' },
  { name: 'visita', password: SECRET, rights: 'none' },
];
const tls = { key: Buffer.from(key), certificate: Buffer.from(certificate) };

async function serve(options: Partial<ServerOptions> = {}) {
  const server = await startEventStoreServer({ folder: join(folder(), 'log'), ...options });
  atEnd(() => server.stop());
  return server.port;
}

async function authority(pem = certificate): Promise<string> {
  const file = join(folder(), 'ca.crt');
  await writeFile(file, pem);
  return `tls=true&tlsCAFile=${encodeURIComponent(file)}`;
}

/** What is found once calls fail. */
async function problemsOf(url: string): Promise<readonly LogServersProblem[]> {
  const log = await open(url, { timeoutMs: 500, attemptTimeoutMs: 300 });
  const ask = async () => {
    await log.head().catch(() => undefined);
    return (log.servers?.().problems ?? []).length > 0;
  };
  await until(ask, 'the cause', 30_000);
  return log.servers?.().problems ?? [];
}

const problems = async (url: string) => (await problemsOf(url)).map(({ is }) => is);

describe('The cause of unanswered calls is', () => {
  it('a wrong password, no user, and a user without rights', async () => {
    const port = await serve({ tls, users });
    const ca = await authority();
    const as = (user: string) => problems(`esdb://${user}127.0.0.1:${port}?${ca}`);
    expect(await as('servico:outra@')).toEqual(['PasswordWrong']);
    expect(await as('')).toEqual(['UserMissing']);
    expect(await as(`visita:${SECRET}@`)).toEqual(['RightsMissing']);
  });

  it('the missing right as long as it is missing, although streams are answered', async () => {
    const visitor: User = { name: 'visita', password: SECRET, rights: 'none' };
    const port = await serve({ tls, users: [visitor] });
    const log = await open(`esdb://visita:${SECRET}@127.0.0.1:${port}?${await authority()}`);
    await expect(log.head()).rejects.toThrow('access-denied');
    const problems = () => log.servers?.().problems;
    await until(() => (problems() ?? []).length > 0, 'the cause');
    const endMs = performance.now() + 20_000; // a denied call alone counts for ten seconds
    while (performance.now() < endMs) {
      expect(await readAll(log, 'books-1')).toEqual([]);
      expect(problems()).toEqual([{ is: 'RightsMissing', user: 'visita' }]);
      await pause(500);
    }
    visitor.rights = 'all';
    const isOver = async () => (await readAll(log, 'books-1')).length === 0 && problems() === null;
    await until(isOver, 'the end of the problem');
  });

  it('TLS asked of a plain server, and the other way round', async () => {
    const plain = await serve();
    expect(await problems(`esdb://127.0.0.1:${plain}?tls=true`)).toEqual(['NotSecure']);
    const secure = await serve({ folder: join(folder(), 'secure'), tls });
    expect(await problems(`esdb://127.0.0.1:${secure}?tls=false`)).toEqual(['Secure']);
  });

  it('a certificate of an unknown authority, of another name, or that has ended', async () => {
    const port = await serve({ tls, host: '0.0.0.0' });
    const ca = await authority();
    expect(await problems(`esdb://127.0.0.1:${port}?tls=true`)).toEqual(['AuthorityUnknown']);
    expect(await problems(`esdb://127.0.0.2:${port}?${ca}`)).toEqual(['CertificateOfAnother']);
    const ended = { key: Buffer.from(expired.key), certificate: Buffer.from(expired.certificate) };
    const old = await serve({ folder: join(folder(), 'old'), tls: ended });
    expect(await problemsOf(`esdb://127.0.0.1:${old}?${await authority(expired.certificate)}`)).toEqual([
      { is: 'CertificateExpired', node: `127.0.0.1:${old}`, since: '2020-02-01' },
    ]);
  });

  it('a host without an address, one that refuses connections, and one that never answers', async () => {
    expect(await problems('esdb://no-such-host.invalid:2113?tls=false')).toEqual(['HostNotFound']);
    expect(await problems(`esdb://127.0.0.1:${freePort()}?tls=false`)).toEqual(['Unreachable']);
    const silent = createServer((socket) => atEnd(async () => void socket.destroy())).listen(0, '127.0.0.1');
    atEnd(async () => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    expect(await problems(`esdb://127.0.0.1:${port}?tls=false`)).toEqual(['NoAnswer']);
  });

  it('no answer of a server that ends each connection once it is asked, and no missing leader', async () => {
    const server = createHttp2Server().on('stream', ({ session }) => session?.destroy());
    atEnd(async () => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await problems(`esdb://127.0.0.1:${port}?tls=false`)).toEqual(['NoAnswer']);
  });

  it('told for each of several hosts', async () => {
    const ports = [freePort(), freePort()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`);
    expect(await problemsOf(`esdb://${hosts.join()}?tls=false`)).toEqual(
      hosts.map((node) => ({ is: 'Unreachable', node })),
    );
  });

  it('a leader that advertises an address out of reach, and a cluster without a leader', async () => {
    const { urls, stopNode, advertise } = await startCluster({ folder: folder(), electionMs: 600_000 }).then(
      (cluster) => {
        atEnd(() => cluster.close());
        return cluster;
      },
    );
    advertise('no-such-host.invalid');
    expect(await problems(urls.otherNames)).toEqual(['AdvertisedUnreachable']);
    advertise('127.0.0.1');
    await stopNode(0);
    expect(await problems(urls.otherNames)).toEqual(['NoLeader']);
  });
});

describe('What is told', () => {
  const all: readonly LogServersProblem[] = [
    { is: 'PasswordWrong', user: 'servico' },
    { is: 'Unreachable', node: 'es1:2113' },
  ];

  it('names hosts and user in the log, and neither in an answer without a key', () => {
    expect(logServersSentence(all)).toBe(
      'O EventStoreDB recusou a senha do usuário servico: confira o usuário e a senha em EVENTSTORE_URL; ' +
        'Não há conexão com o EventStoreDB em es1:2113: confira o endereço em EVENTSTORE_URL, o servidor e a rede',
    );
    expect(logServersReason(all)).not.toMatch(/servico|es1/);
  });

  it('is a refusal only if all hosts refuse', () => {
    const status = { certificateDays: null, isOneOfCluster: false };
    expect(isRefusal({ ...status, problems: all })).toBe(false);
    expect(isRefusal({ ...status, problems: all.slice(0, 1) })).toBe(true);
    expect(isRefusal({ ...status, problems: [] })).toBe(false);
  });

  it('ends once calls are answered again', async () => {
    const port = freePort();
    const log = await open(`esdb://127.0.0.1:${port}?tls=false`, { timeoutMs: 500, attemptTimeoutMs: 300 });
    await expect(log.head()).rejects.toThrow();
    expect(log.servers?.().problems).not.toBeNull();
    await serve({ port });
    const answers = () =>
      log.head().then(
        () => true,
        () => false,
      );
    await until(answers, 'an answer');
    expect(log.servers?.().problems).toBeNull();
  });

  it('includes the days of the certificate and a string with one node of a cluster', async () => {
    const port = await serve({ tls });
    const log: EventLog = await open(`kurrentdb://servico:${SECRET}@127.0.0.1:${port}?${await authority()}`);
    expect((await append(log, 'books-1', [closed(1)])).ok).toBe(true);
    await until(() => (log.servers?.().certificateDays ?? 0) > 10_000, 'the certificate');
    expect(log.servers?.().isOneOfCluster).toBe(false);
    const cluster = await startCluster({ folder: folder() });
    atEnd(() => cluster.close());
    const follower = cluster.urls.advertised.split(',')[1] ?? '';
    const one = await open(`esdb://${follower}?tls=false`);
    await one.head();
    expect(one.servers?.().isOneOfCluster).toBe(true);
  });
});
