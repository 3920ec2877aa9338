// What the adapter makes of subscriptions that break off. The real client speaks to a server of its protocol.
import { describe, expect, it } from '#jest';
import { setTimeout as pause } from 'node:timers/promises';
import { eventStores } from './support/eventStores.js';
import { Follower } from './support/follower.js';
import { append, catchUp, closed, closedMany, collect, numberOf, part, readAll } from '../support/logEvents.js';
import { until } from '../support/until.js';

const stream = 'books-1';
const { open, serve } = eventStores();

describe('A subscription', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  it.each([
    { name: 'broken off', tooSlow: false },
    { name: 'ended for a slow reader', tooSlow: true },
  ])(
    '$name repeatedly, yields every event once to a reader that resumes from its checkpoint',
    async ({ tooSlow }) => {
      const server = await serve();
      const log = await open(server.url);
      for (const count of [5, 17, 1, 40, 3])
        server.faults.inject('subscribe', { is: 'cutAfterEvents', count, tooSlow }, 3);
      const follower = new Follower(log, [stream]);
      for (let number = 0; number < 300; number += 10)
        await append(log, stream, closedMany(10, number), number - 1);
      await follower.until(300);
      expect(follower.numbers).toEqual(numbers(300));
      await follower.stop();
      // A reader that the server drops as too slow resumes without an error.
      expect(follower.restarts > 0).toBe(!tooSlow);
    },
  );

  it('loses no event of a reader that resumes from any reported position, even without a match there', async () => {
    const server = await serve();
    const log = await open(server.url);
    const positions = new Set([0]);
    const abort = new AbortController();
    const watching = (async () => {
      for await (const { position } of log.subscribe(0, ['nobody-'], abort.signal)) positions.add(position);
    })();
    for (let number = 0; number < 30; number += 1) {
      const noise = number % 7 === 3 ? stream : 'lines-1';
      const count = (await readAll(log, noise)).length;
      const before = positions.size; // the watcher may hear of the append before its caller does
      await append(log, noise, [closed(number)], count - 1);
      await until(() => positions.size > before);
    }
    abort.abort();
    await watching;
    const all = (await catchUp(log, 0, [stream])).flatMap(({ events }) => events);
    expect(all).toHaveLength(4);
    expect(positions.size).toBeGreaterThan(30);
    for (const position of positions) {
      const later = (await catchUp(log, position, [stream])).flatMap(({ events }) => events);
      expect(later.map(numberOf)).toEqual(all.filter((event) => event.position > position).map(numberOf));
    }
  });

  it('catches up from any position, however many events follow', async () => {
    const server = await serve();
    const log = await open(server.url);
    await append(log, 'lines-1', [closed(0)]);
    const [{ position } = { position: 0 }] = await readAll(log, 'lines-1');
    await append(log, 'lines-1', closedMany(700), 0);
    for (let first = 0; first < 600; first += 300) await append(log, stream, closedMany(300, first), first - 1);
    const events = (await catchUp(log, position, [stream])).flatMap((batch) => batch.events);
    expect(events.map(numberOf)).toEqual(numbers(600));
  });

  it('that falls silent before it caught up is restarted, without an error for its reader', async () => {
    const server = await serve();
    const log = await open(server.url);
    await append(log, stream, closedMany(5));
    server.faults.inject('subscribe', { is: 'silentAfterEvents', count: 0 });
    server.faults.inject('subscribe', { is: 'silentAfterEvents', count: 2 });
    const events = (await catchUp(log, 0, [stream])).flatMap((batch) => batch.events);
    expect(events.map(numberOf)).toEqual(numbers(5));
  });

  it('that falls silent is restarted', async () => {
    const server = await serve();
    const log = await open(server.url);
    await append(log, stream, closedMany(5));
    server.faults.inject('subscribe', { is: 'delay', ms: 0 }); // the first one, which only catches up
    server.faults.inject('subscribe', { is: 'silentAfterEvents', count: 0 });
    const live = collect(log, 0, [stream], 8);
    await until(() => server.faults.calls.subscribe === 2);
    await append(log, stream, closedMany(3, 5), 4);
    expect((await live).map(numberOf)).toEqual(numbers(8));
    expect(server.faults.calls.subscribe).toBeGreaterThan(2);
  });

  it('on a quiet log goes on while the head is asked for, once a second', async () => {
    const server = await serve();
    const { calls } = server.faults;
    const follower = new Follower(await open(server.url, {}), [stream]);
    await until(() => calls.subscribe === 2); // one to catch up, and one to go on
    const asked = calls.read;
    const startedMs = performance.now();
    await until(() => calls.read === asked + 3, 'three questions', 15_000);
    expect(performance.now() - startedMs).toBeGreaterThan(1_500);
    expect([calls.subscribe, follower.restarts]).toEqual([2, 0]);
    await follower.stop();
  });

  it('reports its position soon although nothing matches', async () => {
    const server = await serve();
    const log = await open(server.url);
    const positions: number[] = [];
    const abort = new AbortController();
    const reading = (async () => {
      for await (const batch of log.subscribe(0, ['nobody-'], abort.signal))
        if (batch.caughtUp) positions.push(batch.position);
    })();
    for (let number = 0; number < 40; number += 1) {
      const result = await append(log, stream, [closed(number)], number - 1);
      const position = result.ok ? result.position : Infinity;
      await until(() => (positions.at(-1) ?? -1) >= position);
    }
    abort.abort();
    await reading;
  });

  it('applies back-pressure to the server while its reader is busy', async () => {
    const EVENTS = 1_500;
    const server = await serve();
    const log = await open(server.url);
    for (let number = 0; number < EVENTS; number += 50) {
      const events = Array.from({ length: 50 }, () => part(new Uint8Array(10_000)));
      await append(log, stream, events, number - 1);
    }
    let received = 0;
    for await (const batch of log.subscribe(0, [stream], new AbortController().signal)) {
      if (received === 0) await settled(() => server.faults.sentEvents);
      if (received === 0) expect(server.faults.sentEvents).toBeLessThan(1_000);
      received += batch.events.length;
      if (received >= EVENTS) break;
    }
    expect(received).toBe(EVENTS);
  });
});

/** Resolves once a number stays the same for a moment; 5 s at most. */
async function settled(value: () => number): Promise<void> {
  for (let last = -1, same = 0, round = 0; same < 5 && round < 100; round += 1) {
    await pause(50);
    same = value() === last ? same + 1 : 0;
    last = value();
  }
}
