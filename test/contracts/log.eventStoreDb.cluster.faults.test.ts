// A cluster whose leader answers nothing any more, while the others elect another: the log is used on at once, and nothing is
// lost or doubled. docs/spec/stores.md#eventstoredb
import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM, type EventLog } from '../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeUnavailable.js';
import { startCluster, type Cluster, type ClusterOptions } from '../eventStoreServer/cluster.js';
import { closed, numberOf, readAll } from '../support/logEvents.js';
import { eventStores } from './support/eventStores.js';
import { Follower } from './support/follower.js';

const { folder, atEnd, open } = eventStores();

/** With the limits of the service. */
const REAL = {};
const WRITERS = 4;
/** The node is silent for 2 s, the others elect within that time; the rest is for a busy machine. */
const GAP_MAX_MS = 7_000;
/** The keep-alive of the connection would need 20 s. */
const MOVED_MAX_MS = 12_000;

async function cluster(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const started = await startCluster({ folder: folder(), ...options });
  atEnd(() => started.close());
  return started;
}

/** Appends to one stream each, one after another, and notes when each was acknowledged. */
class Writers {
  readonly ackedMs: number[] = [];
  readonly #written: number[] = [];
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(readonly log: EventLog) {
    this.#running = Array.from({ length: WRITERS }, (_, at) => this.#write(at));
  }

  async stop(): Promise<readonly number[]> {
    this.#isOver = true;
    await Promise.all(this.#running);
    return this.#written;
  }

  longestGapMs(): number {
    return Math.max(...this.ackedMs.slice(1).map((ms, at) => ms - (this.ackedMs[at] ?? ms)));
  }

  async #write(at: number): Promise<void> {
    for (let number = 0; !this.#isOver; number += 1) {
      expect(await this.log.append(`books-${at}`, [closed(number)], number - 1)).toMatchObject({ ok: true });
      this.ackedMs.push(performance.now());
      this.#written[at] = number + 1;
      await pause(10);
    }
  }
}

describe('A leader that answers nothing', () => {
  it.each([
    ['advertised', 4],
    ['otherNames', 2],
    ['discovered', 2],
  ] as const)('is left for the one that the others elect, with nodes named as %s', async (names, rounds) => {
    const { urls, leader, freeze, thaw } = await cluster();
    const log = await open(urls[names], REAL);
    const follower = new Follower(log, ['books-']);
    const writers = new Writers(log);
    await follower.until(WRITERS);
    const seen = new Set<number | null>();
    for (let round = 0; round < rounds; round += 1) {
      const frozen = leader() ?? 0;
      seen.add(frozen);
      freeze(frozen);
      await pause(5_000);
      const reached = follower.numbers.length;
      thaw(frozen);
      await pause(1_500);
      expect(follower.numbers.length).toBeGreaterThan(reached);
    }
    const written = await writers.stop();
    expect(seen.size).toBeGreaterThan(1);
    expect(writers.longestGapMs()).toBeLessThan(GAP_MAX_MS);
    await follower.until(written.reduce((sum, count) => sum + count, 0));
    expect(new Set(follower.ids).size).toBe(follower.ids.length);
    for (const [at, count] of written.entries())
      expect((await readAll(log, `books-${at}`)).map(numberOf)).toEqual(
        Array.from({ length: count }, (_, n) => n),
      );
    await follower.stop();
  });

  it('is left by reads under way', async () => {
    const { urls, leader, freeze } = await cluster({ electionMs: 500 });
    const log = await open(urls.advertised, REAL);
    await log.append('books-1', [closed(1)], NO_STREAM);
    freeze(leader() ?? 0);
    const startedMs = performance.now();
    expect(await Promise.all([readAll(log, 'books-1'), log.head()])).toMatchObject([
      [{ revision: 0 }],
      expect.any(Number),
    ]);
    expect(performance.now() - startedMs).toBeLessThan(GAP_MAX_MS);
  });

  it('is left by one that only subscribes', async () => {
    const { urls, leader, freeze } = await cluster({ electionMs: 500 });
    const log = await open(urls.otherNames, { ...REAL, silenceMs: 60_000 });
    const writer = await open(urls.otherNames, REAL);
    await writer.append('books-1', [closed(0)], NO_STREAM);
    const follower = new Follower(log, ['books-']);
    await follower.until(1);
    freeze(leader() ?? 0);
    const startedMs = performance.now();
    await writer.append('books-1', [closed(1)], 0);
    await follower.until(2);
    expect(performance.now() - startedMs).toBeLessThan(MOVED_MAX_MS);
    await follower.stop();
  });

  it('is left by a subscriber that is busy at that moment as soon as it goes on', async () => {
    const { urls, leader, freeze } = await cluster({ electionMs: 500 });
    const log = await open(urls.otherNames, { ...REAL, silenceMs: 60_000 });
    await log.append('books-1', [closed(0)], NO_STREAM);
    const stop = new AbortController();
    const subscription = log.subscribe(0, ['books-'], stop.signal)[Symbol.asyncIterator]();
    await subscription.next();
    const live = subscription.next();
    await log.append('books-1', [closed(1)], 0);
    expect(await live).toMatchObject({ value: { events: [{ revision: 1 }] } });
    freeze(leader() ?? 0);
    expect(await log.append('books-1', [closed(2)], 1)).toMatchObject({ ok: true }); // by the next leader
    const next = subscription.next().catch((error: unknown) => error);
    expect(await Promise.race([next, pause(MOVED_MAX_MS, 'silence', { ref: false })])).toBeInstanceOf(
      StoreUnavailable,
    );
    stop.abort();
  });

  it('is waited for while the others name no other, and its answer counts', async () => {
    const { urls, leader, freeze, thaw } = await cluster({ electionMs: 60_000 });
    const log = await open(urls.advertised, REAL);
    await log.append('books-1', [closed(0)], NO_STREAM);
    freeze(leader() ?? 0);
    const appending = log.append('books-1', [closed(1)], 0);
    await pause(5_000);
    thaw(leader() ?? 0);
    expect(await appending).toMatchObject({ ok: true, revision: 1 });
  });

  it('that is only slow is not left', async () => {
    const { urls, servers, delayAnswers } = await cluster();
    const log = await open(urls.otherNames, { leaderSilenceMs: 200 });
    await log.append('books-1', [closed(0)], NO_STREAM);
    delayAnswers(900);
    for (const number of [1, 2, 3])
      expect(await log.append('books-1', [closed(number)], number - 1)).toMatchObject({ ok: true });
    expect(servers.map((server) => server?.faults.calls.batchAppend)).toEqual([4, 0, 0]);
  });
});

describe('A leader that resigns', () => {
  it('is left for appends, too, which it answers without ending their call', async () => {
    const { urls, servers, handOver } = await cluster();
    const log = await open(urls.advertised);
    await log.append('books-9', [closed(1)], NO_STREAM);
    for (const call of ['append', 'read', 'gossip'] as const)
      servers[0]?.faults.inject(call, { is: 'unavailable' }, Number.MAX_SAFE_INTEGER);
    handOver(1);
    const appends = [1, 2, 3].map((number) => log.append(`books-${number}`, [closed(number)], NO_STREAM));
    for (const { ok } of await Promise.all(appends)) expect(ok).toBe(true);
    expect(await log.head()).toBeGreaterThan(0);
  });
});

describe('Nodes restarted one by one', () => {
  it('stop appends for a moment only', async () => {
    const { urls, stopNode, startNode } = await cluster({ electionMs: 1_000 });
    const log = await open(urls.advertised, REAL);
    const writers = new Writers(log);
    for (const node of [0, 1, 2]) {
      await pause(1_000);
      await stopNode(node);
      await pause(2_500);
      await startNode(node);
    }
    await pause(1_000);
    await writers.stop();
    expect(writers.longestGapMs()).toBeLessThan(3_000);
  });
});
