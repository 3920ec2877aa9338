// What the adapter makes of subscriptions that break off, and of a server that is killed and stopped. The real client
// speaks to a server of its protocol, in this process or in one of its own.
import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM } from '../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeUnavailable.js';
import { eventStores, QUICK, unavailable, untilRead } from '../support/eventStores.js';
import { Follower } from '../support/follower.js';
import { catchUp, closed, closedMany, collect, numberOf, part, readAll } from '../support/logEvents.js';
import { until } from '../support/until.js';

const stream = 'books-1';
const { open, serve, serveAlone } = eventStores();

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
      const before = told.size; // the watcher may hear of the append before its caller does
      await log.append(noise, [closed(number)], count - 1);
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
      let wasUnknown = false;
      for (let revision = NO_STREAM, number = 0; !isOver; number += 1) {
        const result = await log.append(name, [closed(number)], revision).catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreUnavailable);
          return null;
        });
        if (result?.ok === true) numbers.push(number);
        // One that nobody knows of may still be stored after the look: then the next comes too late, once.
        if (result?.ok === false) expect(wasUnknown).toBe(true);
        wasUnknown = result === null;
        revision = result?.ok === true ? revision + 1 : (await untilRead(log, name)).length - 1;
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
  });

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

/** Resolves once a number stays the same for a moment; 5 s at most. */
async function settled(value: () => number): Promise<void> {
  for (let last = -1, same = 0, round = 0; same < 5 && round < 100; round += 1) {
    await pause(50);
    same = value() === last ? same + 1 : 0;
    last = value();
  }
}
