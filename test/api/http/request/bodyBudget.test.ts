// The budget of bodies by itself: shares, turns, bodies that grow, and what is given back.
import { describe, expect, it } from '#jest';
import { BodyBudget, type Hold } from '../../../../src/api/http/request/bodyBudget.js';
import { ClientGone } from '../../../../src/api/http/problems.js';
import { DomainError } from '../../../../src/domain/problem.js';

const KB = 1_024;
const MB = 1_048_576;

type Taken = Readonly<{ hold: Hold; isIn: () => boolean; outcome: Promise<unknown> }>;

/** Opens a body and takes its first bytes; `isIn` once they are granted. */
function open(budget: BodyBudget, client: number, bytes: number, { max = bytes, grows = false } = {}): Taken {
  const hold = budget.open(client, max, !grows);
  return { hold, ...take(hold, bytes) };
}

function take(hold: Hold, bytes: number): Omit<Taken, 'hold'> {
  let isIn = false;
  const waiting = hold.take(bytes);
  if (waiting === null) isIn = true;
  const outcome = (waiting ?? Promise.resolve()).then(
    () => void (isIn = true),
    (error: unknown) => error,
  );
  return { isIn: () => isIn, outcome };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const problemOf = (error: unknown) => (error instanceof DomainError ? error.problem.is : error);

describe('The budget of bodies', () => {
  it('lets one client hold half of what the others leave, and more only with a single body', async () => {
    const budget = new BodyBudget({ bytesMax: 96 * MB });
    const first = open(budget, 1, 40 * MB);
    const second = open(budget, 1, 10 * MB);
    expect([first.isIn(), second.isIn()]).toEqual([true, false]);
    const other = open(budget, 2, 28 * MB);
    const another = open(budget, 2, 2 * MB);
    await settled();
    expect([other.isIn(), another.isIn()]).toEqual([true, false]);
    first.hold.release();
    await settled();
    expect([second.isIn(), another.isIn()]).toEqual([true, true]);
    for (const { hold } of [second, other, another]) hold.release();
    const single = open(budget, 1, 84 * MB);
    expect(single.isIn()).toBe(true);
    single.hold.release();
    expect(budget.counts()).toEqual({ heldBytes: 0, waiting: 0 });
  });

  it('says that memory is short when a body has to wait, and at no other time', () => {
    let timesShort = 0;
    const budget = new BodyBudget({ bytesMax: 64 * MB, waitingMax: 1, onShort: () => (timesShort += 1) });
    const first = open(budget, 1, 30 * MB);
    expect([first.isIn(), timesShort]).toEqual([true, 0]);
    const second = open(budget, 1, 30 * MB);
    expect([second.isIn(), timesShort]).toEqual([false, 1]);
    open(budget, 1, 30 * MB); // refused: one waits already
    for (const { hold } of [first, second]) hold.release();
    expect(timesShort).toBe(1);
  });

  it('lets clients in by turns, whoever came first', async () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB });
    const [, second, third] = [open(budget, 1, 30 * MB), open(budget, 2, 16 * MB), open(budget, 3, 8 * MB)];
    const waiting = [4, 4, 5, 6].map((client) => open(budget, client, 6 * MB));
    await settled();
    expect(waiting.filter(({ isIn }) => isIn())).toEqual([]);
    third.hold.release();
    await settled();
    expect(waiting.map(({ isIn }) => isIn())).toEqual([true, false, true, false]);
    second.hold.release();
    await settled();
    expect(waiting.map(({ isIn }) => isIn())).toEqual([true, false, true, true]);
  });

  it('has room for another client however large the bodies of three others are', async () => {
    const budget = new BodyBudget({ bytesMax: 96 * MB });
    const large = [1, 1, 2, 2, 3, 3].map((client) => open(budget, client, 32 * MB));
    const other = open(budget, 4, 4 * MB);
    await settled();
    expect(large.map(({ isIn }) => isIn())).toEqual([true, false, true, false, false, false]);
    expect(other.isIn()).toBe(true);
  });

  it('lets a small body in beside large ones that wait, of its own client too', () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB });
    open(budget, 1, 31 * MB);
    open(budget, 1, 31 * MB);
    expect(budget.counts().waiting).toBe(1);
    expect(open(budget, 2, 2 * KB).isIn()).toBe(true);
    expect(open(budget, 1, 2 * KB).isIn()).toBe(true);
    for (let at = 0; at < 200; at++) open(budget, 1, 64 * KB); // beyond its share by a sixteenth, and no more
    expect(budget.counts().heldBytes).toBeLessThanOrEqual(37 * MB);
  });

  it('keeps a part for small bodies that large ones never take, however they grow', async () => {
    const budget = new BodyBudget({ bytesMax: 96 * MB });
    const [, known] = [open(budget, 1, 48 * MB), open(budget, 2, 14 * MB)];
    const growing = open(budget, 3, MB, { max: 33 * MB, grows: true });
    const small = Array.from({ length: 90 }, (_, client) => open(budget, 4 + client, 64 * KB));
    expect([growing.isIn(), small.every(({ isIn }) => isIn())]).toEqual([false, true]);
    known.hold.release();
    await settled();
    expect(growing.isIn()).toBe(true);
  });

  it('refuses what waited too long, and what would wait behind too many of its client', async () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB, waitMs: 20, waitingMax: 2 });
    const holding = open(budget, 1, 32 * MB);
    const waiting = [1, 2, 3].map(() => open(budget, 1, 20 * MB));
    expect(problemOf(await waiting[2]?.outcome)).toBe('Unavailable');
    expect(budget.counts().waiting).toBe(2);
    expect(problemOf(await waiting[0]?.outcome)).toBe('Unavailable');
    expect(problemOf(await waiting[1]?.outcome)).toBe('Unavailable');
    expect(budget.counts()).toEqual({ heldBytes: 32 * MB, waiting: 0 });
    for (const { hold } of [holding, ...waiting]) hold.release();
    expect(budget.counts().heldBytes).toBe(0);
  });

  it('lets bodies of unknown size grow together, one of them always to its end', async () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB });
    const growing = [1, 2, 3, 4].map((client) => open(budget, client, MB, { max: 32 * MB, grows: true }));
    expect(growing.map(({ isIn }) => isIn())).toEqual([true, true, true, true]);
    const sizes = new Map(growing.map((one) => [one, MB]));
    let isOver = false;
    // Each takes all it can get; the one that reaches its end goes, and nobody else gives up.
    while (!isOver) {
      const steps = [...sizes.keys()].map((one) => ({ one, step: take(one.hold, MB) }));
      await settled();
      let progress = false;
      for (const { one, step } of steps) {
        if (!step.isIn()) continue;
        progress = true;
        sizes.set(one, (sizes.get(one) ?? 0) + MB);
        if ((sizes.get(one) ?? 0) < 32 * MB) continue;
        one.hold.settle(32 * MB);
        one.hold.release();
        sizes.delete(one);
      }
      expect(progress).toBe(true);
      isOver = sizes.size === 0;
    }
    expect(budget.counts()).toEqual({ heldBytes: 0, waiting: 0 });
  });

  it('gives back what a body of unknown size did not need once it has arrived', () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB });
    const body = open(budget, 1, MB, { max: 32 * MB, grows: true });
    expect(budget.counts().heldBytes).toBe(32 * MB);
    body.hold.settle(3 * MB);
    expect(budget.counts().heldBytes).toBe(3 * MB);
    body.hold.release();
    body.hold.release();
    expect(budget.counts().heldBytes).toBe(0);
  });

  it('takes a body that is released while it waits out of the queue', async () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB });
    const holding = open(budget, 1, 32 * MB);
    const gone = open(budget, 1, 32 * MB);
    const next = open(budget, 1, 20 * MB);
    gone.hold.release();
    expect(await gone.outcome).toBeInstanceOf(ClientGone);
    expect(await take(gone.hold, MB).outcome).toBeInstanceOf(ClientGone);
    holding.hold.release();
    await settled();
    expect(next.isIn()).toBe(true);
    expect(budget.counts()).toEqual({ heldBytes: 20 * MB, waiting: 0 });
  });

  it('takes every step of a released body out of the queue', async () => {
    const budget = new BodyBudget({ bytesMax: 64 * MB });
    const holding = open(budget, 1, 32 * MB);
    const gone = open(budget, 1, 20 * MB);
    const steps = [gone, take(gone.hold, MB), take(gone.hold, MB)];
    gone.hold.release();
    for (const { outcome } of steps) expect(await outcome).toBeInstanceOf(ClientGone);
    holding.hold.release();
    expect(budget.counts()).toEqual({ heldBytes: 0, waiting: 0 });
  });

  it('never holds more than it may, whatever comes and goes', async () => {
    const bytesMax = 64 * MB;
    const budget = new BodyBudget({ bytesMax, waitMs: 5 });
    const bodies: Taken[] = [];
    let mixed = 1;
    const next = (below: number): number => (mixed = (mixed * 48_271) % 2_147_483_647) % below;
    for (let at = 0; at < 3_000; at++) {
      const move = next(4);
      const some = bodies[next(Math.max(bodies.length, 1))];
      if (move === 0 && some) some.hold.release();
      else if (move === 1 && some) void take(some.hold, 0);
      else bodies.push(open(budget, next(5), next(2) === 0 ? next(64 * KB) : next(32 * MB)));
      expect(budget.counts().heldBytes).toBeLessThanOrEqual(bytesMax);
      if (at % 100 === 0) await settled();
    }
    await Promise.all(bodies.map(({ outcome }) => outcome));
    for (const { hold } of bodies) hold.release();
    expect(budget.counts()).toEqual({ heldBytes: 0, waiting: 0 });
  });
});
