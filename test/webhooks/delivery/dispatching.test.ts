// The dispatcher with several processes, restarts, clocks that jump, claims whose holder is gone, and a queue that
// is away (docs/spec/webhooks.md#deliveries).
import { describe, expect, it } from '#jest';
import { systemClock, type Clock } from '../../../src/commands/kernel/context.js';
import { Folds } from '../../../src/commands/kernel/folds.js';
import { StoreUnavailable } from '../../../src/domain/kernel/storeError.js';
import { publicEventTypes } from '../../../src/domain/webhooks/eventTypes.js';
import type { DeliveryQueue } from '../../../src/webhooks/delivery/deliveryQueue.js';
import { createWebhookDirectory } from '../../../src/commands/webhooks/webhookDirectory.js';
import { isUnavailable } from '../../../src/app/unavailable.js';
import { ExpiredClaims, monotonicNow } from '../../../src/webhooks/delivery/dispatcher.js';
import { createRequestedDeliveries } from '../../../src/webhooks/delivery/newDeliveries.js';
import { runRetention } from '../../../src/webhooks/delivery/retention.js';
import { answers, firstThen, hangs, type Behaviour, type Receiver } from '../support/receiver.js';
import { until } from '../../support/until.js';
import { useHarness } from '../support/harness.js';

describe('Dispatchers', () => {
  const harness = useHarness();
  const delivered = (count: number) =>
    until(async () => (await harness.rows(1, { status: 'DELIVERED' })).length === count, `${count} delivered`);

  it('deliver each delivery once when three of them run', async () => {
    const to = await harness.receiver();
    await harness.register(1, to.url, ['import.completed']);
    for (let at = 0; at < 3; at++) harness.start({ queue: harness.openQueue() });
    for (let at = 0; at < 60; at++) await harness.imported(1);
    await delivered(60);
    expect(to.ids()).toHaveLength(60);
    expect(to.received).toHaveLength(60);
  });

  it('continue a schedule after a restart, counting the attempts made before', async () => {
    const to = await harness.receiver(answers(500));
    await harness.register(1, to.url, ['import.completed']);
    const retrySeconds = [0, 0.5, 0.5];
    const first = harness.start({ retrySeconds });
    await harness.imported(1);
    await until(async () => (await harness.statuses(1))[0] === 'RETRYING', 'retrying');
    await first.stop();
    const before = (await harness.rows(1))[0];
    harness.start({ retrySeconds });
    await until(async () => (await harness.statuses(1))[0] === 'FAILED', 'failed');
    expect((await harness.rows(1))[0]?.attempts).toBe(3);
    expect(to.received).toHaveLength(3);
    const second = to.received[before?.attempts ?? 0];
    expect(second?.at).toBeGreaterThanOrEqual(before?.nextAttemptAt ?? Infinity);
  });

  it('finish and store the attempts in flight when they stop', async () => {
    let finish = (): void => undefined;
    const to = await harness.receiver((response) => {
      finish = () => void response.writeHead(200).end();
    });
    await harness.register(1, to.url, ['import.completed']);
    const process = harness.start({ timeoutMs: 30_000 });
    await harness.imported(1);
    await until(() => to.received.length === 1, 'received');
    const stopped = process.stop();
    finish();
    await stopped;
    expect(await harness.statuses(1)).toEqual(['DELIVERED']);
  });

  it('take over a claim whose holder is gone, without using up an attempt', async () => {
    const to = await harness.receiver();
    const { webhookId } = await harness.register(1, to.url, ['import.completed']);
    const fanOut = harness.start({ only: 'fanOut' });
    await harness.imported(1);
    await until(async () => (await harness.rows(1)).length === 1, 'scheduled');
    await fanOut.stop();
    const gone = await harness.openQueue().claim(Date.now(), [{ webhookId, count: 1 }]);
    expect(gone).toHaveLength(1);
    let aheadMs = 0;
    const clock = { now: () => new Date(), monotonicMs: () => performance.now() + aheadMs };
    harness.start({ only: 'dispatcher', timeoutMs: 2_000, clock }); // a lease of seven seconds
    await until(() => {
      aheadMs = Math.min(aheadMs + 100, 30_000);
      return to.received.length > 0;
    }, 'taken over');
    await delivered(1);
    expect((await harness.rows(1))[0]?.attempts).toBe(1);
  });

  it('release another process’s claim only after it stayed unchanged for the whole lease', () => {
    const expired = new ExpiredClaims(15_000, (deliveryId) => deliveryId === 'ours');
    const claim = { deliveryId: 'a', token: '1' };
    const ours = { deliveryId: 'ours', token: '1' };
    expect(expired.among([claim, ours], 0)).toEqual([]);
    expect(expired.among([claim, ours], 14_999)).toEqual([]);
    expect(expired.among([claim, ours], 15_000)).toEqual([claim]);
    const again = { ...claim, token: '2' };
    expect(expired.among([again], 15_001)).toEqual([]); // taken by another since
    expect(expired.among([], 20_000)).toEqual([]);
    expect(expired.among([again], 40_000)).toEqual([]); // seen anew
  });

  it('keep the schedule when the clock is set two hours forward or back while they wait', async () => {
    const to = await harness.receiver(answers(500));
    await harness.register(1, to.url, ['import.completed']);
    const clock = jumpingClock();
    harness.start({ retrySeconds: [0, 1, 1, 7_000], clock });
    await harness.imported(1);
    await until(() => to.received.length === 1, 'first');
    clock.jump(-7_200_000);
    await until(() => to.received.length === 2, 'second, though the clock went back');
    const signedAtMs = Number(to.received[1]?.headers['webhook-timestamp']) * 1_000;
    expect(Math.abs(signedAtMs - clock.now().getTime())).toBeLessThan(60_000); // receivers refuse another time
    clock.jump(7_200_000);
    await until(() => to.received.length === 3, 'third');
    await until(async () => (await harness.rows(1))[0]?.attempts === 3, 'recorded');
    const row = (await harness.rows(1))[0];
    expect(row).toMatchObject({ status: 'RETRYING', attempts: 3 });
    expect((row?.nextAttemptAt ?? 0) - (row?.lastAttemptAt ?? 0)).toBe(7_000_000);
  });

  it('use a time that never goes back, and follows a clock set forward', () => {
    let wall = 1_000_000;
    let monotonicMs = 0;
    const now = monotonicNow({ now: () => new Date(wall), monotonicMs: () => monotonicMs });
    monotonicMs += 10;
    wall = 5;
    expect(now()).toBe(1_000_010);
    monotonicMs += 10;
    expect(now()).toBe(1_000_020);
    wall = 9_000_000;
    expect(now()).toBe(9_000_000);
  });

  it('continue after the queue was away, and lose nothing', async () => {
    const to = await harness.receiver();
    await harness.register(1, to.url, ['import.completed']);
    const breaking = breakable(harness.queue);
    const process = harness.start({ queue: breaking.queue });
    await harness.imported(1);
    await delivered(1);
    breaking.away(true);
    await harness.imported(1);
    await harness.imported(1);
    await until(() => process.errors.length > 2, 'errors reported');
    expect(to.received).toHaveLength(1);
    breaking.away(false);
    await delivered(3);
    expect(to.ids()).toHaveLength(3);
  });

  it('retry an outcome while the queue is away, without sending again', async () => {
    const to = await harness.receiver();
    await harness.register(1, to.url, ['import.completed']);
    const breaking = breakable(harness.queue);
    to.behave((response) => {
      breaking.away(true);
      response.writeHead(200).end();
    });
    const process = harness.start({ queue: breaking.queue });
    await harness.imported(1);
    await until(() => process.errors.length > 1, 'errors reported');
    breaking.away(false);
    await delivered(1);
    expect(to.received).toHaveLength(1);
  });

  it('make a bounded number of deliveries of one event for webhooks subscribed to every type', async () => {
    const to = await harness.receiver();
    for (let at = 0; at < 5; at++) await harness.register(1, to.url, publicEventTypes);
    harness.start();
    await harness.imported(1);
    await delivered(30); // 5 of the import, 5 × 5 of their success, none of those
    await harness.imported(2); // of a client without webhooks
    expect(await harness.rows(1)).toHaveLength(30);
  });

  it('do not delay a live receiver by 300 deliveries waiting for dead ones', async () => {
    const dead = await harness.receiver(hangs);
    const live = await harness.receiver();
    for (let at = 0; at < 10; at++) await harness.register(2, dead.url, ['import.completed']);
    await harness.register(1, live.url, ['import.completed']);
    for (let at = 0; at < 30; at++) await harness.imported(2);
    harness.start({ timeoutMs: 1_000 });
    await until(() => dead.received.length > 10, 'busy with the dead');
    await harness.imported(1);
    await delivered(1);
    expect(live.received).toHaveLength(1);
  });

  it('drop old rows once an hour, but not when the clock was set', async () => {
    const asked: number[] = [];
    const stopping = new AbortController();
    const clock = jumpingClock();
    const queue: Pick<DeliveryQueue, 'purge'> = {
      async purge(rowsBefore, bodiesBefore) {
        asked.push(bodiesBefore - rowsBefore);
        return 0;
      },
    };
    const onError = () => undefined;
    let looks = 0;
    const watched = {
      ...clock,
      now: () => {
        if (looks++ % 2 === 1) clock.jump(looks > 6 ? 0 : 3_600_000); // between two looks of one turn
        return clock.now();
      },
    };
    const running = runRetention({ queue, clock: watched, onError, signal: stopping.signal, everyMs: 5 });
    await until(() => asked.length > 0, 'dropped');
    expect(looks).toBeGreaterThan(6);
    stopping.abort();
    await running;
    expect(asked[0]).toBe(60 * 86_400_000);
  });

  /** A webhook that was deactivated, and a test for its receiver, which answers `first` and then 204. */
  async function testedWhileInactive(retrySeconds: readonly number[], first: Behaviour): Promise<Receiver> {
    const to = await harness.receiver(firstThen(1, first, answers(204)));
    const webhook = await harness.register(1, to.url, ['import.completed', 'webhook.failed']);
    await harness.change(webhook, 'WebhookDeactivated');
    harness.start({ retrySeconds });
    const directory = createWebhookDirectory(new Folds(harness.log), isUnavailable, null);
    const found = await directory.webhookOf(1, webhook.webhookId);
    if (found === null) throw new Error('not registered');
    const requested = { queue: harness.queue, clock: systemClock, retrySeconds, wake: () => undefined };
    const example = { period: '2026-08' };
    await createRequestedDeliveries(requested).test(found, { type: 'import.completed', example });
    return to;
  }

  it('send a test to an inactive webhook, and do not count it', async () => {
    const to = await testedWhileInactive([0], answers(410));
    await until(async () => (await harness.statuses(1))[0] === 'FAILED', 'tried');
    expect(to.received[0]?.event.data).toEqual({ period: '2026-08', test: true });
    expect(await harness.rows(1)).toHaveLength(1);
  });

  it('try such a test again when it failed', async () => {
    const to = await testedWhileInactive([0, 0.1], answers(500));
    await until(async () => (await harness.rows(1))[0]?.nextAttemptAt === null, 'settled');
    expect(await harness.rows(1)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
    expect(to.received).toHaveLength(2);
  });
});

function jumpingClock(): Clock & { jump(byMs: number): void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    monotonicMs: () => performance.now(),
    jump(byMs) {
      offset += byMs;
    },
  };
}

/** The queue as it is while its store is away: every question fails. */
function breakable(real: DeliveryQueue): { queue: DeliveryQueue; away(isAway: boolean): void } {
  let broken = false;
  const queue = new Proxy(real, {
    get(target, name: keyof DeliveryQueue) {
      const method = target[name] as (...given: unknown[]) => Promise<unknown>;
      return async (...given: unknown[]) => {
        if (broken && name !== 'close') throw new StoreUnavailable('away');
        return method.apply(target, given);
      };
    },
  });
  return {
    queue,
    away(isAway) {
      broken = isAway;
    },
  };
}
