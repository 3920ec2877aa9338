// A cluster whose leader answers nothing any more, while the others elect another: the log is used on at once, and
// nothing is lost or doubled. docs/spec/stores.md#eventstoredb
import { describe, expect, it } from '#jest';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog } from '../../src/domain/kernel/log.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { startCluster, type Cluster, type ClusterOptions } from '../eventStoreServer/cluster.js';
import { append, closed, numberOf, readAll } from '../support/logEvents.js';
import { until } from '../support/until.js';
import { eventStores } from './support/eventStores.js';
import { Follower } from './support/follower.js';

const { folder, atEnd, open } = eventStores();

/** With the limits of the service. */
const REAL = {};
const WRITERS = 4;
/** From the moment another node leads to the first append that it acknowledges. */
const RECOVERY_MAX_MS = 3_000;
/** A silence of 1.5 s, an election of 0.5 s and the recovery. */
const GAP_MAX_MS = 5_000;
/** On a quiet log the head is asked for after a second. */
const QUIET_MAX_MS = 1_000 + GAP_MAX_MS;
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

  /**
   * Waits for an append that was acknowledged after another node than this one began to lead; how long that took.
   */
  async recoveredMs({ leader }: Cluster, left: number): Promise<number> {
    await until(() => leader() !== null && leader() !== left, 'another leader');
    const electedMs = performance.now();
    await until(() => (this.ackedMs.at(-1) ?? 0) > electedMs, 'an append');
    return performance.now() - electedMs;
  }

  longestGapMs(): number {
    return Math.max(...this.ackedMs.slice(1).map((ms, at) => ms - (this.ackedMs[at] ?? ms)));
  }

  async #write(at: number): Promise<void> {
    for (let number = 0; !this.#isOver; number += 1) {
      expect(await append(this.log, `books-${at}`, [closed(number)], number - 1)).toMatchObject({ ok: true });
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
    ['discovered', 1],
  ] as const)('is left for the one that the others elect, with nodes named as %s', async (names, rounds) => {
    const nodes = await cluster();
    const { urls, leader, freeze, thaw, handOver } = nodes;
    if (names === 'discovered') handOver(1); // its name leads to the first node only
    const log = await open(urls[names], REAL);
    const follower = new Follower(log, ['books-']);
    const writers = new Writers(log);
    await follower.until(WRITERS);
    const seen = new Set<number | null>();
    for (let round = 0; round < rounds; round += 1) {
      const frozen = leader() ?? 0;
      seen.add(frozen);
      freeze(frozen);
      expect(await writers.recoveredMs(nodes, frozen)).toBeLessThan(RECOVERY_MAX_MS);
      await pause(3_000);
      const reached = follower.numbers.length;
      thaw(frozen);
      await pause(1_500);
      expect(follower.numbers.length).toBeGreaterThan(reached);
    }
    const written = await writers.stop();
    expect(seen.size).toBe(Math.min(rounds, 2));
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
    await append(log, 'books-1', [closed(1)]);
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
    await append(writer, 'books-1', [closed(0)]);
    const follower = new Follower(log, ['books-']);
    await follower.until(1);
    freeze(leader() ?? 0);
    const startedMs = performance.now();
    await append(writer, 'books-1', [closed(1)], 0);
    await follower.until(2);
    expect(performance.now() - startedMs).toBeLessThan(MOVED_MAX_MS);
    await follower.stop();
  });

  it('is left on a quiet log, while nothing but subscriptions is open', async () => {
    const { urls, servers, leader, freeze } = await cluster({ electionMs: 500 });
    const faults = [0, 1].map((at) => servers[at]?.faults);
    const log = await open(urls.advertised, { ...REAL, silenceMs: 60_000 });
    const follower = new Follower(log, ['books-']);
    await until(() => faults[0]?.calls.subscribe === 2, 'the subscription'); // the second is live
    freeze(0);
    const startedMs = performance.now();
    await until(() => (faults[1]?.subscribers ?? 0) > 0, 'a subscription at the next leader');
    expect(performance.now() - startedMs).toBeLessThan(QUIET_MAX_MS);
    expect([leader(), follower.restarts]).toEqual([1, 1]);
    const writer = await open(urls.advertised, REAL);
    await append(writer, 'books-1', [closed(0)]);
    await follower.until(1);
    await follower.stop();
  });

  it('is left by a subscriber that is busy at that moment as soon as it goes on', async () => {
    const { urls, leader, freeze } = await cluster({ electionMs: 500 });
    const log = await open(urls.otherNames, { ...REAL, silenceMs: 60_000 });
    await append(log, 'books-1', [closed(0)]);
    const stop = new AbortController();
    const subscription = log.subscribe(0, ['books-'], stop.signal)[Symbol.asyncIterator]();
    await subscription.next();
    const live = subscription.next();
    await append(log, 'books-1', [closed(1)], 0);
    expect(await live).toMatchObject({ value: { events: [{ revision: 1 }] } });
    freeze(leader() ?? 0);
    expect(await append(log, 'books-1', [closed(2)], 1)).toMatchObject({
      ok: true,
    }); // by the next leader
    const ended = (async () => {
      while ((await subscription.next()).done !== true); // what came before
    })().catch((error: unknown) => error);
    expect(await Promise.race([ended, pause(MOVED_MAX_MS, 'silence', { ref: false })])).toBeInstanceOf(
      StoreUnavailable,
    );
    stop.abort();
  });

  it('is waited for while the others name no other, and its answer counts', async () => {
    const { urls, leader, freeze, thaw } = await cluster({ electionMs: 60_000 });
    const log = await open(urls.advertised, REAL);
    await append(log, 'books-1', [closed(0)]);
    freeze(leader() ?? 0);
    const appending = append(log, 'books-1', [closed(1)], 0);
    await pause(5_000);
    thaw(leader() ?? 0);
    expect(await appending).toMatchObject({ ok: true, revision: 1 });
  });

  it('that is only slow is not left', async () => {
    const { urls, servers, delayAnswers } = await cluster();
    const log = await open(urls.otherNames, REAL);
    await append(log, 'books-1', [closed(0)]);
    delayAnswers(900);
    for (const number of [1, 2, 3])
      expect(await append(log, 'books-1', [closed(number)], number - 1)).toMatchObject({ ok: true });
    expect(servers.map((server) => server?.faults.calls.append)).toEqual([4, 0, 0]);
  });
});

describe('A leader that stores slowly', () => {
  it('is not left while it answers what its head is, although appends begin all the time', async () => {
    const { urls, servers } = await cluster();
    const log = await open(urls.advertised, REAL);
    const follower = new Follower(log, ['books-']);
    await until(() => servers[0]?.faults.calls.subscribe === 2, 'the subscription');
    servers[0]?.faults.inject('append', { is: 'delay', ms: 2_500 }, Number.MAX_SAFE_INTEGER);
    const appends: Promise<unknown>[] = [];
    for (let at = 0; at < 10; at += 1) {
      appends.push(append(log, `books-${at}`, [closed(at)]));
      await pause(300);
    }
    for (const appended of await Promise.all(appends)) expect(appended).toMatchObject({ ok: true });
    await follower.until(10);
    expect(follower.restarts).toBe(0);
    await follower.stop();
  });
});

describe('A leader that resigns', () => {
  it('is left for appends, too, which it answers without ending their call', async () => {
    const { urls, servers, handOver } = await cluster();
    const log = await open(urls.advertised);
    await append(log, 'books-9', [closed(1)]);
    for (const call of ['append', 'read', 'gossip'] as const)
      servers[0]?.faults.inject(call, { is: 'unavailable' }, Number.MAX_SAFE_INTEGER);
    handOver(1);
    const appends = [1, 2, 3].map((number) => append(log, `books-${number}`, [closed(number)]));
    for (const { ok } of await Promise.all(appends)) expect(ok).toBe(true);
    expect(await log.head()).toBeGreaterThan(0);
  });
});

describe('A leader that is being stopped', () => {
  it('is let go, although it waits for open calls and the others still name it', async () => {
    const nodes = await cluster({ electionMs: 500 });
    const log = await open(nodes.urls.advertised, REAL);
    const follower = new Follower(log, ['books-']);
    const writers = new Writers(log);
    await follower.until(WRITERS);
    const startedMs = performance.now();
    await nodes.stopGracefully(0);
    expect(performance.now() - startedMs).toBeLessThan(RECOVERY_MAX_MS);
    expect(await writers.recoveredMs(nodes, 0)).toBeLessThan(RECOVERY_MAX_MS);
    const written = await writers.stop();
    await follower.until(written.reduce((sum, count) => sum + count, 0));
    await follower.stop();
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
