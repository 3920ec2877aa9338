import { describe, expect, it } from '#jest';
import type { Checkpoint } from '../../src/projections/engine/readStore.js';
import { PositionWaiter } from '../../src/projections/engine/progress.js';

const PATIENCE_MS = 2_000;

/** What a store says of its checkpoint, moved by the test. */
function shownUpTo(position: number) {
  const state = { position, asked: 0, away: false };
  return {
    state,
    async checkpoint(): Promise<Checkpoint | null> {
      state.asked += 1;
      if (state.away) throw new Error('away');
      return state.position === 0 ? null : { logId: 'log', position: state.position, changedAt: 0 };
    },
  };
}

describe('Waiting for a position', () => {
  it('does not wait for a projected position', async () => {
    const store = shownUpTo(9);
    expect(await new PositionWaiter(store).waitFor('p', 9, PATIENCE_MS)).toBe(true);
    expect(store.state.asked).toBe(1);
  });

  it('is woken by the projector of this process', async () => {
    const store = shownUpTo(0);
    const waiter = new PositionWaiter(store);
    let woken = false;
    const waiting = waiter.waitFor('p', 5, PATIENCE_MS).then((result) => (woken = result));
    await new Promise(setImmediate);
    expect(woken).toBe(false);
    store.state.position = 5;
    waiter.note({ projection: 'p' });
    await new Promise(setImmediate);
    expect(woken).toBe(true);
    await waiting;
  });

  it('notices a checkpoint stored by another process', async () => {
    const store = shownUpTo(1);
    const waiter = new PositionWaiter(store);
    const waiting = waiter.waitFor('p', 5, PATIENCE_MS);
    store.state.position = 7;
    expect(await waiting).toBe(true);
  });

  it('ends at its time limit when the position is not reached or the store is unavailable', async () => {
    const store = shownUpTo(1);
    const waiter = new PositionWaiter(store);
    expect(await waiter.waitFor('p', 5, 60)).toBe(false);
    store.state.away = true;
    expect(await waiter.waitFor('p', 5, 60)).toBe(false);
  });

  it('asks the store more and more rarely, the longer it waits', async () => {
    const store = shownUpTo(1);
    const waiter = new PositionWaiter(store);
    expect(await waiter.waitFor('p', 5, 600)).toBe(false);
    expect(store.state.asked).toBeLessThan(30); // every 10 ms it would be 60
  });

  it('waits for a position once more where another generation is behind', async () => {
    const store = shownUpTo(9);
    const waiter = new PositionWaiter(store);
    expect(await waiter.waitFor('p', 9, PATIENCE_MS)).toBe(true);
    store.state.position = 2;
    expect(await waiter.waitFor('p', 9, 40)).toBe(false);
  });
});
