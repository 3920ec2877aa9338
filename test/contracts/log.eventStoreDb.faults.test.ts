// What the contract cannot ask for: what the adapter makes of a network and a server that fail while it appends
// and reads. The real client speaks to a server of its protocol.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppendTooLarge, type EventLog } from '../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { eventStores, unavailable, untilRead } from './support/eventStores.js';
import type { Fault } from '../eventStoreServer/faults.js';
import { startEventStoreServer } from '../eventStoreServer/server.js';
import { certificate, key } from '../eventStoreServer/testCertificate.js';
import { Follower } from './support/follower.js';
import { freePort } from '../support/installedServers.js';
import { append, catchUp, closed, closedMany, collect, numberOf, part, readAll } from '../support/logEvents.js';
import { until } from '../support/until.js';

const stream = 'books-1';
const { folder, atEnd, open, serve } = eventStores();

describe('An append whose outcome is unknown', () => {
  const unanswered: readonly Fault[] = [
    { is: 'cutAfterStoring' },
    { is: 'silentAfterStoring' },
    { is: 'silent' },
    { is: 'unavailable' },
    { is: 'deadline' },
    { is: 'delay', ms: 600 },
  ];
  it.each(unanswered)('is repeated until its outcome is known, and stored once: $is', async (fault) => {
    const server = await serve();
    const log = await open(server.url);
    server.faults.inject('append', fault, 3);
    expect(await append(log, stream, closedMany(2))).toMatchObject({
      ok: true,
      revision: 1,
    });
    expect((await readAll(log, stream)).map(numberOf)).toEqual([0, 1]);
    expect(server.faults.calls.append).toBeGreaterThan(1);
  });

  it('is stored once although 200 answers are lost, with other appends on the connection', async () => {
    const server = await serve();
    // A cut ends the other writers' appends too: one may wait longer than the usual 10 s on a busy machine.
    const log = await open(server.url, { timeoutMs: 60_000 });
    const writer = async (name: string) => {
      for (let number = 0; number < 50; number += 1) {
        server.faults.inject('append', { is: 'cutAfterStoring' });
        expect(await append(log, name, [closed(number)], number - 1)).toMatchObject({
          ok: true,
          revision: number,
        });
      }
      expect((await readAll(log, name)).map(numberOf)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    };
    await Promise.all(['a-1', 'a-2', 'a-3', 'a-4'].map(writer));
  });

  it('keeps the order of appends sent without waiting', async () => {
    const server = await serve();
    const log = await open(server.url);
    server.faults.inject('append', { is: 'cutAfterStoring' }, 2);
    const sent = Array.from({ length: 10 }, (_, number) => append(log, stream, [closed(number)], number - 1));
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
    expect(await readAll(log, stream)).toHaveLength(10);
  });

  it.each(['unavailable', 'cutAfterStoring', 'silentAfterStoring', 'silent'] as const)(
    'does not make those behind it stale, which were sent before it was answered: %s',
    async (is) => {
      const server = await serve();
      const log = await open(server.url);
      for (const fault of [{ is }, { is: 'delay', ms: 50 }] as const) server.faults.inject('append', fault, 2);
      const sent = Array.from({ length: 10 }, (_, number) => append(log, stream, [closed(number)], number - 1));
      expect((await Promise.all(sent)).map((result) => result.ok && result.revision)).toEqual([...sent.keys()]);
      expect((await readAll(log, stream)).map(numberOf)).toEqual([...sent.keys()]);
    },
  );

  it('fails with an unknown outcome at its time limit', async () => {
    const server = await serve();
    const log = await open(server.url, { timeoutMs: 2_500, attemptTimeoutMs: 800 });
    server.faults.inject('append', { is: 'silentAfterStoring' }, 100);
    await expect(append(log, stream, [closed(1)])).rejects.toThrow(StoreUnavailable);
    server.faults.clear();
    expect(await readAll(log, stream)).toHaveLength(1);
  });
});

describe('Appends to one stream', () => {
  it('go out without waiting for answers', async () => {
    const server = await serve();
    const log = await open(server.url, {});
    server.faults.lateMs = 1_500;
    let answered = 0;
    const sent = Array.from({ length: 10 }, async (_, number) => {
      const result = await append(log, stream, [closed(number)], number - 1);
      answered += 1;
      return result;
    });
    await until(() => server.faults.calls.append === 10, 'all to be there');
    expect(answered).toBe(0);
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
  });

  it('are stale for all but one of the processes that append to it at once', async () => {
    const server = await serve();
    const logs = [await open(server.url), await open(server.url)];
    const ten = (log: EventLog, first: number) =>
      Promise.all(Array.from({ length: 10 }, (_, n) => append(log, stream, [closed(first + n)], n - 1)));
    const results = await Promise.all(logs.map((log, index) => ten(log, 100 * index)));
    const stored = results.flatMap((all, index) => all.flatMap(({ ok }, n) => (ok ? [100 * index + n] : [])));
    const read = await readAll(await open(server.url), stream);
    expect(read.map(numberOf).sort((a, b) => a - b)).toEqual(stored);
    expect(read.map(({ revision }) => revision)).toEqual([...read.keys()]);
  });
});

describe('An append that is refused', () => {
  it('is not repeated', async () => {
    const server = await serve();
    const log = await open(server.url);
    server.faults.inject('append', { is: 'wrongRevision', actual: 7 });
    expect(await append(log, stream, [closed(1)])).toEqual({
      ok: false,
      actual: 7,
    });
    server.faults.inject('append', { is: 'accessDenied' });
    await expect(append(log, stream, [closed(1)])).rejects.toThrow(/access-denied/);
    expect(server.faults.calls.append).toBe(2);
  });

  it('reports a server with a smaller limit than required', async () => {
    const server = await serve({ appendBytesMax: 1_000 });
    const log = await open(server.url);
    await expect(append(log, stream, [part(new Uint8Array(1_001))])).rejects.toThrow(AppendTooLarge);
    expect((await append(log, stream, [part(new Uint8Array(1_000))])).ok).toBe(true);
  });
});

describe('The connection', () => {
  it('moves to the leader when it is connected to a follower', async () => {
    const leader = await serve({ name: 'leader' });
    const follower = await serve({ name: 'follower' });
    const notLeader: Fault = { is: 'notLeader', host: '127.0.0.1', port: leader.port };
    follower.faults.inject('append', notLeader, 100);
    follower.faults.inject('read', notLeader, 100);
    const log = await open(follower.url);
    expect(await readAll(log, stream)).toEqual([]);
    expect((await append(log, stream, [closed(1)])).ok).toBe(true);
    const direct = await open(leader.url);
    expect(await readAll(direct, stream)).toHaveLength(1);
  });

  it('is not needed to open the log, and recovers by itself', async () => {
    const { url, port, stop } = await startEventStoreServer({ folder: join(folder(), 'one') });
    await stop();
    const log = await open(url, { timeoutMs: 3_000, attemptTimeoutMs: 1_000 });
    const asked = [append(log, stream, [closed(1)]), log.head(), readAll(log, stream), catchUp(log, 0, [''])];
    for (const result of await Promise.allSettled(asked)) expect(result).toMatchObject(unavailable);
    await serve({ port });
    expect((await append(log, stream, [closed(1)])).ok).toBe(true);
    expect(await readAll(log, stream)).toHaveLength(1);
  });

  it('finds the remaining member of a cluster, and survives that there is none', async () => {
    const first = await startEventStoreServer({ folder: join(folder(), 'one') });
    const port = freePort();
    const log = await open(`esdb://127.0.0.1:${first.port},127.0.0.1:${port}?tls=false&maxDiscoverAttempts=2`);
    await append(log, stream, [closed(1)]);
    const followers = Array.from({ length: 5 }, () => new Follower(log, [stream]));
    for (const follower of followers) await follower.until(1);
    await first.stop();
    const asked = [append(log, stream, [closed(2)], 0), log.head(), readAll(log, stream)];
    await Promise.allSettled(asked);
    await serve({ port });
    await untilRead(log, stream);
    await append(log, stream, [closed(3)], (await readAll(log, stream)).length - 1);
    const stored = (await readAll(log, stream)).map(numberOf);
    for (const follower of followers) {
      await follower.until(stored.length);
      expect(follower.numbers).toEqual(stored);
      await follower.stop();
    }
  });

  it('survives a cluster that reports no member while it connects', async () => {
    const server = await serve();
    const log = await open(
      `esdb://127.0.0.1:${server.port},127.0.0.1:${freePort()}?tls=false&maxDiscoverAttempts=3`,
    );
    const writer = await open(server.url);
    const followers: Follower[] = [];
    for (const count of [1, 2]) {
      server.faults.inject('subscribe', { is: 'delay', ms: 0 }); // the one that catches up
      server.faults.inject('subscribe', { is: 'cutAfterEvents', count });
      followers.push(new Follower(log, [stream]));
      await until(() => server.faults.calls.subscribe === 2 * count);
    }
    await append(writer, stream, [closed(0)]);
    server.faults.inject('gossip', { is: 'unavailable' }, 3);
    await append(writer, stream, [closed(1)], 0); // ends the first, which looks for a connection
    await pause(30);
    await append(writer, stream, [closed(2)], 1); // ends the second meanwhile
    for (const follower of followers) await follower.until(3);
    expect(followers.map(({ numbers }) => numbers)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    for (const follower of followers) await follower.stop();
  });

  it('fails waiting calls together with running ones when it breaks', async () => {
    const server = await serve();
    const log = await open(server.url, { timeoutMs: 1_400 });
    server.faults.inject('read', { is: 'silent' }, 1_000);
    const reads = Array.from({ length: 100 }, (_, n) => readAll(log, `${stream}.${n}`));
    for (const result of await Promise.allSettled(reads)) expect(result).toMatchObject(unavailable);
    expect(server.faults.calls.read).toBeLessThan(100);
    server.faults.clear();
    expect(await readAll(log, stream)).toEqual([]);
  });

  it('repeats a read that failed at once', async () => {
    const server = await serve();
    const log = await open(server.url);
    await append(log, stream, closedMany(3));
    server.faults.inject('read', { is: 'unavailable' }, 3);
    expect(await readAll(log, stream)).toHaveLength(3);
  });

  it('serves more calls than one connection allows at once', async () => {
    const server = await serve();
    const log = await open(server.url, {});
    const live = Array.from({ length: 20 }, () => collect(log, 0, [`${stream}.10`], 11)); // 10 and 100 to 109
    const appends = Array.from({ length: 150 }, (_, n) => append(log, `${stream}.${n}`, [closed(n)]));
    expect((await Promise.all(appends)).every(({ ok }) => ok)).toBe(true);
    for (const events of await Promise.all(live)) expect(events).toHaveLength(11);
    const reads = Array.from({ length: 300 }, (_, n) => readAll(log, `${stream}.${n % 150}`));
    expect((await Promise.all(reads)).every(({ length }) => length === 1)).toBe(true);
  });

  it('reads the positions that answers lack, of more appends than run at once', async () => {
    const server = await serve();
    const log = await open(server.url, {});
    server.faults.inject('append', { is: 'withoutPosition' }, Number.MAX_SAFE_INTEGER);
    const appends = Array.from({ length: 100 }, (_, n) => append(log, `${stream}.${n}`, [closed(n)]));
    for (const [n, appended] of (await Promise.all(appends)).entries()) {
      const [event] = await readAll(log, `${stream}.${n}`);
      expect(appended).toEqual({ ok: true, revision: 0, position: event?.position });
    }
  });

  it('makes a call of its own for each append, with a user for the call', async () => {
    const server = await serve();
    const log = await open(server.url, {});
    const appends = Array.from({ length: 20 }, (_, n) => append(log, `${stream}.${n}`, [closed(n)]));
    expect((await Promise.all(appends)).every(({ ok }) => ok)).toBe(true);
    // Without a user for the call the client asks whether the server takes appends over one shared call.
    expect(server.faults.calls).toMatchObject({ append: 20, features: 0 });
  });

  it('uses TLS and the credentials of the connection string', async () => {
    const seen = new Set<string | undefined>();
    const server = await startEventStoreServer({
      folder: join(folder(), 'one'),
      tls: { key: Buffer.from(key), certificate: Buffer.from(certificate) },
      onAuthorization: (header) => seen.add(header),
    });
    atEnd(() => server.stop());
    const caFile = join(folder(), 'ca.crt');
    await writeFile(caFile, certificate);
    const address = `esdb://ana:s%40nha@127.0.0.1:${server.port}?tls=true`;
    const log = await open(`${address}&tlsCAFile=${encodeURIComponent(caFile)}`);
    await append(log, stream, closedMany(2));
    expect(await readAll(log, stream)).toHaveLength(2);
    expect((await catchUp(log, 0, [stream])).flatMap(({ events }) => events)).toHaveLength(2);
    expect(server.faults.calls.features).toBe(0);
    expect([...seen]).toEqual([`Basic ${Buffer.from('ana:s@nha').toString('base64')}`]);

    const stranger = await open(address, { timeoutMs: 400, attemptTimeoutMs: 300 });
    await expect(append(stranger, stream, [closed(1)], 1)).rejects.toThrow(StoreUnavailable);
  });
});
