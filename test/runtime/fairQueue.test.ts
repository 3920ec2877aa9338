// Turns of several owners.
import { describe, expect, it } from '#jest';
import { atMost, FairQueue, type QueueOptions } from '../../src/runtime/fairQueue.js';

type Named = Readonly<{ name: string }>;

/** What waits is named by its owner and a number, and goes in the order of `gone` once `more` may. */
function queueOf(options: Partial<QueueOptions<Named>> = {}) {
  const gone: string[] = [];
  let left = 0;
  const queue = new FairQueue<Named>({
    mayGo: () => (left > 0 ? 'now' : 'allLater'),
    ...options,
    onTurn: ({ name }) => {
      left -= 1;
      gone.push(name);
    },
  });
  const wait = (name: string, signal?: AbortSignal): Promise<unknown> => {
    const waiting = queue.turn(name.charCodeAt(0), { name }, signal).catch((error: unknown) => error);
    return waiting;
  };
  const more = (count: number): string[] => {
    left = count;
    queue.advance();
    return gone.splice(0);
  };
  return { queue, wait, more };
}

describe('Turns of several owners', () => {
  it('serve each owner once before any of them again, and those of one in order', () => {
    const { wait, more } = queueOf();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) void wait(name);
    expect(more(6)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('let who comes late wait for one of each owner at most, however many there are', () => {
    const { wait, more } = queueOf();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void wait(name);
    expect(more(1)).toEqual(['a1']);
    void wait('b1');
    expect(more(4)).toEqual(['a2', 'b1', 'a3', 'a4']);
  });

  it('let those of a lower rank go before others of their owner', () => {
    const { wait, more } = queueOf({ rankOf: ({ name }) => (name.endsWith('small') ? 0 : 1) });
    for (const name of ['a1', 'b1', 'a2', 'a-small']) void wait(name);
    expect(more(4)).toEqual(['a-small', 'b1', 'a1', 'a2']);
  });

  it.each([
    ['later', ['b1', 'a2']],
    ['ownerLater', ['b1']],
    ['allLater', []],
  ] as const)('pass over one that goes %s, whose owner keeps its turn', (verdict, others) => {
    let mayFirst = false;
    const { wait, more } = queueOf({ mayGo: ({ name }) => (name === 'a1' && !mayFirst ? verdict : 'now') });
    for (const name of ['a1', 'b1', 'a2']) void wait(name);
    expect(more(0)).toEqual(others);
    mayFirst = true;
    expect(more(0)[0]).toBe('a1');
  });

  it('drop one whose signal aborts, and serve those that waited behind it', async () => {
    const { queue, wait, more } = queueOf({ mayGo: ({ name }) => (name === 'a1' ? 'allLater' : 'now') });
    const leaving = new AbortController();
    const left = wait('a1', leaving.signal);
    void wait('a2');
    leaving.abort(new Error('gone'));
    expect(await left).toMatchObject({ message: 'gone' });
    expect(await wait('a3', leaving.signal)).toMatchObject({ message: 'gone' });
    expect(more(0)).toEqual(['a2']);
    expect(queue.counts()).toEqual({ running: 1, waiting: 0 });
  });

  it('put an owner that left behind the others when it comes again', async () => {
    const { queue, wait, more } = queueOf();
    const left = wait('a1');
    void wait('b1');
    queue.refuse(new Error('over'), ({ name }) => name === 'a1');
    expect(await left).toMatchObject({ message: 'over' });
    void wait('a2');
    expect(more(2)).toEqual(['b1', 'a2']);
  });

  it('give their places back, and go on after work that fails', async () => {
    const turns = new FairQueue<Named>({ mayGo: atMost(1), placesMax: 2 });
    const failing = turns.run(1, { name: 'a' }, () => Promise.reject(new Error('broken')));
    const next = turns.run(1, { name: 'b' }, async () => 'done');
    expect(turns.isFull(2)).toBe(true);
    await expect(turns.run(2, { name: 'c' }, async () => 'done')).rejects.toMatchObject({
      problem: { is: 'Unavailable' },
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect([turns.isFull(2), turns.counts()]).toEqual([false, { running: 0, waiting: 0 }]);
  });
});
