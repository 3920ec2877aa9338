// What the contract cannot ask for: what the adapter makes of a network and a server that fail. The real client speaks to
// a server of its protocol, in this process or in one of its own that is killed and stopped.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppendTooLarge, NO_STREAM, type EventLog } from '../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeUnavailable.js';
import { openEventStoreDb } from '../../src/stores/log/eventStoreDb.js';
import type { EventStoreDbOptions } from '../../src/stores/log/eventStoreDb/options.js';
import { ServerProcess } from '../support/eventStoreServer/child.js';
import type { Fault } from '../support/eventStoreServer/faults.js';
import { startEventStoreServer } from '../support/eventStoreServer/server.js';
import { certificate, key } from '../support/eventStoreServer/testCertificate.js';
import { Follower } from '../support/follower.js';
import { catchUp, closed, closedMany, collect, numberOf, part, readAll } from '../support/logEvents.js';

const stream = 'books-1';
/** Short enough for a test; one test below runs with the real ones. */
const QUICK: EventStoreDbOptions = { timeoutMs: 5_000, attemptTimeoutMs: 300, silenceMs: 200 };

const unavailable = { status: 'rejected', reason: expect.any(StoreUnavailable) as unknown };

let folder: string;
const ending: (() => Promise<void>)[] = [];
const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => void unhandled.push(error);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-'));
  process.on('unhandledRejection', onUnhandled).on('uncaughtException', onUnhandled);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
  await rm(folder, { recursive: true });
  process.off('unhandledRejection', onUnhandled).off('uncaughtException', onUnhandled);
  expect(unhandled.splice(0)).toEqual([]);
});

async function open(url: string, options: EventStoreDbOptions = QUICK): Promise<EventLog> {
  const log = await openEventStoreDb(url, options);
  ending.push(() => log.close());
  return log;
}
async function serve(options: { port?: number; appendBytesMax?: number; name?: string } = {}) {
  const server = await startEventStoreServer({ ...options, folder: join(folder, options.name ?? 'one') });
  ending.push(() => server.stop());
  return server;
}
async function serveAlone(): Promise<ServerProcess> {
  const server = new ServerProcess(folder);
  await server.start();
  ending.push(() => server.kill());
  return server;
}

describe('An append that is not answered for sure', () => {
  const unanswered: readonly Fault[] = [
    { is: 'cutAfterStoring' },
    { is: 'silentAfterStoring' },
    { is: 'silent' },
    { is: 'unavailable' },
    { is: 'deadline' },
    { is: 'delay', ms: 600 },
  ];
  it.each(unanswered)('is repeated until it is, and stored once: $is', async (fault) => {
    const server = await serve();
    const log = await open(server.url);
    server.faults.inject('append', fault, 3);
    expect(await log.append(stream, closedMany(2), NO_STREAM)).toMatchObject({ ok: true, revision: 1 });
    expect((await readAll(log, stream)).map(numberOf)).toEqual([0, 1]);
    expect(server.faults.calls.batchAppend).toBeGreaterThan(1);
  });

  it('leaves no second copy in 200 lost answers, with others on the same connection', async () => {
    const server = await serve();
    const log = await open(server.url, {});
    const writer = async (name: string) => {
      for (let number = 0; number < 50; number += 1) {
        server.faults.inject('append', { is: 'cutAfterStoring' });
        expect(await log.append(name, [closed(number)], number - 1)).toMatchObject({ ok: true, revision: number });
      }
      expect((await readAll(log, name)).map(numberOf)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    };
    await Promise.all(['a-1', 'a-2', 'a-3', 'a-4'].map(writer));
  });

  it('keeps the order of appends sent one behind the other', async () => {
    const server = await serve();
    const log = await open(server.url);
    server.faults.inject('append', { is: 'cutAfterStoring' }, 2);
    const sent = Array.from({ length: 10 }, (_, number) => log.append(stream, [closed(number)], number - 1));
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
    expect(await readAll(log, stream)).toHaveLength(10);
  });

  it('is thrown as unknown when its time is over', async () => {
    const server = await serve();
    const log = await open(server.url, { timeoutMs: 700, attemptTimeoutMs: 300 });
    server.faults.inject('append', { is: 'silentAfterStoring' }, 100);
    await expect(log.append(stream, [closed(1)], NO_STREAM)).rejects.toThrow(StoreUnavailable);
    server.faults.clear();
    expect(await readAll(log, stream)).toHaveLength(1);
  });
});

describe('An append that is refused for sure', () => {
  it('is not repeated', async () => {
    const server = await serve();
    const log = await open(server.url);
    server.faults.inject('append', { is: 'wrongRevision', actual: 7 });
    expect(await log.append(stream, [closed(1)], NO_STREAM)).toEqual({ ok: false, actual: 7 });
    server.faults.inject('append', { is: 'accessDenied' });
    await expect(log.append(stream, [closed(1)], NO_STREAM)).rejects.toThrow(/AccessDenied/);
    expect(server.faults.calls.batchAppend).toBe(2);
  });

  it('tells a server that takes less than it should', async () => {
    const server = await serve({ appendBytesMax: 1_000 });
    const log = await open(server.url);
    await expect(log.append(stream, [part(new Uint8Array(1_001))], NO_STREAM)).rejects.toThrow(AppendTooLarge);
    expect((await log.append(stream, [part(new Uint8Array(1_000))], NO_STREAM)).ok).toBe(true);
  });
});

describe('The connection', () => {
  it('goes over to the leader when it met a follower', async () => {
    const leader = await serve({ name: 'leader' });
    const follower = await serve({ name: 'follower' });
    const notLeader: Fault = { is: 'notLeader', host: '127.0.0.1', port: leader.port };
    follower.faults.inject('append', notLeader, 100);
    follower.faults.inject('read', notLeader, 100);
    const log = await open(follower.url);
    expect(await readAll(log, stream)).toEqual([]);
    expect((await log.append(stream, [closed(1)], NO_STREAM)).ok).toBe(true);
    const direct = await open(leader.url);
    expect(await readAll(direct, stream)).toHaveLength(1);
  });

  it('is not needed to open, and heals by itself', async () => {
    const { url, port, stop } = await startEventStoreServer({ folder: join(folder, 'one') });
    await stop();
    const log = await open(url, { timeoutMs: 400, attemptTimeoutMs: 300 });
    const asked = [
      log.append(stream, [closed(1)], NO_STREAM),
      log.head(),
      readAll(log, stream),
      catchUp(log, 0, ['']),
    ];
    for (const result of await Promise.allSettled(asked)) expect(result).toMatchObject(unavailable);
    await serve({ port });
    expect((await log.append(stream, [closed(1)], NO_STREAM)).ok).toBe(true);
    expect(await readAll(log, stream)).toHaveLength(1);
  });

  it('finds the member of a cluster that is left, and survives that none is', async () => {
    const first = await startEventStoreServer({ folder: join(folder, 'one') });
    const port = await freePort();
    const log = await open(`esdb://127.0.0.1:${first.port},127.0.0.1:${port}?tls=false&maxDiscoverAttempts=2`);
    await log.append(stream, [closed(1)], NO_STREAM);
    const followers = Array.from({ length: 5 }, () => new Follower(log, [stream]));
    for (const follower of followers) await follower.until(1);
    await first.stop();
    const asked = [log.append(stream, [closed(2)], 0), log.head(), readAll(log, stream)];
    await Promise.allSettled(asked);
    await serve({ port });
    await untilRead(log, stream);
    await log.append(stream, [closed(3)], (await readAll(log, stream)).length - 1);
    const stored = (await readAll(log, stream)).map(numberOf);
    for (const follower of followers) {
      await follower.until(stored.length);
      expect(follower.numbers).toEqual(stored);
      await follower.stop();
    }
  });

  it('outlives a cluster that tells of no member just when a connection is looked for', async () => {
    const server = await serve();
    const log = await open(
      `esdb://127.0.0.1:${server.port},127.0.0.1:${await freePort()}?tls=false&maxDiscoverAttempts=3`,
    );
    const writer = await open(server.url);
    const followers: Follower[] = [];
    for (const count of [1, 2]) {
      server.faults.inject('subscribe', { is: 'delay', ms: 0 }); // the one that catches up
      server.faults.inject('subscribe', { is: 'cutAfterEvents', count });
      followers.push(new Follower(log, [stream]));
      await until(() => server.faults.calls.subscribe === 2 * count);
    }
    await writer.append(stream, [closed(0)], NO_STREAM);
    server.faults.inject('gossip', { is: 'unavailable' }, 3);
    await writer.append(stream, [closed(1)], 0); // ends the first, which looks for a connection
    await pause(30);
    await writer.append(stream, [closed(2)], 1); // ends the second meanwhile
    for (const follower of followers) await follower.until(3);
    expect(followers.map(({ numbers }) => numbers)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    for (const follower of followers) await follower.stop();
  });

  it('gives up all that wait for a place on it with those that have one', async () => {
    const server = await serve();
    const log = await open(server.url, { timeoutMs: 700 });
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
    await log.append(stream, closedMany(3), NO_STREAM);
    server.faults.inject('read', { is: 'unavailable' }, 3);
    expect(await readAll(log, stream)).toHaveLength(3);
  });

  it('carries more calls than one connection has places for', async () => {
    const server = await serve();
    const log = await open(server.url, {});
    const live = Array.from({ length: 20 }, () => collect(log, 0, [`${stream}.10`], 11)); // 10 and 100 to 109
    const appends = Array.from({ length: 150 }, (_, n) => log.append(`${stream}.${n}`, [closed(n)], NO_STREAM));
    expect((await Promise.all(appends)).every(({ ok }) => ok)).toBe(true);
    for (const events of await Promise.all(live)) expect(events).toHaveLength(11);
    const reads = Array.from({ length: 300 }, (_, n) => readAll(log, `${stream}.${n % 150}`));
    expect((await Promise.all(reads)).every(({ length }) => length === 1)).toBe(true);
  });

  it('is encrypted and told the credentials of its address', async () => {
    const seen = new Set<string | undefined>();
    const server = await startEventStoreServer({
      folder: join(folder, 'one'),
      tls: { key: Buffer.from(key), certificate: Buffer.from(certificate) },
      onAuthorization: (header) => seen.add(header),
    });
    ending.push(() => server.stop());
    const caFile = join(folder, 'ca.crt');
    await writeFile(caFile, certificate);
    const address = `esdb://ana:s%40nha@127.0.0.1:${server.port}?tls=true`;
    const log = await open(`${address}&tlsCAFile=${encodeURIComponent(caFile)}`);
    await log.append(stream, closedMany(2), NO_STREAM);
    expect(await readAll(log, stream)).toHaveLength(2);
    expect((await catchUp(log, 0, [stream])).flatMap(({ events }) => events)).toHaveLength(2);
    expect([...seen]).toEqual([`Basic ${Buffer.from('ana:s@nha').toString('base64')}`]);

    const stranger = await open(address, { timeoutMs: 400, attemptTimeoutMs: 300 });
    await expect(stranger.append(stream, [closed(1)], 1)).rejects.toThrow(StoreUnavailable);
  });
});

describe('A subscription', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  it.each([
    { name: 'broken off', tooSlow: false },
    { name: 'ended for a slow reader', tooSlow: true },
  ])('$name again and again, gives everything once to who goes on from its checkpoint', async ({ tooSlow }) => {
    const server = await serve();
    const log = await open(server.url);
    for (const count of [5, 17, 1, 40, 3])
      server.faults.inject('subscribe', { is: 'cutAfterEvents', count, tooSlow }, 3);
    const follower = new Follower(log, [stream]);
    for (let number = 0; number < 300; number += 10) await log.append(stream, closedMany(10, number), number - 1);
    await follower.until(300);
    expect(follower.numbers).toEqual(numbers(300));
    await follower.stop();
    // A reader told that it was too slow goes on without a word to its caller.
    expect(follower.restarts > 0).toBe(!tooSlow);
  });

  it('loses nothing to who goes on from any position it was ever told, though nothing of its own is there', async () => {
    const server = await serve();
    const log = await open(server.url);
    const told = new Set([0]);
    const abort = new AbortController();
    const watching = (async () => {
      for await (const { position } of log.subscribe(0, ['nobody-'], abort.signal)) told.add(position);
    })();
    for (let number = 0; number < 60; number += 1) {
      const noise = number % 7 === 3 ? stream : 'lines-1';
      const count = (await readAll(log, noise)).length;
      await log.append(noise, [closed(number)], count - 1);
      const before = told.size;
      await until(() => told.size > before);
    }
    abort.abort();
    await watching;
    const all = (await catchUp(log, 0, [stream])).flatMap(({ events }) => events);
    expect(all).toHaveLength(9);
    expect(told.size).toBeGreaterThan(60);
    for (const position of told) {
      const later = (await catchUp(log, position, [stream])).flatMap(({ events }) => events);
      expect(later.map(numberOf)).toEqual(all.filter((event) => event.position > position).map(numberOf));
    }
  });

  it('catches up from anywhere, however much came since', async () => {
    const server = await serve();
    const log = await open(server.url);
    await log.append('lines-1', [closed(0)], NO_STREAM);
    const [{ position } = { position: 0 }] = await readAll(log, 'lines-1');
    await log.append('lines-1', closedMany(700), 0);
    for (let first = 0; first < 600; first += 300) await log.append(stream, closedMany(300, first), first - 1);
    const events = (await catchUp(log, position, [stream])).flatMap((batch) => batch.events);
    expect(events.map(numberOf)).toEqual(numbers(600));
  });

  it('that falls silent is begun anew', async () => {
    const server = await serve();
    const log = await open(server.url);
    await log.append(stream, closedMany(5), NO_STREAM);
    server.faults.inject('subscribe', { is: 'delay', ms: 0 }); // the first one, which only catches up
    server.faults.inject('subscribe', { is: 'silentAfterEvents', count: 0 });
    const live = collect(log, 0, [stream], 8);
    await until(() => server.faults.calls.subscribe === 2);
    await log.append(stream, closedMany(3, 5), 4);
    expect((await live).map(numberOf)).toEqual(numbers(8));
    expect(server.faults.calls.subscribe).toBeGreaterThan(2);
  });

  it('tells within a moment how far it is, though nothing matches', async () => {
    const server = await serve();
    const log = await open(server.url);
    const positions: number[] = [];
    const abort = new AbortController();
    const reading = (async () => {
      for await (const batch of log.subscribe(0, ['nobody-'], abort.signal))
        if (batch.caughtUp) positions.push(batch.position);
    })();
    for (let number = 0; number < 40; number += 1) {
      const result = await log.append(stream, [closed(number)], number - 1);
      const position = result.ok ? result.position : Infinity;
      await until(() => (positions.at(-1) ?? -1) >= position);
    }
    abort.abort();
    await reading;
  });

  it('holds the server back while its reader is busy', async () => {
    const server = await serve();
    const log = await open(server.url);
    for (let number = 0; number < 3_000; number += 50) {
      const events = Array.from({ length: 50 }, () => part(new Uint8Array(10_000)));
      await log.append(stream, events, number - 1);
    }
    let received = 0;
    for await (const batch of log.subscribe(0, [stream], new AbortController().signal)) {
      if (received === 0) await settled(() => server.faults.sentEvents);
      if (received === 0) expect(server.faults.sentEvents).toBeLessThan(1_000);
      received += batch.events.length;
      if (received >= 3_000) break;
    }
    expect(received).toBe(3_000);
  });
});

describe('A server that is killed or stopped', () => {
  it('loses nothing acknowledged and doubles nothing, while four write and one follows', async () => {
    const server = await serveAlone();
    const log = await open(server.url, { ...QUICK, timeoutMs: 1_500 });
    const follower = new Follower(log, ['w-']);
    let isOver = false;
    const acknowledged = new Map<string, number[]>();
    const writer = async (name: string) => {
      const numbers: number[] = [];
      acknowledged.set(name, numbers);
      for (let revision = NO_STREAM, number = 0; !isOver; number += 1) {
        try {
          const result = await log.append(name, [closed(number)], revision);
          expect(result.ok).toBe(true);
          if (result.ok) numbers.push(number);
          revision += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable);
          revision = (await untilRead(log, name)).length - 1; // unknown: look before going on
        }
      }
    };
    const writers = ['w-1', 'w-2', 'w-3', 'w-4'].map(writer);
    for (let life = 0; life < 3; life += 1) {
      const before = follower.numbers.length;
      await follower.until(before + 100);
      await server.kill();
      await pause(100);
      await server.start();
    }
    await follower.until(follower.numbers.length + 100);
    isOver = true;
    await Promise.all(writers);

    let total = 0;
    for (const [name, numbers] of acknowledged) {
      const events = await readAll(log, name);
      const stored = events.map(numberOf);
      expect(new Set(stored).size).toBe(stored.length);
      expect(numbers.filter((number) => !stored.includes(number))).toEqual([]);
      total += stored.length;
    }
    await follower.until(total);
    expect(new Set(follower.ids).size).toBe(total);
    expect(follower.ids).toHaveLength(total);
    await follower.stop();
  }, 60_000);

  it('is given up after ten seconds, by whoever asks, and answers again when it goes on', async () => {
    const server = await serveAlone();
    const log = await open(server.url, {});
    await log.append(stream, [closed(0)], NO_STREAM);
    server.signal('SIGSTOP');
    const asked = [
      log.append(stream, [closed(1)], 0),
      log.head(),
      readAll(log, stream),
      catchUp(log, 0, [stream]),
    ];
    const given = await Promise.allSettled(asked);
    for (const result of given) expect(result).toMatchObject(unavailable);
    // By our own clock; the client itself would give up after twice the time, in other words.
    for (const result of given.slice(0, 3))
      expect(result).toMatchObject({ reason: { message: expect.stringMatching(/no answer within \d+ ms/) } });
    server.signal('SIGCONT');
    // The first one may still be stored now: who got no answer looks, and looks again when it lost the race.
    for (let ok = false; !ok;) {
      const { length } = await untilRead(log, stream);
      ({ ok } = await log.append(stream, [closed(2)], length - 1));
    }
    const numbers = (await readAll(log, stream)).map(numberOf);
    expect([
      [0, 2],
      [0, 1, 2],
    ]).toContainEqual(numbers);
  }, 40_000);
});

/** Reads until the store answers again, 10 s at most. */
async function untilRead(log: EventLog, name: string) {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await readAll(log, name);
    } catch (error) {
      if (attempt >= 20) throw error;
      await pause(100);
    }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Waits for a condition, 5 s at most. */
async function until(isSo: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isSo(); waitedMs += 5) {
    if (waitedMs > 5_000) throw new Error('It never came so');
    await pause(5);
  }
}

/** Resolves once a number stays the same for a moment; 5 s at most. */
async function settled(value: () => number): Promise<void> {
  for (let last = -1, same = 0, round = 0; same < 5 && round < 100; round += 1) {
    await pause(50);
    same = value() === last ? same + 1 : 0;
    last = value();
  }
}
