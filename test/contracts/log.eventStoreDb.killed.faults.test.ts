// What the adapter makes of a server that is killed and stopped. The real client speaks to a server of its
// protocol in a process of its own.
import { describe, expect, it } from '#jest';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM } from '../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { eventStores, QUICK, unavailable, untilRead } from './support/eventStores.js';
import { Follower } from './support/follower.js';
import { append, catchUp, closed, numberOf, readAll } from '../support/logEvents.js';

const stream = 'books-1';
const { open, serveAlone } = eventStores();

describe('A server that is killed or stopped', () => {
  it('loses and duplicates no acknowledged event, with four writers and one subscriber', async () => {
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
        const result = await append(log, name, [closed(number)], revision).catch((error: unknown) => {
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

  it('fails every call after ten seconds, and answers again when it resumes', async () => {
    const server = await serveAlone();
    const log = await open(server.url, {});
    await append(log, stream, [closed(0)]);
    server.signal('SIGSTOP');
    const asked = [
      append(log, stream, [closed(1)], 0),
      log.head(),
      readAll(log, stream),
      catchUp(log, 0, [stream]),
    ];
    const given = await Promise.allSettled(asked);
    for (const result of given) expect(result).toMatchObject(unavailable);
    // By our own clock; the client itself would give up after twice the time, in other words.
    for (const result of given.slice(0, 3))
      expect(result).toMatchObject({ reason: { message: expect.stringMatching(/no answer in time/) } });
    server.signal('SIGCONT');
    // The first one may still be stored now: who got no answer looks, and looks again when it lost the race.
    for (let ok = false; !ok;) {
      const { length } = await untilRead(log, stream);
      ({ ok } = await append(log, stream, [closed(2)], length - 1));
    }
    const numbers = (await readAll(log, stream)).map(numberOf);
    expect([
      [0, 2],
      [0, 1, 2],
    ]).toContainEqual(numbers);
  }, 40_000);
});
