import { describe, expect, it } from '@jest/globals';
import type { Settlement } from '../../../src/webhooks/delivery/deliveryQueue.js';
import { createSettlementWriter } from '../../../src/webhooks/delivery/settlementWriter.js';

const outcome = (deliveryId: string): Settlement => ({
  claim: { deliveryId, token: 'own' },
  status: 'DELIVERED',
  attempt: null,
  dueAt: null,
  at: 1,
  announce: null,
});

describe('The settlement writer', () => {
  it('stores a first outcome at once, and those that arrive meanwhile in groups, each once', async () => {
    const groups: string[][] = [];
    const write = createSettlementWriter({
      queue: {
        async settle(settlements) {
          groups.push(settlements.map(({ claim }) => claim.deliveryId));
          return settlements.map(() => true);
        },
      },
      onError: () => undefined,
      signal: new AbortController().signal,
    });
    const ids = Array.from({ length: 601 }, (_, at) => `${at}`);
    await Promise.all(ids.map((id) => write(outcome(id))));
    expect(groups.map((group) => group.length)).toEqual([1, 256, 256, 88]);
    expect(groups.flat()).toEqual(ids);
    await write(outcome('later'));
    expect(groups.at(-1)).toEqual(['later']);
  });

  it('stores the outcomes of a failed group one by one, and rejects one only after the signal aborted', async () => {
    const stopping = new AbortController();
    const stored: string[] = [];
    const write = createSettlementWriter({
      queue: {
        async settle(settlements) {
          const [{ claim } = { claim: { deliveryId: '' } }] = settlements;
          if (settlements.length > 1 || claim.deliveryId === 'spoilt') throw new Error('spoilt');
          stored.push(claim.deliveryId);
          return [true];
        },
      },
      onError: () => undefined,
      signal: stopping.signal,
    });
    const first = write(outcome('first'));
    const spoilt = write(outcome('spoilt'));
    await Promise.all([first, write(outcome('second')), write(outcome('third'))]);
    expect(stored.sort()).toEqual(['first', 'second', 'third']);
    stopping.abort();
    await expect(spoilt).rejects.toThrow('spoilt');
  });
});
