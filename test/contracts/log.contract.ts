// What every log must do. Adapters are equal only because they pass this suite. It assumes neither an empty store
// nor consecutive positions: each test has streams of its own and starts at the head it finds. Their names are of
// no kind that the service follows, for it may be run on the same store afterwards.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { APPEND_BYTES_MAX, NO_STREAM, AppendTooLarge, type EventLog } from '../../src/domain/kernel/log.js';
import {
  append,
  catchUp,
  closed,
  closedMany,
  collect,
  metadata,
  numberOf,
  part,
  readAll,
  stored,
  withoutPosition,
} from '../support/logEvents.js';

export type LogUnderTest = Readonly<{
  log: EventLog;
  /** Another handle on the same store, as another process has it. */
  another(): Promise<EventLog>;
  /** Stops the store, starts it on the same data, and opens it anew. */
  restart(): Promise<EventLog>;
  /** Closes every handle and removes what the test left behind. */
  remove(): Promise<void>;
}>;

export const logContract = (adapter: string, open: () => Promise<LogUnderTest>): void =>
  describe(`EventLog contract, ${adapter}`, () => {
    let env: LogUnderTest;
    let log: EventLog;
    let stream: string;

    beforeEach(async () => {
      env = await open();
      log = env.log;
      stream = `contract-${randomUUID()}`;
    });
    afterEach(() => env.remove());

    describe('append and read', () => {
      it('returns complete events in the order appended, with revisions and ascending positions', async () => {
        const first = [closed(1), closed(2)];
        const second = [closed(3)];
        const one = await append(log, stream, first);
        const two = await append(log, stream, second, 1);
        const events = await readAll(log, stream);
        expect(events.map(withoutPosition)).toEqual(
          [...first, ...second].map((event, revision) => stored(stream, event, revision)),
        );
        expect(one).toEqual({ ok: true, revision: 1, position: events[1]?.position });
        expect(two).toEqual({ ok: true, revision: 2, position: events[2]?.position });
        const positions = events.map(({ position }) => position);
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        expect(positions.every((position) => Number.isSafeInteger(position) && position > 0)).toBe(true);
      });

      it('reads from a revision on, and nothing past the end or of a missing stream', async () => {
        await append(log, stream, closedMany(5));
        expect((await readAll(log, stream, 3)).map(({ revision }) => revision)).toEqual([3, 4]);
        expect(await readAll(log, stream, 5)).toEqual([]);
        expect(await readAll(log, `${stream}-missing`)).toEqual([]);
      });

      it('reads a stream longer than any page of the store', async () => {
        for (let first = 0; first < 2_000; first += 500)
          await append(log, stream, closedMany(500, first), first - 1);
        const events = await readAll(log, stream);
        expect(events.map(numberOf)).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
        expect((await readAll(log, stream, 1_200)).map(numberOf)[0]).toBe(1_200);
      });

      it('reads, through any handle, what was acknowledged before', async () => {
        const other = await env.another();
        for (let number = 0; number < 20; number += 1) {
          await append(log, stream, [closed(number)], number - 1);
          expect((await readAll(other, stream)).length).toBe(number + 1);
        }
      });

      it('keeps text, numbers and metadata exactly', async () => {
        const data = {
          text: 'Duplicatas a receber — ação, €, 漢字, 👍🏽, "aspas", \\, \u0000, \u2028, é',
          numbers: [0, -1, 0.1, 7_000_000_000_000_000, -9_007_199_254_740_991],
          nested: { list: [], none: null, yes: true, '': { a: [{}] } },
        };
        const event = { ...closed(1), type: 'ConciliaçãoReaberta', data, metadata };
        const name = `${stream}-ação.2026-01 漢字`;
        expect((await append(log, name, [event])).ok).toBe(true);
        expect((await readAll(log, name)).map(withoutPosition)).toEqual([stored(name, event, 0)]);
        expect((await readAll(await env.restart(), name)).map(withoutPosition)).toEqual([stored(name, event, 0)]);
      });

      it('stores parts as bytes, independent of the caller’s buffer', async () => {
        const text = new TextEncoder().encode('{"accountName":["Caixa e equivalentes — ação"]}');
        const noise = Uint8Array.from({ length: 500_000 }, (_, index) => (index * 7919) % 256);
        const sent = [text, noise, new Uint8Array(0)].map((bytes) => bytes.slice());
        const appending = append(log, stream, sent.map(part));
        sent.forEach((bytes) => bytes.fill(0));
        await appending;
        const events = await readAll(log, stream);
        expect(events.every(({ data }) => data instanceof Uint8Array)).toBe(true);
        expect(events.map(({ data }) => Buffer.from(data as Uint8Array).toString('base64'))).toEqual(
          [text, noise, new Uint8Array(0)].map((bytes) => Buffer.from(bytes).toString('base64')),
        );
      });

      it('refuses malformed events, stores nothing, and stays usable', async () => {
        const bad: readonly object[] = [
          { data: undefined },
          { data: null },
          { data: 'text' },
          { data: [1] },
          { data: { amount: 1n } },
          { id: 'not-a-uuid' },
          { type: '' },
          { metadata: undefined },
        ];
        for (const wrong of bad) {
          const events = [closed(1), { ...closed(2), ...wrong }];
          await expect(append(log, stream, events)).rejects.toThrow();
        }
        await expect(append(log, stream, [])).rejects.toThrow(RangeError);
        await expect(append(log, '', [closed(1)])).rejects.toThrow();
        await expect(append(log, '$system', [closed(1)])).rejects.toThrow();
        for (const revision of [-2, 0.5, NaN])
          await expect(append(log, stream, [closed(1)], revision)).rejects.toThrow();
        expect(await readAll(log, stream)).toEqual([]);
        expect((await append(log, stream, [closed(1)])).ok).toBe(true);
      });

      it('has its head at or after every acknowledged event', async () => {
        const before = await log.head();
        const result = await append(log, stream, closedMany(3));
        const after = await log.head();
        expect(result.ok && result.position > before && result.position <= after).toBe(true);
        expect(await (await env.another()).head()).toBeGreaterThanOrEqual(after);
      });
    });

    describe('expected revision', () => {
      it('answers a stale revision by a value that tells the actual one, and stores nothing', async () => {
        expect(await append(log, stream, [closed(1)], 0)).toEqual({
          ok: false,
          actual: NO_STREAM,
        });
        await append(log, stream, closedMany(5));
        for (const expected of [NO_STREAM, 0, 3, 5, 400])
          expect(await append(log, stream, closedMany(2), expected)).toEqual({
            ok: false,
            actual: 4,
          });
        expect(await readAll(log, stream)).toHaveLength(5);
      });

      it('lets exactly one of twenty racing appends through', async () => {
        const other = await env.another();
        const race = Array.from({ length: 20 }, (_, number) =>
          append(number % 2 === 0 ? log : other, stream, [closed(number), closed(number)]),
        );
        const results = await Promise.all(race);
        expect(results.filter(({ ok }) => ok)).toHaveLength(1);
        expect(results.filter(({ ok }) => !ok)).toEqual(Array(19).fill({ ok: false, actual: 1 }));
        const winner = results.findIndex(({ ok }) => ok);
        expect((await readAll(log, stream)).map(numberOf)).toEqual([winner, winner]);
      });

      it('accepts appends sent without waiting for each other', async () => {
        const sent = Array.from({ length: 50 }, (_, number) => append(log, stream, [closed(number)], number - 1));
        expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
        expect((await readAll(log, stream)).map(numberOf)).toEqual(
          Array.from({ length: 50 }, (_, index) => index),
        );
      });

      it('stores several streams in one call, a stream named twice too, and answers for the last', async () => {
        const one = closedMany(2);
        const two = closedMany(3, 2);
        const three = closedMany(1, 5);
        const four = closedMany(2, 6);
        const call = [
          { stream, events: one, expectedRevision: NO_STREAM },
          { stream: `${stream}.a`, events: two, expectedRevision: NO_STREAM },
          { stream, events: three, expectedRevision: 1 },
          { stream: `${stream}.b`, events: four, expectedRevision: NO_STREAM },
        ];
        const result = await log.append(call);
        expect(result).toMatchObject({ ok: true, revision: 1 });
        expect((await readAll(log, stream)).map(numberOf)).toEqual([0, 1, 5]);
        expect((await readAll(log, `${stream}.a`)).map(numberOf)).toEqual([2, 3, 4]);
        const fact = await readAll(log, `${stream}.b`);
        expect(fact.map(numberOf)).toEqual([6, 7]);
        expect(result).toMatchObject({ position: fact[1]?.position });
        for (const before of [...(await readAll(log, stream)), ...(await readAll(log, `${stream}.a`))])
          expect(before.position).toBeLessThan(fact[0]?.position ?? 0);
        expect(await log.append(call)).toEqual(result);
        expect(await (await env.another()).append(call)).toEqual(result);
        expect(await readAll(log, stream)).toHaveLength(3);
      });

      it('stores the last of several streams only with all before it, and what was stored once alone', async () => {
        const parts = { stream: `${stream}.a`, events: closedMany(2), expectedRevision: NO_STREAM };
        const ids = { stream: `${stream}.b`, events: closedMany(1), expectedRevision: NO_STREAM };
        const fact = { stream, events: closedMany(1), expectedRevision: NO_STREAM };
        await log.append([{ ...ids, events: closedMany(3) }]);
        expect(await log.append([parts, ids, fact])).toEqual({ ok: false, actual: 2 });
        expect(await readAll(log, stream)).toEqual([]);
        const stale = { ...fact, expectedRevision: 4 };
        expect(await log.append([parts, { ...ids, expectedRevision: 2 }, stale])).toEqual({
          ok: false,
          actual: NO_STREAM,
        });
        expect(await readAll(log, stream)).toEqual([]);
        expect(await log.append([parts, fact])).toMatchObject({ ok: true, revision: 0 });
        expect(await readAll(log, parts.stream)).toHaveLength(2);
        expect(await readAll(log, stream)).toHaveLength(1);
      });

      it('refuses a call without a stream, and one of which an entry is wrong, and stores nothing', async () => {
        await expect(log.append([])).rejects.toThrow(RangeError);
        const right = { stream, events: closedMany(1), expectedRevision: NO_STREAM };
        await expect(log.append([right, { ...right, expectedRevision: -2 }])).rejects.toThrow(RangeError);
        expect(await readAll(log, stream)).toEqual([]);
      });

      it('accepts concurrent appends to many streams', async () => {
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, number) => append(log, `${stream}.${number}`, [closed(number)])),
        );
        expect(results.every((result) => result.ok && result.revision === 0)).toBe(true);
        expect(new Set(results.map((result) => result.ok && result.position)).size).toBe(100);
      });
    });

    describe('the same append again', () => {
      const a = closedMany(2, 10);
      const b = closedMany(2, 20);
      const d = closedMany(2, 30);
      let afterA: unknown;
      let afterB: unknown;

      beforeEach(async () => {
        afterA = await append(log, stream, a);
        afterB = await append(log, stream, b, 1);
      });
      const numbers = async () => (await readAll(log, stream)).map(numberOf);

      it('returns the first result and writes nothing, whether later events exist or not', async () => {
        expect(await append(log, stream, b, 1)).toEqual(afterB);
        expect(await append(log, stream, a)).toEqual(afterA);
        await append(log, stream, d, 3);
        expect(await append(log, stream, a)).toEqual(afterA);
        expect(await append(log, stream, b, 1)).toEqual(afterB);
        expect(await append(await env.another(), stream, b, 1)).toEqual(afterB);
        expect(await numbers()).toEqual([10, 11, 20, 21, 30, 31]);
      });

      it('does so after a restart', async () => {
        log = await env.restart();
        expect(await append(log, stream, a)).toEqual(afterA);
        expect(await append(log, stream, b, 1)).toEqual(afterB);
        expect(await numbers()).toEqual([10, 11, 20, 21]);
      });

      it('is a new append at the current revision', async () => {
        expect(await append(log, stream, b, 3)).toMatchObject({
          ok: true,
          revision: 5,
        });
        expect(await numbers()).toEqual([10, 11, 20, 21, 20, 21]);
      });

      it('is stale at any other revision', async () => {
        for (const expected of [NO_STREAM, 0, 2, 9])
          expect(await append(log, stream, b, expected)).toEqual({
            ok: false,
            actual: 3,
          });
        expect(await append(log, stream, a, 1)).toEqual({ ok: false, actual: 3 });
      });

      it('answers the first part of an earlier append with the revision of that part', async () => {
        expect(await append(log, stream, b.slice(0, 1), 1)).toMatchObject({
          ok: true,
          revision: 2,
        });
      });

      it('answers an earlier append and its successors in one call', async () => {
        await append(log, stream, d, 3);
        expect(await append(log, stream, [...b, ...d], 1)).toMatchObject({
          ok: true,
          revision: 5,
        });
        expect(await numbers()).toEqual([10, 11, 20, 21, 30, 31]);
      });

      it('is stale with a new event among known ones, the second half alone, or another order', async () => {
        expect(await append(log, stream, [...b, closed(99)], 1)).toEqual({
          ok: false,
          actual: 3,
        });
        expect(await append(log, stream, b.slice(1), 1)).toEqual({
          ok: false,
          actual: 3,
        });
        expect(await append(log, stream, b.toReversed(), 1)).toEqual({
          ok: false,
          actual: 3,
        });
        expect(await numbers()).toEqual([10, 11, 20, 21]);
      });

      it('keeps the first payload when the same ids come with another', async () => {
        const changed = b.map((event) => ({ ...event, data: { companyId: 666 } }));
        expect(await append(log, stream, changed, 1)).toEqual(afterB);
        expect(await numbers()).toEqual([10, 11, 20, 21]);
      });

      it('knows ids per stream only, and writes an id twice that comes twice in one append', async () => {
        const elsewhere = `${stream}.other`;
        expect(await append(log, elsewhere, b)).toMatchObject({
          ok: true,
          revision: 1,
        });
        const twice = closed(40);
        expect(await append(log, elsewhere, [twice, twice], 1)).toMatchObject({ ok: true, revision: 3 });
        expect((await readAll(log, elsewhere)).map(numberOf)).toEqual([20, 21, 40, 40]);
      });
    });

    describe('size', () => {
      const overhead = Buffer.byteLength(JSON.stringify(metadata)) + 2 * 'TrialBalanceLinesListed'.length;
      const sized = (bytes: number) => part(new Uint8Array(bytes).fill(65));

      it('accepts exactly the maximum size of an append, in one event or several', async () => {
        const one = [sized(APPEND_BYTES_MAX - overhead)];
        expect((await append(log, `lines-1-${stream}`, one)).ok).toBe(true);
        const two = [sized(400_000), sized(APPEND_BYTES_MAX - 400_000 - 2 * overhead)];
        expect((await append(log, `lines-2-${stream}`, two)).ok).toBe(true);
        expect((await readAll(log, `lines-2-${stream}`)).map(({ data }) => (data as Uint8Array).length)).toEqual([
          400_000,
          APPEND_BYTES_MAX - 400_000 - 2 * overhead,
        ]);
      });

      it('refuses one byte more, stores nothing, and stays usable', async () => {
        const one = [sized(APPEND_BYTES_MAX - overhead + 1)];
        await expect(append(log, stream, one)).rejects.toThrow(AppendTooLarge);
        const two = [closed(1), sized(APPEND_BYTES_MAX - overhead)];
        await expect(append(log, stream, two)).rejects.toThrow(AppendTooLarge);
        const accents = [{ ...closed(1), data: { text: 'ã'.repeat(APPEND_BYTES_MAX / 2) } }];
        await expect(append(log, stream, accents)).rejects.toThrow(AppendTooLarge);
        expect(await readAll(log, stream)).toEqual([]);
        expect((await append(log, stream, [closed(1)])).ok).toBe(true);
      });
    });

    describe('subscribe', () => {
      it('yields matching events of all streams in log order, then reports that it caught up', async () => {
        const from = await log.head();
        const key = randomUUID();
        for (let number = 0; number < 30; number += 1)
          await append(log, `contract-${'abc'[number % 3]}-${key}.${number}`, [closed(number)]);
        const batches = await catchUp(log, from, [`contract-a-${key}`, `contract-c-${key}`]);
        const events = batches.flatMap((batch) => batch.events);
        expect(events.map(numberOf)).toEqual(Array.from({ length: 30 }, (_, n) => n).filter((n) => n % 3 !== 1));
        expect(events.map(({ position }) => position)).toEqual(
          events.map(({ position }) => position).toSorted((x, y) => x - y),
        );
        expect(batches.map(({ caughtUp }) => caughtUp)).toEqual([...batches.slice(1).map(() => false), true]);
      });

      it('matches a prefix, not a part of the name, and whole names too', async () => {
        const from = await log.head();
        await append(log, `x-${stream}`, [closed(1)]);
        await append(log, stream, [closed(2)]);
        await append(log, `${stream}.y`, [closed(3)]);
        const numbers = async (prefixes: string[]) =>
          (await catchUp(log, from, prefixes)).flatMap((batch) => batch.events.map(numberOf));
        expect(await numbers([stream])).toEqual([2, 3]);
        expect(await numbers([`${stream}.`])).toEqual([3]);
        expect(await numbers([''])).toEqual(expect.arrayContaining([1, 2, 3]));
      });

      it('starts right after a position, and resumes from a batch without gap or repetition', async () => {
        const from = await log.head();
        await append(log, stream, closedMany(40));
        const events = await readAll(log, stream);
        const at = events[20]?.position ?? 0;
        const later = (await catchUp(log, at, [stream])).flatMap((batch) => batch.events);
        expect(later).toEqual(events.slice(21));

        const seen: number[] = [];
        for (let position = from, caughtUp = false; !caughtUp;) {
          for await (const batch of log.subscribe(position, [stream], new AbortController().signal)) {
            seen.push(...batch.events.map(numberOf));
            ({ position, caughtUp } = batch);
            break;
          }
        }
        expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index));
      });

      it('reports that it caught up although nothing matches', async () => {
        const batches = await catchUp(log, await log.head(), [`nobody-${stream}`]);
        expect(batches.at(-1)).toMatchObject({ events: [], caughtUp: true });
      });

      it('continues live, with events of this and other processes', async () => {
        const other = await env.another();
        const from = await log.head();
        const live = collect(log, from, [stream], 40);
        for (let number = 0; number < 40; number += 1)
          await append(number % 2 === 0 ? log : other, stream, [closed(number)], number - 1);
        expect((await live).map(numberOf)).toEqual(Array.from({ length: 40 }, (_, index) => index));
      });

      it('never reports a position before a yielded event, nor one from which events would be skipped', async () => {
        const from = await log.head();
        let last = from;
        const live = collect(log, from, [stream], 60, (batch) => {
          expect(batch.position).toBeGreaterThanOrEqual(batch.events.at(-1)?.position ?? last);
          expect(batch.events.every(({ position }) => position > last)).toBe(true);
          last = batch.position;
        });
        for (let number = 0; number < 60; number += 1) {
          await append(log, `other-${stream}`, [closed(number)], number - 1);
          await append(log, stream, [closed(number)], number - 1);
        }
        await live;
      });

      it('serves a slow reader all events, in order, in bounded batches', async () => {
        const from = await log.head();
        const sizes: number[] = [];
        const slow = collect(log, from, [stream], 2_500, async (batch) => {
          sizes.push(batch.events.length);
          await new Promise((resolve) => setTimeout(resolve, 2));
        });
        for (let first = 0; first < 2_500; first += 250)
          await append(log, stream, closedMany(250, first), first - 1);
        expect((await slow).map(numberOf)).toEqual(Array.from({ length: 2_500 }, (_, index) => index));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
      });

      it('bounds a batch of large events by its bytes', async () => {
        const from = await log.head();
        for (let number = 0; number < 12; number += 1)
          await append(log, `lines-${stream}`, [part(new Uint8Array(900_000))], number - 1);
        const batches = await catchUp(log, from, [`lines-${stream}`]);
        expect(batches.flatMap(({ events }) => events)).toHaveLength(12);
        expect(Math.max(...batches.map(({ events }) => events.length))).toBeLessThanOrEqual(4);
      });

      it('serves several readers at different positions', async () => {
        const from = await log.head();
        const readers = [1, 2, 3].map(() => collect(log, from, [stream], 20));
        await append(log, stream, closedMany(20));
        for (const events of await Promise.all(readers)) expect(events).toHaveLength(20);
      });

      it('ends when aborted: before it begins, while it waits, and between batches', async () => {
        const from = await log.head();
        for await (const batch of log.subscribe(from, [stream], AbortSignal.abort()))
          expect(batch).toBeUndefined();

        const waiting = new AbortController();
        const ended = (async () => {
          for await (const batch of log.subscribe(from, [stream], waiting.signal))
            if (batch.caughtUp) setImmediate(() => waiting.abort());
          return 'ended';
        })();
        expect(await ended).toBe('ended');

        await append(log, stream, closedMany(2_000));
        const between = new AbortController();
        let batches = 0;
        for await (const batch of log.subscribe(from, [stream], between.signal)) {
          batches += batch.events.length > 0 ? 1 : 100;
          between.abort();
        }
        expect(batches).toBe(1);
      });
    });

    describe('restart and close', () => {
      it('has all events after a restart', async () => {
        const from = await log.head();
        await append(log, stream, closedMany(3));
        const before = await readAll(log, stream);
        log = await env.restart();
        expect(await readAll(log, stream)).toEqual(before);
        expect(await append(log, stream, [closed(3)], 2)).toMatchObject({
          ok: true,
          revision: 3,
        });
        expect((await catchUp(log, from, [stream])).flatMap(({ events }) => events.map(numberOf))).toEqual([
          0, 1, 2, 3,
        ]);
      });

      it('completes the appends in progress when closed, and accepts none afterwards', async () => {
        const sent = Array.from({ length: 20 }, (_, number) => append(log, `${stream}.${number}`, [closed(1)]));
        const answers = Promise.allSettled(sent);
        await log.close();
        const settled = await answers;
        await log.close();
        await expect(append(log, stream, [closed(1)])).rejects.toThrow();
        await expect(readAll(log, stream)).rejects.toThrow();
        await expect(log.head()).rejects.toThrow();

        const reopened = await env.restart();
        for (const [number, answer] of settled.entries())
          if (answer.status === 'fulfilled' && answer.value.ok)
            expect(await readAll(reopened, `${stream}.${number}`)).toHaveLength(1);
      });

      it('ends a live subscription with an error when closed', async () => {
        const from = await log.head();
        const live = (async () => {
          for await (const batch of log.subscribe(from, [stream], new AbortController().signal))
            if (batch.caughtUp) void log.close();
        })();
        await expect(live).rejects.toThrow();
      });
    });
  });
