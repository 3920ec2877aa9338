// Outcomes on their way into the queue, in groups.
import { describe, expect, it } from '@jest/globals';
import type { Settlement } from '../../../src/webhooks/delivery/deliveryQueue.js';
import { createRecorder } from '../../../src/webhooks/delivery/recorder.js';

const outcome = (deliveryId: string): Settlement => ({
  ...{
    claim: { deliveryId, token: 'own' },
    status: 'DELIVERED',
    attempt: null,
    dueAt: null,
    at: 1,
    announce: null,
  },
});

describe('outcomes', () => {
  it('are stored at once when nothing is under way, and then as many together as have come, each once', async () => {
    const groups: string[][] = [];
    const record = createRecorder({
      queue: {
        async settle(settlements) {
          groups.push(settlements.map(({ claim }) => claim.deliveryId));
          return settlements.map(() => true);
        },
      },
      onTrouble: () => undefined,
      signal: new AbortController().signal,
    });
    const ids = Array.from({ length: 601 }, (_, at) => `${at}`);
    await Promise.all(ids.map((id) => record(outcome(id))));
    expect(groups.map((group) => group.length)).toEqual([1, 256, 256, 88]);
    expect(groups.flat()).toEqual(ids);
    await record(outcome('later'));
    expect(groups.at(-1)).toEqual(['later']);
  });

  it('are stored one by one when a group is refused, and rejected only when we have to stop', async () => {
    const stopping = new AbortController();
    const stored: string[] = [];
    const record = createRecorder({
      queue: {
        async settle(settlements) {
          const [{ claim } = { claim: { deliveryId: '' } }] = settlements;
          if (settlements.length > 1 || claim.deliveryId === 'spoilt') throw new Error('spoilt');
          stored.push(claim.deliveryId);
          return [true];
        },
      },
      onTrouble: () => undefined,
      signal: stopping.signal,
    });
    const first = record(outcome('first'));
    const spoilt = record(outcome('spoilt'));
    await Promise.all([first, record(outcome('second')), record(outcome('third'))]);
    expect(stored.sort()).toEqual(['first', 'second', 'third']);
    stopping.abort();
    await expect(spoilt).rejects.toThrow('spoilt');
  });
});
